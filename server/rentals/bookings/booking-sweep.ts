import { and, eq, inArray, lte, or } from 'drizzle-orm'
import { NOT_PAID } from '#schema/booking'
import { todayIn } from '#schema/date-range'
import { endOfDayIn } from '#schema/zone'
import type { Db } from '../../db/client'
import type { Step } from '../../db/steps'
import { bookings } from '../../db/tables'
import type { Deps } from '../../deps'
import { drainCommands } from '../../money/drain-commands'
import { mayEndUnpaid } from '../../money/read-payments'
import { recoverDebts } from '../../money/recover-debts'
import { retryRefunds } from '../../money/refund-outcomes'
import { sweepDamagePayments } from '../damage-reports/damage-payments'
import { convergeOpenPayments, freeDays } from './booking-payments'
import type { BookingRow } from './booking-queries'
import { releaseBookings } from './booking-release'
import { expireSteps, moveSteps, releaseSteps } from './booking-steps'
import { readyAgainSteps } from './ready-again'
import { sendOwnPayments } from './send-own-payments'

/**
 * Moves every booking whose time has come: offers that nobody confirmed or answered end, unpaid approvals are cancelled,
 * paid bookings whose last day is over are completed. Running it twice changes nothing more.
 * @returns how many bookings moved. With `userId` only that person's bookings are looked at.
 */
export async function sweepBookings(deps: Deps, userId?: number): Promise<number> {
  const read = await convergeOpenPayments(deps, userId)
  const { value } = await deps.db.write(async () => {
    const now = deps.now()
    const moves = (await listDue(deps.db, now, deps.env.timezone, userId))
      .filter((row) => row.paymentState !== 'unconfirmed' || mayEndUnpaid(row, row.payBy ?? row.expiresAt, read, now))
      .map((row) => ({ row, steps: dueSteps(row, now) }))
      .filter(({ steps }) => steps.length > 0)
    const calledOff = moves.map(({ row }) => row).filter(({ status }) => status === 'approved')
    const ready = await readyAgainSteps(deps, calledOff)
    return { steps: [...moves.flatMap(({ steps }) => steps), ...ready], value: moves.length }
  })
  if (userId === undefined) await settleAll(deps)
  else await sendOwnPayments(deps, userId)
  return value
}

/** Sends every command, tries failed refunds again, takes back what was sent too much, and gives owners what has become theirs. */
async function settleAll(deps: Deps): Promise<void> {
  await drainCommands(deps)
  await retryRefunds(deps)
  await recoverDebts(deps)
  await drainCommands(deps)
  await releaseBookings(deps)
  await sweepDamagePayments(deps)
  await drainCommands(deps)
}

async function listDue(db: Db, now: Date, zone: string, userId?: number): Promise<BookingRow[]> {
  const at = now.toISOString()
  const due = or(
    and(eq(bookings.status, 'pending'), lte(bookings.expiresAt, at)),
    and(eq(bookings.status, 'approved'), lte(bookings.payBy, at)),
    and(eq(bookings.status, 'paid'), lte(bookings.endDate, todayIn(zone, new Date(now.getTime() + DAY_MS)))),
  )
  const mine = userId === undefined ? undefined : or(eq(bookings.userId, userId), eq(bookings.ownerId, userId))
  return db.read
    .select()
    .from(bookings)
    .where(and(inArray(bookings.status, ['pending', 'approved', 'paid']), due, mine))
}

/** A listing's zone may be a day ahead of the market's; `dueSteps` judges exactly. */
const DAY_MS = 86_400_000

function dueSteps(row: BookingRow, now: Date): Step[] {
  if (row.status === 'paid') {
    return endOfDayIn(row.timezone, row.endDate) < now
      ? moveSteps(row, 'completed', { actor: 'clock', reason: null, now })
      : []
  }
  if (row.status === 'pending') return expireSteps(row, now)
  if (row.paymentState === 'capturing') return []
  const { paymentState, steps } = releaseSteps(row, now)
  return [
    ...moveSteps(row, 'cancelled', {
      actor: 'clock',
      reason: NOT_PAID,
      now,
      changes: { paymentState, payBy: null },
    }),
    ...freeDays(row),
    ...steps,
  ]
}
