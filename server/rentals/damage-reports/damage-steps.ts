import { eq, sql } from 'drizzle-orm'
import { canMoveClaim, type DamageActor, type DamageStatus } from '#schema/damage-report'
import { Refusal } from '#schema/errors'
import { guard, type Step, updateStep } from '../../db/steps'
import { damageReports } from '../../db/tables'
import type { DamageRow } from './damage-queries'

type Changes = Partial<typeof damageReports.$inferInsert>

/**
 * A claim's move to another status. The whole batch fails with `refusal` when the claim has moved or got its estimate since it was
 * read, and when this actor may not move it so.
 */
export function claimSteps(
  report: DamageRow,
  to: DamageStatus,
  move: { actor: DamageActor; now: Date; changes: Changes; refusal: Refusal },
): Step[] {
  if (!canMoveClaim(report.status, to, move.actor)) throw move.refusal
  const at = move.now.toISOString()
  return [
    unchangedGuard(report, move.refusal),
    updateStep(damageReports, { status: to, statusChangedAt: at, ...move.changes }, eq(damageReports.id, report.id)),
  ]
}

/** Undoes the batch unless the claim still stands where it was read. */
export function unchangedGuard({ id, status, repairEstimate }: DamageRow, refusal: Refusal): Step {
  return guard(
    sql`EXISTS (SELECT 1 FROM damage_reports WHERE id = ${id} AND status = ${status} AND repair_estimate IS ${repairEstimate})`,
    refusal,
  )
}

/**
 * The amount of an approved claim, in cents: never more than the estimate.
 * @throws Refusal `estimate_required`, `amount_above_estimate`
 */
export function payableAmount({ repairEstimate }: DamageRow, wanted: number | null): number {
  if (repairEstimate === null) throw new Refusal('estimate_required')
  const amount = wanted ?? repairEstimate
  if (amount > repairEstimate) {
    const refusal = new Refusal('amount_above_estimate')
    throw new Refusal('amount_above_estimate', refusal.message, { finalAmount: refusal.message })
  }
  return amount
}
