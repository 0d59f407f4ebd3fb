import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { callerOf } from '../http/caller'
import { mount } from '../http/mount'
import { askForPassword, changePassword, setPasswordByLink } from './password-service'

/** New passwords: asked for by mail, set by the link, changed by whoever is signed in. */
export function passwordRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.askForPassword, async ({ body, request }) => {
    await askForPassword(deps, body.name, request)
    return { body: {} }
  })

  mount(app, deps, endpoints.setPassword, async ({ body, request }) => {
    const { user, endsPasskeys, cookie } = await setPasswordByLink(deps, body, request)
    deps.log({ level: 'info', what: 'new password by link', user: user.id, address: callerOf(request) })
    return { cookies: [cookie], body: { username: user.username, ...(endsPasskeys && { passkeysRemoved: true }) } }
  })

  mount(app, deps, endpoints.changePassword, async ({ body, user, request }) => {
    await changePassword(deps, user, body, request)
    deps.log({ level: 'info', what: 'new password', user: user.id, address: callerOf(request) })
    return { body: {} }
  })

  // The address to which password managers lead their people.
  app.get(
    '/.well-known/change-password',
    () => new Response(null, { status: 302, headers: { location: '/settings?tab=security' } }),
  )
}
