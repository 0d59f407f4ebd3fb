import { addMinutes } from 'date-fns'
import { sql } from 'drizzle-orm'
import {
  type Booking,
  bookingDateProblems,
  CANCELLED_UNSENT,
  type CancelPreview,
  type CancelWish,
  canChangeBooking,
  canGiveUp,
  ENDED_EARLY,
  endsEarly,
  type NewBooking,
  refundFor,
  UNCONFIRMED_OFFER_MINUTES,
} from '#schema/booking'
import { Refusal } from '#schema/errors'
import { isOut, isOutEarly } from '#schema/handover'
import { canBook } from '#schema/listing'
import { bookingTotal } from '#schema/money'
import { isAsShown, type WhatHolds } from '#schema/shown'
import { build, guard, type Step, step } from '../../db/steps'
import { bookings } from '../../db/tables'
import type { Deps } from '../../deps'
import { assertMayCancel, assertQuota } from '../../http/quotas'
import type { SessionUser } from '../../http/session-user'
import { assertPayable } from '../../money/assert-payable'
import { consentColumns } from '../../money/consent'
import { drainCommands, drainSoon, runCommand } from '../../money/drain-commands'
import { cancelFeeSteps } from '../../money/ledger/cancel-fee'
import { rentalOf } from '../../money/ledger/sale-ledger'
import { commandStep } from '../../money/payment-commands'
import { hasEnded } from '../../money/payment-targets'
import { providerCall } from '../../money/provider-call'
import { nextRefund, refundSteps } from '../../money/refund-outcomes'
import { isBlockedBetween } from '../../users/person-block-queries'
import { listHandovers } from '../handovers/handover-queries'
import { findKeptListing, findListing, findPickupNote, type ListingRow } from '../listings/listing-queries'
import { availabilitySteps, takeDaysSteps, type Wish, withClashingDays } from './availability-guard'
import { freeDays, holdsDays } from './booking-payments'
import {
  type BookingRow,
  findBooking,
  findBookingByClientId,
  findBookingRow,
  maySee,
  toBooking,
} from './booking-queries'
import { isCaptured, isMoving } from './booking-refunds'
import { declineRivalsSteps, declineSteps, historyStep, moveSteps, paymentStep, releaseSteps } from './booking-steps'
import { readyAgainSteps } from './ready-again'

interface Offer {
  booking: Booking
  clientSecret: string
}

/** Makes an offer with an unconfirmed hold. The same `clientId` again continues the first one. */
export async function createOffer(deps: Deps, user: SessionUser, wanted: NewBooking): Promise<Offer> {
  const earlier = wanted.clientId ? await findBookingByClientId(deps.db, user.id, wanted.clientId) : null
  if (earlier) return openPayment(deps, user, earlier.id)
  const found = await findListing(deps.db, wanted.listingId)
  if (!found) throw await whyNotOnShow(deps, wanted.listingId)
  if (!canBook(user, found.row)) throw new Refusal('own_listing')
  await assertNotBlocked(deps, user, found.row)
  assertDates(wanted, found.row, deps.now())
  assertDelivery(wanted, found.row)
  await assertCard(deps, user, wanted.paymentMethodId)
  const id = await storeOffer(deps, user, wanted, found.row.userId)
  return openPayment(deps, user, id)
}

/** Nobody is told that they are blocked. */
async function assertNotBlocked({ db }: Deps, user: SessionUser, listing: ListingRow): Promise<void> {
  if (await isBlockedBetween(db, user.id, listing.userId)) throw new Refusal('listing_unavailable')
}

/** A paused listing is still there; one that is hidden or deleted is not, for whoever would rent it. */
async function whyNotOnShow(deps: Deps, listingId: number): Promise<Refusal> {
  const kept = await findKeptListing(deps.db, listingId)
  return new Refusal(kept && !kept.hiddenAt ? 'listing_unavailable' : 'listing_not_found')
}

function assertDates(wanted: NewBooking, listing: ListingRow, now: Date): void {
  const fields = bookingDateProblems(wanted, listing, now)
  const message = Object.values(fields)[0]
  if (message) throw new Refusal('validation', message, fields)
}

