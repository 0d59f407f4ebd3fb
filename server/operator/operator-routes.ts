import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { type Duty, hasDuty, isOperator } from '#schema/operator'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { isStrongSession, type SessionUser } from '../http/session-user'
import { listOpenAppeals } from '../moderation/appeal-queries'
import { listReported } from '../moderation/report-queries'
import { decideAppeal } from './appeal-decisions'
import { findAnything } from './find-anything'
import { listMoneyTasks } from './operator-money'
import { listActs, listOperatorClaims } from './operator-queries'
import {
  decideClaim,
  hide,
  holdPayouts,
  readBooking,
  readPurchase,
  refund,
  refundPurchase,
  resetPassword,
  suspend,
} from './operator-service'
import { leaveNote, readPerson, readThread } from './person-history'
import { decideReports } from './report-decisions'

/** The calls of operators; everybody else is refused. */
export function operatorRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.operatorClaims, async ({ user, request }) => {
    await nameOf(deps, { user, request }, 'read')
    return { body: await listOperatorClaims(deps.db) }
  })

  mount(app, deps, endpoints.decideClaim, async ({ user, request, params, body }) => ({
    body: await decideClaim(deps, await nameOf(deps, { user, request }, 'money'), params.id, body),
  }))

  mount(app, deps, endpoints.operatorBooking, async ({ user, request, params }) => {
    await nameOf(deps, { user, request }, 'read')
    return { body: await readBooking(deps, params.id) }
  })

  mount(app, deps, endpoints.operatorRefund, async ({ user, request, params, body }) => ({
    body: await refund(deps, await nameOf(deps, { user, request }, 'money'), params.id, body),
  }))

  mount(app, deps, endpoints.operatorPurchase, async ({ user, request, params }) => {
    await nameOf(deps, { user, request }, 'read')
    return { body: await readPurchase(deps, params.id) }
  })

  mount(app, deps, endpoints.operatorRefundPurchase, async ({ user, request, params, body }) => ({
    body: await refundPurchase(deps, await nameOf(deps, { user, request }, 'money'), params.id, body),
  }))

  mount(app, deps, endpoints.operatorMoney, async ({ user, request }) => {
    await nameOf(deps, { user, request }, 'money')
    return { body: await listMoneyTasks(deps) }
  })

  mount(app, deps, endpoints.operatorReports, async ({ user, request }) => {
    await nameOf(deps, { user, request }, 'read')
    return { body: await listReported(deps.db, user.id) }
  })

  mount(app, deps, endpoints.decideReports, async ({ user, request, body }) => ({
    seq: await decideReports(
      deps,
      await nameOf(deps, { user, request }, body.act === 'suspend' ? 'accounts' : 'moderate'),
      body,
    ),
    body: {},
  }))

  mount(app, deps, endpoints.operatorAppeals, async ({ user, request }) => ({
    body: await listOpenAppeals(deps.db, await nameOf(deps, { user, request }, 'read')),
  }))

  mount(app, deps, endpoints.decideAppeal, async ({ user, request, params, body }) => ({
    seq: await decideAppeal(deps, await nameOf(deps, { user, request }, 'accounts'), params.id, body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorHide, async ({ user, request, body }) => ({
    seq: await hide(deps, await nameOf(deps, { user, request }, 'moderate'), body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorSuspend, async ({ user, request, body }) => ({
    seq: await suspend(deps, await nameOf(deps, { user, request }, 'accounts'), body),
    body: {},
  }))

  mount(app, deps, endpoints.operatorPassword, async ({ user, request, body }) => {
    await resetPassword(deps, await nameOf(deps, { user, request }, 'accounts'), body)
    return { body: {} }
  })

  mount(app, deps, endpoints.operatorFind, async ({ user, request, query }) => {
    await nameOf(deps, { user, request }, 'read')
    return { body: await findAnything(deps.db, query.q) }
  })

  mount(app, deps, endpoints.operatorPerson, async ({ user, request, params }) => {
    await nameOf(deps, { user, request }, 'read')
    return { body: await readPerson(deps, params.id) }
  })

  mount(app, deps, endpoints.operatorNote, async ({ user, request, body }) => {
    await leaveNote(deps, await nameOf(deps, { user, request }, 'read'), body)
    return { body: {} }
  })

  mount(app, deps, endpoints.operatorPayouts, async ({ user, request, body }) => ({
    seq: await holdPayouts(deps, await nameOf(deps, { user, request }, 'money'), body),
    body: {},
  }))

  mount(app, deps, endpoints.readThread, async ({ user, request, body }) => ({
    body: await readThread(deps, await nameOf(deps, { user, request }, 'read'), body),
  }))

  mount(app, deps, endpoints.operatorLog, async ({ user, request, query }) => {
    await nameOf(deps, { user, request }, 'read')
    return { body: await listActs(deps.db, query) }
  })
}

/**
 * The acting operator. @throws Refusal `forbidden` for everybody but operators whose role has this duty; in production
 * `second_factor_required` for a session that a password alone has begun
 */
async function nameOf(
  deps: Deps,
  { user, request }: { user: SessionUser; request: Request },
  duty: Duty,
): Promise<string> {
  if (!isOperator(user)) throw new Refusal('forbidden')
  if (!hasDuty(user, duty))
    throw new Refusal('forbidden', 'Your role does not cover this. Please ask another operator.')
  if (deps.env.isProduction && !(await isStrongSession(deps, request))) throw new Refusal('second_factor_required')
  return user.username
}
