import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { PurchaseStatus } from '#schema/purchase'
import { build, guard, type Step, step, updateStep } from '../../db/steps'
import { purchaseHistory, purchases } from '../../db/tables'
import type { PurchaseHistory, PurchaseRow } from './purchase-queries'

interface Move {
  actor: PurchaseHistory['actor']
  reason: string | null
  now: Date
  changes?: Partial<typeof purchases.$inferInsert>
}

/** An order's move to another status: the row and a line of its history. Fails when somebody was faster. */
export function movePurchaseSteps(row: PurchaseRow, to: PurchaseStatus, { actor, reason, now, changes }: Move): Step[] {
  const at = now.toISOString()
  return [
    guard(
      sql`EXISTS (SELECT 1 FROM made_to_order_purchases WHERE id = ${row.id} AND status = ${row.status} AND payment_state = ${row.paymentState})`,
      new Refusal('purchase_moved'),
    ),
    updateStep(purchases, { status: to, statusChangedAt: at, ...changes }, eq(purchases.id, row.id)),
    purchaseHistoryStep(row.id, { at, actor, status: to, reason }),
  ]
}

export function purchaseHistoryStep(purchaseId: number, entry: PurchaseHistory): Step {
  return step(build.insert(purchaseHistory).values({ purchaseId, ...entry }))
}

/** Changes what is known of an order's payment without moving it, provided that it still stands where it was read. */
export function purchasePaymentStep(row: PurchaseRow, changes: Partial<typeof purchases.$inferInsert>): Step {
  const asRead = and(
    eq(purchases.id, row.id),
    eq(purchases.status, row.status),
    eq(purchases.paymentState, row.paymentState),
  )
  return updateStep(purchases, changes, asRead)
}