function assertDelivery({ deliverTo }: NewBooking, { deliveryMiles }: ListingRow): void {
  if (!deliverTo || deliveryMiles !== null) return
  const { message } = new Refusal('delivery_unavailable')
  throw new Refusal('delivery_unavailable', message, { deliverTo: message })
}

async function assertCard(deps: Deps, user: SessionUser, cardId: string): Promise<void> {
  const card = user.stripeCustomerId
    ? await providerCall(() => deps.payments.gateway.findCard(user.stripeCustomerId ?? '', cardId))
    : null
  if (!card)
    throw new Refusal('payment_method_not_found', undefined, { paymentMethodId: 'Please select a payment method' })
}

async function storeOffer(deps: Deps, user: SessionUser, wanted: NewBooking, ownerId: number): Promise<number> {
  const now = deps.now()
  const at = now.toISOString()
  const wish: Wish = { ...wanted, ownerId }
  try {
    const { value } = await deps.db.write(async (ids) => {
      await assertQuota(deps, user.id, 'offer')
      const listing = (await findListing(deps.db, wanted.listingId))?.row
      if (!listing) throw await whyNotOnShow(deps, wanted.listingId)
      await assertNotBlocked(deps, user, listing)
      assertDates(wanted, listing, now)
      assertDelivery(wanted, listing)
      const holds = holdsFor(wanted, listing)
      if (!isAsShown(wanted, holds)) throw new Refusal('price_changed', undefined, undefined, { now: holds })
      assertPayable(holds.totalAmount, 'endDate')
      const id = await ids.next('bookings')
      const row: typeof bookings.$inferInsert = {
        id,
        listingId: listing.id,
        userId: user.id,
        ownerId: listing.userId,
        startDate: wanted.startDate,
        endDate: wanted.endDate,
        quantity: wanted.quantity,
        note: wanted.note || null,
        statusChangedAt: at,
        paymentMethodId: wanted.paymentMethodId,
        expiresAt: addMinutes(now, UNCONFIRMED_OFFER_MINUTES).toISOString(),
        totalAmount: holds.totalAmount,
        listingTitle: listing.title,
        listingPhoto: listing.mainImage,
        priceCents: listing.priceCents,
        weekPriceCents: listing.weekPriceCents,
        deliveryFeeCents: wanted.deliverTo ? holds.deliveryAmount : null,
        deliveryAddress: wanted.deliverTo ?? null,
        terms: listing.terms,
        cancellationPreset: listing.cancellationPreset,
        timezone: listing.timezone,
        ...consentColumns(wanted, at),
        termsVersion: user.termsVersion,
        createdAt: at,
        clientId: wanted.clientId ?? null,
      }
      return {
        value: id,
        steps: [
          ...availabilitySteps(wish, 'offer'),
          unchangedListing(listing),
          // The same offer sent twice at once: the second finds the first's client id taken.
          step(build.insert(bookings).values(row), new Refusal('in_progress')),
          historyStep(id, { at, actor: 'renter', status: 'pending', reason: null }),
          commandStep({ bookingId: id, kind: 'hold', attempt: 1, now }),
        ],
      }
    })
    return value
  } catch (error) {
    const twin =
      error instanceof Refusal && error.kind === 'in_progress' && wanted.clientId
        ? await findBookingByClientId(deps.db, user.id, wanted.clientId)
        : null
    if (twin) return twin.id
    throw await namedClash(deps, wish, error)
  }
}

function holdsFor(wanted: NewBooking, listing: ListingRow): WhatHolds {
  const { priceCents, weekPriceCents, deliveryMiles, deliveryFeeCents, terms, cancellationPreset } = listing
  const deliveryAmount = deliveryMiles === null ? null : (deliveryFeeCents ?? 0)
  const delivery = wanted.deliverTo ? deliveryAmount : null
  const totalAmount = bookingTotal(wanted, wanted.quantity, { day: priceCents, week: weekPriceCents, delivery })
  const asked = { unitAmount: priceCents, weekAmount: weekPriceCents, deliveryAmount }
  return { totalAmount, ...asked, terms, cancellationPreset, leadTimeInDays: null }
}

