import type { Elysia } from 'elysia'
import { type Endpoint, endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { type Duty, hasDuty, isOperator } from '#schema/operator'
import type { Deps } from '../deps'
import { type Call, mount, type Reply } from '../http/mount'
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
  /** Lets operators with this duty make a call. */
  const serve = <E extends Endpoint>(
    endpoint: E,
    duty: Duty,
    reply: (call: Call<E>, operator: string) => Promise<Reply<E>>,
  ) => mount(app, deps, endpoint, async (call) => reply(call, await nameOf(deps, call, duty)))

  serve(endpoints.operatorClaims, 'read', async () => ({ body: await listOperatorClaims(deps.db) }))
  serve(endpoints.decideClaim, 'money', async ({ params, body }, operator) => ({
    body: await decideClaim(deps, operator, params.id, body),
  }))
  serve(endpoints.operatorBooking, 'read', async ({ params }) => ({ body: await readBooking(deps, params.id) }))
  serve(endpoints.operatorRefund, 'money', async ({ params, body }, operator) => ({
    body: await refund(deps, operator, params.id, body),
  }))
  serve(endpoints.operatorPurchase, 'read', async ({ params }) => ({ body: await readPurchase(deps, params.id) }))
  serve(endpoints.operatorRefundPurchase, 'money', async ({ params, body }, operator) => ({
    body: await refundPurchase(deps, operator, params.id, body),
  }))
  serve(endpoints.operatorMoney, 'money', async () => ({ body: await listMoneyTasks(deps) }))
  serve(endpoints.operatorReports, 'read', async ({ user }) => ({ body: await listReported(deps.db, user.id) }))

  mount(app, deps, endpoints.decideReports, async ({ user, request, body }) => ({
    seq: await decideReports(
      deps,
      await nameOf(deps, { user, request }, body.act === 'suspend' ? 'accounts' : 'moderate'),
      body,
    ),
    body: {},
  }))

  serve(endpoints.operatorAppeals, 'read', async (_call, operator) => ({
    body: await listOpenAppeals(deps.db, operator),
  }))
  serve(endpoints.decideAppeal, 'accounts', async ({ params, body }, operator) => ({
    seq: await decideAppeal(deps, operator, params.id, body),
    body: {},
  }))
  serve(endpoints.operatorHide, 'moderate', async ({ body }, operator) => ({
    seq: await hide(deps, operator, body),
    body: {},
  }))
  serve(endpoints.operatorSuspend, 'accounts', async ({ body }, operator) => ({
    seq: await suspend(deps, operator, body),
    body: {},
  }))
  serve(endpoints.operatorPassword, 'accounts', async ({ body }, operator) => {
    await resetPassword(deps, operator, body)
    return { body: {} }
  })
  serve(endpoints.operatorFind, 'read', async ({ query }) => ({ body: await findAnything(deps.db, query.q) }))
  serve(endpoints.operatorPerson, 'read', async ({ params }) => ({ body: await readPerson(deps, params.id) }))
  serve(endpoints.operatorNote, 'read', async ({ body }, operator) => {
    await leaveNote(deps, operator, body)
    return { body: {} }
  })
  serve(endpoints.operatorPayouts, 'money', async ({ body }, operator) => ({
    seq: await holdPayouts(deps, operator, body),
    body: {},
  }))
  serve(endpoints.readThread, 'read', async ({ body }, operator) => ({ body: await readThread(deps, operator, body) }))
  serve(endpoints.operatorLog, 'read', async ({ query }) => ({ body: await listActs(deps.db, query) }))
}

/**
 * The acting operator. @throws Refusal `forbidden` for everybody but operators whose role has this duty; in production
 * `second_factor_required` for a session that a password alone has begun
 */
async function nameOf(
  deps: Deps,
  { user, request }: { user: SessionUser | null; request: Request },
  duty: Duty,
): Promise<string> {
  if (!user || !isOperator(user)) throw new Refusal('forbidden')
  if (!hasDuty(user, duty))
    throw new Refusal('forbidden', 'Your role does not cover this. Please ask another operator.')
  if (deps.env.isProduction && !(await isStrongSession(deps, request))) throw new Refusal('second_factor_required')
  return user.username
}
