import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { addDays, type Day, todayIn } from '#schema/date-range'
import { LATE_ORDER_DAYS, LATE_ORDER_TOLD_DAYS } from '#schema/purchase'
import { updateStep } from '../../db/steps'
import { purchases } from '../../db/tables'
import type { Deps } from '../../deps'
import { hasOpenDispute } from '../../money/dispute-queries'
import { nextRefund } from '../../money/refund-outcomes'
import { workAlone } from '../../money/set-aside'
import { findPurchaseRow, type PurchaseRow } from './purchase-queries'
import { returnAllSteps } from './purchase-refunds'
import { movePurchaseSteps, purchaseHistoryStep } from './purchase-steps'

/**
 * Ends paid orders that their maker has not sent 14 days after the promised day, with a full refund; a week before both sides
 * are told. Running it again changes nothing more.
 */
export async function sweepLateOrders(deps: Deps): Promise<void> {
  const today = todayIn(deps.env.timezone, deps.now())
  for (const row of await listLate(deps, addDays(today, -LATE_ORDER_TOLD_DAYS)))
    if (row.lateToldAt === null) await workAlone(deps, `late purchase ${row.id}`, () => tell(deps, row))
  for (const row of await listLate(deps, addDays(today, -LATE_ORDER_DAYS)))
    await workAlone(deps, `late purchase ${row.id}`, () => end(deps, row))
}

/** Paid orders that are not sent and whose promised day (see `promisedDay`) lies before `day`. */
function listLate({ db }: Deps, day: Day): Promise<PurchaseRow[]> {
  return db.read
    .select()
    .from(purchases)
    .where(
      and(
        inArray(purchases.status, ['paid', 'processing']),
        inArray(purchases.paymentState, ['captured', 'refunded', 'refund_failed']),
        isNull(purchases.releasedAt),
        isNotNull(purchases.estimatedDeliveryDate),
        lt(purchases.estimatedDeliveryDate, day),
        or(isNull(purchases.needBy), lt(purchases.needBy, day)),
      ),
    )
}

async function tell(deps: Deps, { id }: PurchaseRow): Promise<void> {
  await deps.db.write(async () => {
    const row = await findPurchaseRow(deps.db, id)
    if (!row || !isUnsent(row) || row.lateToldAt !== null || isAllBack(row)) return []
    // Nothing ends while a bank decides: both sides are told once it has.
    if (await hasOpenDispute(deps.db, { purchaseId: id })) return []
    const at = deps.now().toISOString()
    return [
      updateStep(purchases, { lateToldAt: at }, eq(purchases.id, id)),
      purchaseHistoryStep(id, { at, actor: 'clock', status: row.status, reason: 'late' }),
    ]
  })
}

async function end(deps: Deps, { id }: PurchaseRow): Promise<void> {
  await deps.db.write(async () => {
    const row = await findPurchaseRow(deps.db, id)
    // Told first: an order that was late already when this began is given its week.
    const isDue = row && isUnsent(row) && (isAllBack(row) || isWarned(row, deps.now()))
    if (!isDue || (await hasOpenDispute(deps.db, { purchaseId: id }))) return []
    const now = deps.now()
    const ending = { actor: 'clock', reason: 'not_sent', now } as const
    if (isAllBack(row)) {
      const changes = row.paymentState === 'captured' ? { paymentState: 'refunded' as const } : {}
      return movePurchaseSteps(row, 'cancelled', { ...ending, changes })
    }
    const attempt = await nextRefund(deps.db, { purchaseId: id })
    const changes = { paymentState: 'refunding' as const, refundedAmount: row.totalAmount }
    return [
      ...movePurchaseSteps(row, 'cancelled', { ...ending, changes }),
      ...(await returnAllSteps(deps, row, attempt, now)),
    ]
  })
}

const isUnsent = ({ status }: PurchaseRow) => status === 'paid' || status === 'processing'

/** The buyer's bank, or an operator, has returned everything: there is nothing to send. */
const isAllBack = ({ refundedAmount, totalAmount }: PurchaseRow) => refundedAmount === totalAmount

function isWarned({ lateToldAt }: PurchaseRow, now: Date): boolean {
  const days = LATE_ORDER_DAYS - LATE_ORDER_TOLD_DAYS
  return lateToldAt !== null && now >= new Date(Date.parse(lateToldAt) + days * DAY_MS)
}

const DAY_MS = 86_400_000
