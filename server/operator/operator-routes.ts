import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { isOperator } from '#schema/operator'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { isStrongSession, type SessionUser } from '../http/session-user'
import { listOpenAppeals } from '../moderation/appeal-queries'
import { listReported } from '../moderation/report-queries'
import { decideAppeal } from './appeal-decisions'
import { listMoneyTasks } from './operator-money'
import { listActs, listOperatorClaims } from './operator-queries'
import {
  decideClaim,
  hide,
  readBooking,
  readPurchase,
  refund,
  refundPurchase,
  resetPassword,
  suspend,
} from './operator-service'
import { decideReports } from './report-decisions'

/** The calls of operators; everybody else is refused. */
export function operatorRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.operatorClaims, async ({ user, request }) => {
    await nameOf(deps, { user, request })
    return { body: await listOperatorClaims(deps.db) }
  })

  mount(app, deps, endpoints.decideClaim, async ({ user, request, params, body }) => ({
    body: await decideClaim(deps, await nameOf(deps, { user, request }), params.id, body),
  }))

  mount(app, deps, endpoints.operatorBooking, async ({ user, request, params }) => {
    await nameOf(deps, { user, request })
    return { body: await readBooking(deps, params.id) }
  })

  mount(app, deps, endpoints.operatorRefund, async ({ user, request, params, body }) => ({
    body: await refund(deps, await nameOf(deps, { user, request }), params.id, body),
  }))

  mount(app, deps, endpoints.operatorPurchase, async ({ user, request, params }) => {
    await nameOf(deps, { user, request })
    return { body: await readPurchase(deps, params.id) }
  })

  mount(app, deps, endpoints.operatorRefundPurchase, async ({ user, request, params, body }) => ({
    body: await refundPurchase(deps, await nameOf(deps, { user, request }), params.id, body),
  }))

  mount(app, deps, endpoints.operatorMoney, async ({ user, request }) => {
    await nameOf(deps, { user, request })
    return { body: await listMoneyTasks(deps) }
  })

  mount(app, deps, endpoints.operatorReports, async ({ user, request }) => {
    await nameOf(deps, { user, request })
    return { body: await listReported(deps.db) }
  })

  mount(app, deps, endpoints.decideReports, async ({ user, request, body }) => ({
    seq: await decideReports(deps, await nameOf(deps, { user, request }), body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorAppeals, async ({ user, request }) => {
    await nameOf(deps, { user, request })
    return { body: await listOpenAppeals(deps.db) }
  })

  mount(app, deps, endpoints.decideAppeal, async ({ user, request, params, body }) => ({
    seq: await decideAppeal(deps, await nameOf(deps, { user, request }), params.id, body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorHide, async ({ user, request, body }) => ({
    seq: await hide(deps, await nameOf(deps, { user, request }), body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorSuspend, async ({ user, request, body }) => ({
    seq: await suspend(deps, await nameOf(deps, { user, request }), body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorPassword, async ({ user, request, body }) => {
    await resetPassword(deps, await nameOf(deps, { user, request }), body)
    return { body: {} }
  })

  mount(app, deps, endpoints.operatorLog, async ({ user, request, query }) => {
    await nameOf(deps, { user, request })
    return { body: await listActs(deps.db, query) }
  })
}

/**
 * The acting operator. @throws Refusal `forbidden` for everybody but operators; in production `second_factor_required` for a
 * session that a password alone has begun
 */
async function nameOf(deps: Deps, { user, request }: { user: SessionUser; request: Request }): Promise<string> {
  if (!isOperator(user)) throw new Refusal('forbidden')
  if (deps.env.isProduction && !(await isStrongSession(deps, request))) throw new Refusal('second_factor_required')
  return user.username
}
