import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Booking } from '#schema/booking'
import type { DamageReport } from '#schema/damage-report'
import { Refusal } from '#schema/errors'
import { formatCents } from '#schema/money'
import {
  type ClaimDecision,
  type CodesEnd,
  type HideChange,
  hasDuty,
  type OperatorChange,
  type OperatorRefund,
  type PasswordReset,
  type PayoutsChange,
  type SuspendChange,
} from '#schema/operator'
import type { Purchase } from '#schema/purchase'
import { hasCodes } from '../auth/code-queries'
import { codesOffSteps } from '../auth/code-service'
import { hasEndingPasskeys } from '../auth/passkey-queries'
import { passwordLink } from '../auth/password-service'
import { lockSteps } from '../auth/password-steps'
import { actStep } from '../db/operator-acts'
import { guard, type Step } from '../db/steps'
import type { Deps } from '../deps'
import { refundOrder } from '../made-to-order/purchases/purchase-refunds'
import { accountMailStep } from '../mail/account-links'
import { OPERATOR_LINK_MS } from '../mail/mail-words'
import { wakeMails } from '../mail/send-mails-soon'
import { isUpheld } from '../moderation/appeal-queries'
import { endUnpaidOfHidden, endUnpaidOfSuspended } from '../moderation/end-unpaid'
import { toldActSteps } from '../moderation/moderation-acts'
import { listParties, listReportersOf } from '../moderation/report-queries'
import { drainSoon } from '../money/drain-commands'
import { refundBooking } from '../rentals/bookings/booking-refunds'
import { findClaim } from '../rentals/damage-reports/damage-queries'
import { decideDamage } from '../rentals/damage-reports/damage-service'
import { putOnShowSteps } from '../users/on-show'
import { findUserByName, findUserRow, type UserRow } from '../users/user-queries'
import { findHideable, findOperatorBooking, findOperatorPurchase, isOffWithOwner } from './operator-queries'
import { hideStep, holdPayoutsStep, operatorStep, suspendSteps } from './operator-steps'

/**
 * The acts of operators, from the page and from the command line alike. `operator` names the actor: a username, or `CLI`. Every act leaves a
 * line in the batch that does it, so that there is neither an act without its line nor a line without its act.
 */

/** The actor when it is not a person on the page. No username holds a space; older lines say `cli`, which is reserved. */
export const CLI = 'the command line'

/** Decides a contested or expired claim; approving charges the renter. */
export async function decideClaim(
  deps: Deps,
  operator: string,
  reportId: number,
  { approve, finalAmount, note }: ClaimDecision,
): Promise<DamageReport> {
  const claim = await findClaim(deps.db, reportId)
  if (!claim) throw new Refusal('not_found')
  const { ownerUsername, renterUsername } = await readBooking(deps, claim.booking.id)
  assertNotOwn(operator, ownerUsername, renterUsername)
  const act = approve ? `approve claim for ${formatCents(finalAmount ?? 0)}` : 'reject claim'
  const record = actStep({ operator, act, subject: `claim ${reportId}`, note, now: deps.now() })
  return decideDamage(deps, reportId, { approve, finalAmount: finalAmount ?? null, note }, [record])
}

/** Returns captured money to the renter. @throws Refusal `not_refundable` when there is not that much left, `price_changed` */
export async function refund(
  deps: Deps,
  operator: string,
  bookingId: number,
  { amount, note, returnedBefore }: OperatorRefund,
): Promise<Booking> {
  const { ownerUsername, renterUsername } = await readBooking(deps, bookingId)
  assertNotOwn(operator, ownerUsername, renterUsername)
  const record = refundActSteps(operator, `booking ${bookingId}`, amount, note, deps.now())
  await refundBooking(deps, bookingId, amount, record, returnedBefore)
  return readBooking(deps, bookingId)
}

const REPEATED_MS = 3_600_000

/** An act whose answer was lost may be given again: within an hour the same amount and words make no second refund. */
function refundActSteps(operator: string, subject: string, amount: number, note: string, now: Date): Step[] {
  const act = `refund ${formatCents(amount)}`
  const since = new Date(now.getTime() - REPEATED_MS).toISOString()
  const isNew = sql`NOT EXISTS (SELECT 1 FROM operator_acts WHERE act = ${act} AND subject = ${subject} AND note = ${note} AND at > ${since})`
  const words =
    'The same refund was made within the last hour. Nothing more was returned; a refund beside it needs another note.'
  return [guard(isNew, new Refusal('in_progress', words)), actStep({ operator, act, subject, note, now })]
}

/** Returns money of an order to its buyer. @throws Refusal `not_refundable` when there is not that much left, `price_changed`, `disputed` */
export async function refundPurchase(
  deps: Deps,
  operator: string,
  purchaseId: number,
  { amount, note, returnedBefore }: OperatorRefund,
): Promise<Purchase> {
  const { buyerUsername, sellerUsername } = await readPurchase(deps, purchaseId)
  assertNotOwn(operator, buyerUsername, sellerUsername)
  const record = refundActSteps(operator, `purchase ${purchaseId}`, amount, note, deps.now())
  await refundOrder(deps, purchaseId, amount, record, returnedBefore)
  return readPurchase(deps, purchaseId)
}

