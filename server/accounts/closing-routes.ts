import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { callerOf } from '../http/caller'
import { mount } from '../http/mount'
import { closeAccount, listClosed, readClosing } from './close-account'

/** The end of an account. */
export function closingRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.closing, async ({ user }) => ({ body: await readClosing(deps, user.id) }))

  mount(app, deps, endpoints.closeAccount, async ({ user, body, request }) => {
    const { until, seq } = await closeAccount(deps, user, body, request)
    deps.log({ level: 'info', what: 'account is being closed', user: user.id, address: callerOf(request) })
    return { body: { until }, seq }
  })

  mount(app, deps, endpoints.closedAccounts, async ({ body }) => ({
    body: { accountIds: await listClosed(deps, body.accountIds) },
  }))
}
