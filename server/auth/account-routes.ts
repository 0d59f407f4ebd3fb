import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { callerOf } from '../http/caller'
import { mount } from '../http/mount'
import { startCodes, turnOffCodes, turnOnCodes } from './code-service'
import { changeEmail, followEmailLink, sendVerification } from './email-service'
import { assertMayChangeFactors } from './operator-factors'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './passkey-service'
import { endSessions, readSecurity } from './session-list'

/** An account for its person: its sessions, its sign-ins, its mail address. */
export function accountRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.accountSecurity, async ({ user, request }) => ({
    body: await readSecurity(deps, user.id, request),
  }))

  mount(app, deps, endpoints.endSessions, async ({ user, body, request }) => {
    await endSessions(deps, user.id, body, request)
    deps.log({ level: 'info', what: 'sessions ended', user: user.id, address: callerOf(request) })
    return { body: await readSecurity(deps, user.id, request) }
  })

  mount(app, deps, endpoints.sendVerification, async ({ user }) => {
    await sendVerification(deps, user)
    return { body: {} }
  })

  mount(app, deps, endpoints.changeEmail, async ({ user, body, request }) => {
    await changeEmail(deps, user, body, request)
    return { body: {} }
  })

  mount(app, deps, endpoints.followEmailLink, async ({ body, request }) => {
    const used = await followEmailLink(deps, body.token, request)
    deps.log({ level: 'info', what: `address ${used.done}`, address: callerOf(request) })
    return { body: used }
  })

  mount(app, deps, endpoints.startPasskey, async ({ user, body, request }) => {
    await assertMayChangeFactors(deps, user, request)
    return { body: await startPasskey(deps, user, body, request) }
  })

  mount(app, deps, endpoints.addPasskey, async ({ user, body, request }) => {
    await assertMayChangeFactors(deps, user, request)
    await addPasskey(deps, user, body, request)
    deps.log({ level: 'info', what: 'passkey added', user: user.id, address: callerOf(request) })
    return { body: await readSecurity(deps, user.id, request) }
  })

  mount(app, deps, endpoints.renamePasskey, async ({ user, body, request }) => {
    await renamePasskey(deps, user.id, body)
    return { body: await readSecurity(deps, user.id, request) }
  })

  mount(app, deps, endpoints.removePasskey, async ({ user, body, request }) => {
    await assertMayChangeFactors(deps, user, request)
    await removePasskey(deps, user, body, request)
    deps.log({ level: 'info', what: 'passkey removed', user: user.id, address: callerOf(request) })
    return { body: await readSecurity(deps, user.id, request) }
  })

  mount(app, deps, endpoints.startCodes, async ({ user, body, request }) => {
    await assertMayChangeFactors(deps, user, request)
    return { body: await startCodes(deps, user, body, request) }
  })

  mount(app, deps, endpoints.turnOnCodes, async ({ user, body, request }) => {
    await assertMayChangeFactors(deps, user, request)
    const recoveryCodes = await turnOnCodes(deps, user, body, request)
    deps.log({ level: 'info', what: 'codes turned on', user: user.id, address: callerOf(request) })
    return { body: { recoveryCodes, security: await readSecurity(deps, user.id, request) } }
  })

  mount(app, deps, endpoints.turnOffCodes, async ({ user, body, request }) => {
    await assertMayChangeFactors(deps, user, request)
    await turnOffCodes(deps, user, body, request)
    deps.log({ level: 'info', what: 'codes turned off', user: user.id, address: callerOf(request) })
    return { body: await readSecurity(deps, user.id, request) }
  })
}