/** Undoes the batch when another server has changed what was compared. */
function unchangedListing(listing: ListingRow): Step {
  const { id, priceCents, terms, cancellationPreset, weekPriceCents, deliveryMiles, deliveryFeeCents } = listing
  return guard(
    sql`EXISTS (SELECT 1 FROM listings WHERE id = ${id} AND price_cents = ${priceCents} AND terms = ${terms} AND cancellation_preset = ${cancellationPreset}
      AND week_price_cents IS ${weekPriceCents} AND delivery_miles IS ${deliveryMiles} AND delivery_fee_cents IS ${deliveryFeeCents}
      AND min_days IS ${listing.minDays} AND max_days IS ${listing.maxDays})`,
    new Refusal('in_progress'),
  )
}

async function namedClash(deps: Deps, wish: Wish, error: unknown): Promise<unknown> {
  return error instanceof Refusal && error.kind === 'dates_taken' ? withClashingDays(deps.db, wish, error) : error
}

/** The secret with which the renter's browser finishes the payment of an open offer. */
export async function openPayment(deps: Deps, user: SessionUser, bookingId: number): Promise<Offer> {
  const row = await findBookingRow(deps.db, bookingId)
  if (!row || row.userId !== user.id) throw new Refusal('not_found')
  if (row.status === 'approved' && row.paymentState === 'capture_failed') await startSecondHold(deps, row)
  else if (row.status !== 'pending' && !(row.status === 'approved' && row.paymentState === 'unconfirmed'))
    throw new Refusal('not_pending')
  const current = (await findBookingRow(deps.db, bookingId)) ?? row
  await runCommand(deps, { bookingId }, 'hold', current.paymentAttempt)
  const opened = await findBookingRow(deps.db, bookingId)
  // It may have ended while the provider was slow: nobody is to put a hold on their card for it.
  if (opened && hasEnded(opened)) throw new Refusal('not_pending')
  const intentId = opened?.stripePaymentIntentId
  if (!intentId) throw new Refusal('payment_provider_unavailable')
  const { clientSecret } = await providerCall(() => deps.payments.gateway.getIntent(intentId))
  return { booking: await viewOf(deps, bookingId, user.id), clientSecret }
}

/** The first hold is let go: a bank that refused to take its money may hold it still. */
async function startSecondHold(deps: Deps, row: BookingRow): Promise<void> {
  const { id: bookingId, paymentAttempt, stripePaymentIntentId: left } = row
  const attempt = paymentAttempt + 1
  const now = deps.now()
  await deps.db.write(() => [
    paymentStep(row, { paymentAttempt: attempt, paymentState: 'unconfirmed', stripePaymentIntentId: null }),
    commandStep({ bookingId, kind: 'hold', attempt, now }),
    ...(left ? [commandStep({ bookingId, kind: 'release', attempt: paymentAttempt, targetId: left, now })] : []),
  ])
}

/** The owner's answer. Approving takes the days, declines rivals and takes the money; the same answer again changes nothing. */
export async function answerOffer(
  deps: Deps,
  user: SessionUser,
  bookingId: number,
  status: 'approved' | 'declined',
): Promise<{ booking: Booking; seq?: number }> {
  const row = await ownersBooking(deps, user, bookingId)
  if (isAnsweredWith(row, status)) return { booking: await viewOf(deps, bookingId, user.id) }
  if (!canChangeBooking(row.status, status, 'owner')) throw notPending(row)
  if (row.paymentState !== 'held') throw new Refusal('not_held')
  try {
    const seq = status === 'approved' ? await approve(deps, user, row) : await decline(deps, row)
    return { booking: await viewOf(deps, bookingId, user.id), seq }
  } catch (error) {
    // The same answer, delivered twice at once: the other one was first, and it is the answer that was wanted.
    const after =
      error instanceof Refusal && error.kind === 'not_pending' ? await findBookingRow(deps.db, bookingId) : null
    if (after && isAnsweredWith(after, status)) return { booking: await viewOf(deps, bookingId, user.id) }
    throw after && after.status !== 'pending' ? notPending(after) : error
  }
}

