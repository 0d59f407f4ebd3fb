import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { readPressedAt } from '../http/pressed-at'
import { appealAgainst, listOwnActs, readOwnAct } from './appeal-service'
import { setBlocked } from './person-block-service'
import { putReport } from './report-service'

/** Blocks between people, reports to the operators, and appeals against what operators did. */
export function reportRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.putReport, ({ user, body, receipt }) => putReport(deps, user.id, body, receipt))

  for (const [endpoint, isBlocked] of [
    [endpoints.blockPerson, true],
    [endpoints.unblockPerson, false],
  ] as const) {
    mount(app, deps, endpoint, ({ user, params, request, now, receipt }) => {
      const pressedAt = readPressedAt(request, now)
      return setBlocked(deps, user.id, { otherId: params.id, isBlocked, pressedAt }, receipt)
    })
  }

  mount(app, deps, endpoints.ownActs, async ({ user }) => ({ body: await listOwnActs(deps, user.id) }))

  mount(app, deps, endpoints.readAct, async ({ body }) => ({ body: await readOwnAct(deps, body.token) }))

  mount(app, deps, endpoints.appeal, async ({ body }) => ({ body: await appealAgainst(deps, body) }))
}
