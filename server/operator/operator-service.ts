import { randomInt } from 'node:crypto'
import type { Booking } from '#schema/booking'
import type { DamageReport } from '#schema/damage-report'
import { Refusal } from '#schema/errors'
import { formatCents } from '#schema/money'
import type { ClaimDecision, HideChange, OperatorRefund, PasswordReset, SuspendChange } from '#schema/operator'
import { refundBooking } from '../bookings/booking-refunds'
import { decideDamage } from '../damage-reports/damage-service'
import type { Deps } from '../deps'
import { findUserByName, type UserRow } from '../users/user-queries'
import { findHideable, findOperatorBooking } from './operator-queries'
import { actStep, hideStep, passwordSteps, suspendSteps, unsuspendSteps } from './operator-steps'

/**
 * What operators do, from the page and from the command line alike. `operator` is who: a username, or 'cli'. Every act leaves a
 * line in the batch that does it, so that there is neither an act without its line nor a line without its act.
 */

/** Decides a contested or expired claim; approving charges the renter. */
export function decideClaim(
  deps: Deps,
  operator: string,
  reportId: number,
  { approve, finalAmount, note }: ClaimDecision,
): Promise<DamageReport> {
  const act = approve ? `approve claim for ${formatCents(finalAmount ?? 0)}` : 'reject claim'
  const record = actStep({ operator, act, subject: `claim ${reportId}`, note, now: deps.now() })
  return decideDamage(deps, reportId, { approve, finalAmount: finalAmount ?? null, note }, [record])
}

/** Returns captured money to the renter. @throws Refusal `not_refundable` when there is not that much left */
export async function refund(
  deps: Deps,
  operator: string,
  bookingId: number,
  { amount, note }: OperatorRefund,
): Promise<Booking> {
  await readBooking(deps, bookingId)
  const act = `refund ${formatCents(amount)}`
  await refundBooking(deps, bookingId, amount, [
    actStep({ operator, act, subject: `booking ${bookingId}`, note, now: deps.now() }),
  ])
  return readBooking(deps, bookingId)
}

/** A booking as both sides see it. @throws Refusal `not_found` */
export async function readBooking(deps: Deps, bookingId: number): Promise<Booking> {
  const booking = await findOperatorBooking(deps.db, bookingId)
  if (!booking) throw new Refusal('not_found', `There is no booking ${bookingId}.`)
  return booking
}

/** Takes something off the public pages or puts it back; what is so already stays, without a line. */
export async function hide(deps: Deps, operator: string, { kind, id, hidden, note }: HideChange): Promise<number> {
  const { seq } = await deps.db.write(async () => {
    const found = await findHideable(deps.db, kind, id)
    const missing = `There is no ${kind} ${id}.`
    if (!found) throw new Refusal('not_found', missing, { id: missing })
    if ((found.hiddenAt !== null) === hidden) return { steps: [], value: null }
    const now = deps.now()
    const record = actStep({ operator, act: hidden ? 'hide' : 'show', subject: `${kind} ${id}`, note, now })
    return { steps: [hideStep(kind, id, hidden ? now.toISOString() : null), record], value: null }
  })
  return seq
}

/** Suspends somebody or lets them in again. Their bookings go on as agreed. */
export async function suspend(
  deps: Deps,
  operator: string,
  { username, suspended, note }: SuspendChange,
): Promise<number> {
  const { seq } = await deps.db.write(async () => {
    const user = await findNamed(deps, username)
    if (suspended && user.isOperator)
      throw new Refusal('forbidden', 'An operator cannot be suspended.', {
        username: 'An operator cannot be suspended.',
      })
    if ((user.suspendedAt !== null) === suspended) return { steps: [], value: null }
    const now = deps.now()
    const change =
      user.suspendedAt === null ? suspendSteps(user.id, now.toISOString()) : unsuspendSteps(user.id, user.suspendedAt)
    const record = actStep({
      operator,
      act: suspended ? 'suspend' : 'unsuspend',
      subject: `user ${user.username}`,
      note,
      now,
    })
    return { steps: [...change, record], value: null }
  })
  return seq
}

/** Gives somebody a new password, told once and kept nowhere in the clear. Their sessions end. */
export async function resetPassword(deps: Deps, operator: string, { username, note }: PasswordReset): Promise<string> {
  await findNamed(deps, username)
  const password = newPassword()
  const passwordHash = await deps.passwords.hash(password)
  await deps.db.write(async () => {
    const user = await findNamed(deps, username)
    const record = actStep({
      operator,
      act: 'reset password',
      subject: `user ${user.username}`,
      note,
      now: deps.now(),
    })
    return { steps: [...passwordSteps(user.id, passwordHash), record], value: null }
  })
  return password
}

async function findNamed(deps: Deps, username: string): Promise<UserRow> {
  const user = await findUserByName(deps.db, username)
  if (!user) throw new Refusal('user_not_found', undefined, { username: `There is nobody called ${username}.` })
  return user
}

/** Letters and digits that nobody mistakes for one another when they are read out. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of five: about 99 bits. */
function newPassword(): string {
  const group = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
