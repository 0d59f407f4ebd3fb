import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { toCurrentUser } from '../users/user-queries'
import { login, logout, register, type SignedIn } from './auth-service'

/** Sign in, sign up, sign out, and who is signed in. */
export function authRoutes(app: Elysia, deps: Deps): void {
  const reply = ({ user, cookies, seq }: SignedIn) => ({ body: user, seq, cookies })

  mount(app, deps, endpoints.currentUser, async ({ user }) => ({ body: toCurrentUser(user) }))

  mount(app, deps, endpoints.register, async ({ body, request }) => reply(await register(deps, body, request)))

  mount(app, deps, endpoints.login, async ({ body, request }) =>
    reply(await login(deps, body, request, callerAddress(app, request))),
  )

  mount(app, deps, endpoints.logout, async ({ request }) => ({
    body: {},
    cookies: await logout(deps, request),
  }))
}

/** Where the caller sits; 'local' for a request that came over no network. */
function callerAddress(app: Elysia, request: Request): string {
  return app.server?.requestIP(request)?.address ?? 'local'
}