/** An order as both sides see it. @throws Refusal `not_found` */
export async function readPurchase(deps: Deps, purchaseId: number): Promise<Purchase> {
  const purchase = await findOperatorPurchase(deps.db, purchaseId)
  if (!purchase) throw new Refusal('not_found', `There is no purchase ${purchaseId}.`)
  return purchase
}

/** A booking as both sides see it. @throws Refusal `not_found` */
export async function readBooking(deps: Deps, bookingId: number): Promise<Booking> {
  const booking = await findOperatorBooking(deps.db, bookingId)
  if (!booking) throw new Refusal('not_found', `There is no booking ${bookingId}.`)
  return booking
}

/**
 * Takes something off the public pages or puts it back; what is so already stays, without a line.
 * @throws Refusal `forbidden` for what is the operator's own; where an appeal has upheld the hiding, for all but those who decide on appeals
 */
export async function hide(deps: Deps, operator: string, { kind, id, hidden, note }: HideChange): Promise<number> {
  const { seq } = await deps.db.write(async (ids) => {
    const found = await findHideable(deps.db, kind, id)
    const missing = `There is no ${kind} ${id}.`
    if (!found) throw new Refusal('not_found', missing, { id: missing })
    assertNotOwn(operator, found.username, ...(await listParties(deps.db, { kind, id })))
    const owner = await findUserRow(deps.db, found.userId)
    // A thing that is off show with its person comes back with them, unless it is hidden by itself.
    const withOwner = isOffWithOwner(kind) ? (owner?.suspendedAt ?? null) : null
    const isHidden = found.hiddenAt !== null && found.hiddenAt !== withOwner
    if (isHidden === hidden) return []
    if (!hidden && found.hiddenAt !== null && (await isUpheld(deps.db, found.userId, found.hiddenAt)))
      await assertDecidesAppeals(deps, operator)
    const now = deps.now()
    const steps = [hideStep(kind, id, hidden ? now.toISOString() : withOwner)]
    if (!hidden) return [...steps, actStep({ operator, act: 'show', subject: `${kind} ${id}`, note, now })]
    const concerned = { personId: found.userId, tell: [found.userId] }
    const told = await toldActSteps(ids, { kind, id, act: 'hide', ...concerned, reason: note, operator, now })
    return [...steps, ...(await endUnpaidOfHidden(deps, kind, id)), ...told.steps]
  })
  drainSoon(deps)
  wakeMails(deps)
  return seq
}

/** Suspends somebody or lets them in again. Their bookings go on as agreed; what nobody has paid them yet ends. */
export async function suspend(
  deps: Deps,
  operator: string,
  { username, suspended, note }: SuspendChange,
): Promise<number> {
  const { seq } = await deps.db.write(async (ids) => {
    const user = await findNamed(deps, username)
    if (suspended) await assertMaySuspend(deps, operator, user, 'username')
    assertNotClosing(user, 'username')
    if ((user.suspendedAt !== null) === suspended) return []
    const now = deps.now()
    const logged = `user ${user.id}`
    if (user.suspendedAt !== null) {
      const record = actStep({ operator, act: 'unsuspend', subject: logged, note, now })
      return [...putOnShowSteps(user.id, user.suspendedAt), record]
    }
    const concerned = { kind: 'person', id: user.id, personId: user.id, tell: [user.id], logged } as const
    const told = await toldActSteps(ids, { ...concerned, act: 'suspend', reason: note, operator, now })
    return [...suspendSteps(user.id, now.toISOString()), ...(await endUnpaidOfSuspended(deps, user.id)), ...told.steps]
  })
  drainSoon(deps)
  wakeMails(deps)
  return seq
}

/**
 * Makes somebody an operator or ends that. Only the command line calls this: nobody becomes an operator over the network.
 * An account that is in the wanted state already stays, without a line.
 */
export async function setOperator(
  deps: Deps,
  operator: string,
  { username, isOperator, role, note }: OperatorChange,
): Promise<void> {
  await deps.db.write(async () => {
    const user = await findNamed(deps, username)
    if (isOperator && user.suspendedAt) throw new Refusal('forbidden', 'A suspended account cannot be an operator.')
    const isSo = user.isOperator === isOperator && (!isOperator || user.operatorRole === role)
    if (isSo) return []
    const act = isOperator ? `grant operator (${role})` : 'revoke operator'
    const record = actStep({ operator, act, subject: `user ${user.id}`, note, now: deps.now() })
    return [operatorStep(user.id, isOperator, role), record]
  })
}

