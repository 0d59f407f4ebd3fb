import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { isOperator } from '#schema/operator'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import type { SessionUser } from '../http/session-user'
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

/** The calls of operators; everybody else is refused. */
export function operatorRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.operatorClaims, async ({ user }) => {
    nameOf(user)
    return { body: await listOperatorClaims(deps.db) }
  })

  mount(app, deps, endpoints.decideClaim, async ({ user, params, body }) => ({
    body: await decideClaim(deps, nameOf(user), params.id, body),
  }))

  mount(app, deps, endpoints.operatorBooking, async ({ user, params }) => {
    nameOf(user)
    return { body: await readBooking(deps, params.id) }
  })

  mount(app, deps, endpoints.operatorRefund, async ({ user, params, body }) => ({
    body: await refund(deps, nameOf(user), params.id, body),
  }))

  mount(app, deps, endpoints.operatorPurchase, async ({ user, params }) => {
    nameOf(user)
    return { body: await readPurchase(deps, params.id) }
  })

  mount(app, deps, endpoints.operatorRefundPurchase, async ({ user, params, body }) => ({
    body: await refundPurchase(deps, nameOf(user), params.id, body),
  }))

  mount(app, deps, endpoints.operatorMoney, async ({ user }) => {
    nameOf(user)
    return { body: await listMoneyTasks(deps) }
  })

  mount(app, deps, endpoints.operatorHide, async ({ user, body }) => ({
    seq: await hide(deps, nameOf(user), body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorSuspend, async ({ user, body }) => ({
    seq: await suspend(deps, nameOf(user), body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorPassword, async ({ user, body }) => {
    await resetPassword(deps, nameOf(user), body)
    return { body: {} }
  })

  mount(app, deps, endpoints.operatorLog, async ({ user, query }) => {
    nameOf(user)
    return { body: await listActs(deps.db, query) }
  })
}

/** The acting operator. @throws Refusal `forbidden` for everybody but operators */
function nameOf(user: SessionUser): string {
  if (!isOperator(user)) throw new Refusal('forbidden')
  return user.username
}