/** Why an offer cannot be answered any more. */
function notPending({ status, statusReason }: BookingRow): Refusal {
  if (status === 'expired') return new Refusal('not_pending', RUN_OUT)
  const isWithdrawn = statusReason === 'cancelled_by_renter'
  return new Refusal('not_pending', isWithdrawn ? 'The renter has withdrawn this offer.' : undefined)
}

const RUN_OUT = 'This offer has expired.'

function isAnsweredWith(row: BookingRow, status: 'approved' | 'declined'): boolean {
  return row.status === status || (status === 'approved' && row.status === 'paid')
}

async function approve(deps: Deps, owner: SessionUser, row: BookingRow): Promise<number> {
  const now = deps.now()
  const pickupAddress =
    [owner.street, owner.city, [owner.state, owner.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ') ||
    null
  const pickupNote = await findPickupNote(deps.db, row.listingId)
  try {
    const { seq } = await deps.db.write(() => [
      guard(
        sql`(SELECT expires_at FROM bookings WHERE id = ${row.id}) > ${now.toISOString()}`,
        new Refusal('not_pending', RUN_OUT),
      ),
      ...moveSteps(row, 'approved', {
        actor: 'owner',
        reason: null,
        now,
        changes: { paymentState: 'capturing', pickupAddress, pickupNote },
      }),
      ...availabilitySteps(row, 'approval'),
      ...takeDaysSteps(row.id, row),
      ...declineRivalsSteps(row.listingId, row.id, now),
      commandStep({ bookingId: row.id, kind: 'capture', attempt: row.paymentAttempt, now }),
    ])
    await runCommand(deps, { bookingId: row.id }, 'capture', row.paymentAttempt)
    drainSoon(deps)
    return seq
  } catch (error) {
    throw await namedClash(deps, row, error)
  }
}

async function decline(deps: Deps, row: BookingRow): Promise<number> {
  const { seq } = await deps.db.write(() => declineSteps(row, null, deps.now()))
  drainSoon(deps)
  return seq
}

/** The refund of a cancellation made now, in cents. */
export async function previewCancel(deps: Deps, user: SessionUser, bookingId: number) {
  return previewOf(await cancellable(deps, user, bookingId))
}

function previewOf({ row, refundAmount, isEarlyEnd }: Cancellable): CancelPreview {
  const percent = row.totalAmount === 0 ? 0 : Math.round((refundAmount / row.totalAmount) * 100)
  const { totalAmount } = row
  return { refundAmount, totalAmount, percent, captured: isCaptured(row), endsEarly: isEarlyEnd }
}

/** A caller that says what its person was shown is held to it. */
function isAsPreviewed({ expectedRefund, endsEarly, captured }: CancelWish, now: CancelPreview): boolean {
  if (captured !== undefined && captured !== now.captured) return false
  return expectedRefund === undefined || (expectedRefund === now.refundAmount && endsEarly === now.endsEarly)
}

/**
 * Cancels for one of the two sides, or ends a rental early for its renter.
 * @throws Refusal `price_changed` when its person was shown another refund; `now` is the preview of this moment
 */
export async function cancelBooking(
  deps: Deps,
  user: SessionUser,
  bookingId: number,
  shown: CancelWish,
): Promise<{ booking: Booking; seq: number }> {
  const { seq } = await deps.db.write(async () => {
    // Within the turn of the write: the thing may have been handed over since its owner pressed.
    const found = await cancellable(deps, user, bookingId)
    if (!isAsPreviewed(shown, previewOf(found)))
      throw new Refusal('price_changed', REFUND_CHANGED, undefined, { now: previewOf(found) })
    const end = { actor: 'renter' as const, reason: ENDED_EARLY, now: deps.now() }
    const steps = found.isEarlyEnd ? moveSteps(found.row, 'completed', end) : await cancelSteps(deps, user, found)
    return steps
  })
  await drainCommands(deps, { bookingId })
  return { booking: await viewOf(deps, bookingId, user.id), seq }
}

async function cancelSteps(deps: Deps, user: SessionUser, found: Cancellable): Promise<Step[]> {
  const { row, actor, pages } = found
  const now = deps.now()
  const payment = isCaptured(row)
    ? await refundOf(deps, user, found)
    : { refundedAmount: row.refundedAmount, ...releaseSteps(row, now) }
  return [
    // Undoes the batch when another server has changed what was compared.
    guard(
      sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${row.id} AND refunded_amount = ${row.refundedAmount})
        AND (SELECT count(*) FROM handovers WHERE booking_id = ${row.id}) = ${pages}`,
      new Refusal('in_progress'),
    ),
    ...moveSteps(row, 'cancelled', {
      actor,
      reason: row.heldAt === null ? CANCELLED_UNSENT : `cancelled_by_${actor}`,
      now,
      changes: { paymentState: payment.paymentState, refundedAmount: payment.refundedAmount, payBy: null },
    }),
    ...freeDays(row),
    ...(await readyAgainSteps(deps, holdsDays(row) ? [row] : [])),
    ...payment.steps,
  ]
}

/** The refund of a paid booking that is given up, and the fee of the side that gives it up. @throws Refusal `daily_limit` */
async function refundOf(deps: Deps, user: SessionUser, { row, actor, refundAmount }: Cancellable) {
  const { paymentState, refundedAmount } = row
  const fee = actor === 'owner' ? await cancelFeeSteps(deps.db, rentalOf(row), deps.now()) : []
  if (refundAmount === 0) return { paymentState, refundedAmount, steps: fee }
  await assertMayCancel(deps, user.id)
  const steps = [
    ...refundSteps(rentalOf(row), refundAmount, await nextRefund(deps.db, { bookingId: row.id }), deps.now()),
    ...fee,
  ]
  return { paymentState: 'refunding' as const, refundedAmount: refundedAmount + refundAmount, steps }
}

const REFUND_CHANGED = 'What comes back has changed since you looked. Nothing was cancelled.'

interface Cancellable {
  row: BookingRow
  actor: 'renter' | 'owner'
  refundAmount: number
  isEarlyEnd: boolean
  /** How many pages both sides have written about its handing over. */
  pages: number
}

async function cancellable(deps: Deps, user: SessionUser, bookingId: number): Promise<Cancellable> {
  const row = await visibleBooking(deps, user, bookingId)
  const actor = row.userId === user.id ? 'renter' : 'owner'
  const now = deps.now()
  if (!canGiveUp(row, actor, now)) throw new Refusal('not_cancellable')
  const pages = await listHandovers(deps.db, row.id)
  if (actor === 'owner' && isOut(row, pages, now))
    throw new Refusal('not_cancellable', 'It is with its renter now. Ask for it back in the messages.')
  if (isMoving(row)) throw new Refusal('in_progress')
  const refund = refundFor({ ...row, zone: row.timezone }, actor, now)
  const isEarlyEnd = endsEarly(row, actor, now) || (actor === 'renter' && isOutEarly(row, pages, now))
  const refundAmount = isEarlyEnd ? 0 : Math.min(refund, row.totalAmount - row.refundedAmount)
  return { row, actor, refundAmount, isEarlyEnd, pages: pages.length }
}

async function ownersBooking(deps: Deps, user: SessionUser, bookingId: number): Promise<BookingRow> {
  const row = await visibleBooking(deps, user, bookingId)
  if (row.ownerId !== user.id) throw new Refusal('forbidden')
  return row
}

/** A booking that the caller may see. @throws Refusal `not_found`, whether it is missing or somebody else's */
export async function visibleBooking(deps: Deps, user: SessionUser, bookingId: number): Promise<BookingRow> {
  const row = await findBookingRow(deps.db, bookingId)
  if (!row || !maySee(row, user.id)) throw new Refusal('not_found')
  return row
}

async function viewOf(deps: Deps, bookingId: number, viewerId: number): Promise<Booking> {
  const found = await findBooking(deps.db, bookingId)
  if (!found) throw new Refusal('not_found')
  return toBooking(found, viewerId)
}