/**
 * Holds somebody's payouts, or lets them go on that their suspension has held: letting the person in again does not.
 * @throws Refusal `user_not_found`, `forbidden` for the operator's own
 */
export async function holdPayouts(
  deps: Deps,
  operator: string,
  { username, held, note }: PayoutsChange,
): Promise<number> {
  const { seq } = await deps.db.write(async () => {
    const user = await findNamed(deps, username)
    assertNotOwn(operator, user.username)
    if ((user.payoutsHeldAt !== null) === held) return []
    const now = deps.now()
    const act = held ? 'hold payouts' : 'release payouts'
    const record = actStep({ operator, act, subject: `user ${user.id}`, note, now })
    return [holdPayoutsStep(user.id, held ? now.toISOString() : null), record]
  })
  return seq
}

/**
 * Ends somebody's password, passkeys and sessions, and mails them a link for a new one. @returns the link, for the command line of a
 * server without mail
 * @throws Refusal `forbidden` for an operator's account, and on the page of a server without mail
 */
export async function resetPassword(deps: Deps, operator: string, { username, note }: PasswordReset): Promise<string> {
  if (deps.mail.mode === 'off' && operator !== CLI)
    throw new Refusal('forbidden', 'This server sends no mail. The command line makes a link for a new password.')
  assertMayReset(operator, await findNamed(deps, username))
  const nobodys = await deps.passwords.hash(randomBytes(32).toString('base64url'))
  const { value } = await deps.db.write(async () => {
    const user = await findNamed(deps, username)
    assertMayReset(operator, user)
    const now = deps.now()
    const record = actStep({ operator, act: 'reset password', subject: `user ${user.id}`, note, now })
    const { steps, url } = passwordLink(deps, user, OPERATOR_LINK_MS)
    const told = (await hasEndingPasskeys(deps.db, user.id))
      ? [accountMailStep(user.id, 'passkey_removed', `passkey:${crypto.randomUUID()}`, now)]
      : []
    return { steps: [...lockSteps(user.id, nobodys), ...told, ...steps, record], value: url }
  })
  wakeMails(deps)
  return value
}

/**
 * Ends the codes of somebody who has proven to the operator who they are: a password opens their account again. Who has none stays, without
 * a line.
 * @throws Refusal `user_not_found`, `forbidden` for an operator's account
 */
export async function endCodes(deps: Deps, operator: string, { username, note }: CodesEnd): Promise<void> {
  await deps.db.write(async () => {
    const user = await findNamed(deps, username)
    // A stolen password would add a factor in their place.
    if (user.isOperator)
      throw new Refusal('forbidden', 'Revoke this operator first, and grant the role again once there is a new factor.')
    if (!(await hasCodes(deps.db, user.id))) return []
    const record = actStep({ operator, act: 'end codes', subject: `user ${user.id}`, note, now: deps.now() })
    return [...(await codesOffSteps(deps, user.id)), record]
  })
  wakeMails(deps)
}

/** An operator who gave another one a new password would be both. @throws Refusal `forbidden` */
function assertMayReset(operator: string, user: UserRow): void {
  const words = 'The password of an operator is reset on the command line alone.'
  if (user.isOperator && operator !== CLI) throw new Refusal('forbidden', words, { username: words })
}

/**
 * @throws Refusal `forbidden`, beside the form's `field`, for an operator's account, and for one that its person is closing; also for
 * somebody whom the operator has reported
 */
export async function assertMaySuspend(deps: Deps, operator: string, user: UserRow, field: string): Promise<void> {
  const words = 'An operator cannot be suspended.'
  if (user.isOperator) throw new Refusal('forbidden', words, { [field]: words })
  assertNotClosing(user, field)
  assertNotOwn(operator, ...(await listReportersOf(deps.db, user.id)))
}

/** @throws Refusal `forbidden` */
async function assertDecidesAppeals(deps: Deps, operator: string): Promise<void> {
  if (operator === CLI) return
  const user = await findUserByName(deps.db, operator)
  if (!user || !hasDuty(user, 'accounts'))
    throw new Refusal('forbidden', 'An appeal has upheld this. An operator who decides on appeals can show it again.')
}

/** Nobody decides on what is their own. @throws Refusal `forbidden` */
export function assertNotOwn(operator: string, ...sides: string[]): void {
  if (sides.includes(operator)) throw new Refusal('forbidden', 'Another operator decides on what is your own.')
}

/** Its person alone takes an account back. @throws Refusal `forbidden` */
function assertNotClosing(user: UserRow, field: string): void {
  const words = 'This account is being closed by its person.'
  if (user.closingAt) throw new Refusal('forbidden', words, { [field]: words })
}

/** @throws Refusal `user_not_found`, beside the form's `username` */
export async function findNamed(deps: Deps, username: string): Promise<UserRow> {
  const user = await findUserByName(deps.db, username)
  if (!user) throw new Refusal('user_not_found', undefined, { username: `There is nobody called ${username}.` })
  return user
}
