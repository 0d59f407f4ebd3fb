import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { callerOf } from '../http/caller'
import { mount } from '../http/mount'
import { getSealKeys, toSignedInUser } from './account-identity'
import { checkPassword, login, logout, register, type SignedIn } from './auth-service'
import { signInByPasskey, startPasskeySignIn } from './passkey-service'

/** Sign in, sign up, sign out, and who is signed in. */
export function authRoutes(app: Elysia, deps: Deps): void {
  const reply = async ({ user, cookies, seq }: SignedIn) => ({ body: await toSignedInUser(deps, user), seq, cookies })

  /** One line for each try, with the address and without what was typed: a password is typed into the wrong field sometimes. */
  const noted = async (what: string, request: Request, trying: Promise<SignedIn>) => {
    const address = callerOf(request)
    try {
      const signedIn = await trying
      deps.log({ level: 'info', what, user: signedIn.user.id, address })
      return signedIn
    } catch (error) {
      if (error instanceof Refusal) deps.log({ level: 'info', what: `${what} refused`, code: error.kind, address })
      throw error
    }
  }

  mount(app, deps, endpoints.currentUser, async ({ user }) => ({ body: await toSignedInUser(deps, user) }))

  mount(app, deps, endpoints.sealKeys, async ({ user }) => ({ body: await getSealKeys(deps, user.id) }))

  mount(app, deps, endpoints.sealKeysByPassword, async ({ body, request }) => ({
    body: await getSealKeys(deps, (await checkPassword(deps, body, request)).id),
  }))

  mount(app, deps, endpoints.register, async ({ body, request }) =>
    reply(await noted('registration', request, register(deps, body, request))),
  )

  mount(app, deps, endpoints.login, async ({ body, request }) =>
    reply(await noted('sign-in', request, login(deps, body, request))),
  )

  mount(app, deps, endpoints.startPasskeySignIn, async ({ request }) => ({
    body: await startPasskeySignIn(deps, request),
  }))

  mount(app, deps, endpoints.signInByPasskey, async ({ body, request }) =>
    reply(await noted('sign-in by passkey', request, signInByPasskey(deps, body, request))),
  )

  mount(app, deps, endpoints.logout, async ({ request }) => ({
    body: {},
    cookies: await logout(deps, request),
  }))
}
