import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { appealAgainst, listOwnActs, readOwnAct } from './appeal-service'
import { putReport } from './report-service'

/** Reports of people to the operators, and appeals against what operators did. */
export function reportRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.putReport, ({ user, body, receipt }) => putReport(deps, user.id, body, receipt))

  mount(app, deps, endpoints.ownActs, async ({ user }) => ({ body: await listOwnActs(deps, user.id) }))

  mount(app, deps, endpoints.readAct, async ({ body }) => ({ body: await readOwnAct(deps, body.token) }))

  mount(app, deps, endpoints.appeal, async ({ body }) => ({ body: await appealAgainst(deps, body) }))
}
