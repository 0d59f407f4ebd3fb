import { and, asc, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod/mini'
import { BLOCKING_STATUSES, type Booking, type HistoryEntry, type PublicBooking } from '#schema/booking'
import { neighborhoodOf } from '#schema/places'
import type { Reads } from '../../db/client'
import { findRow } from '../../db/find-row'
import { isOneOf } from '../../db/is-one-of'
import { bookingHistory, bookings, users } from '../../db/tables'
import { findMoments, momentsFor, type OwnMoment } from '../../money/ledger/money-moments'

export type BookingRow = typeof bookings.$inferSelect
export type History = z.infer<typeof HistoryEntry>

const renters = alias(users, 'renters')
const owners = alias(users, 'owners')

interface FoundBooking {
  row: BookingRow
  renterUsername: string
  ownerUsername: string
  history: History[]
  money: OwnMoment[]
}

/** A booking as one of its sides sees it; the renter learns the pickup address once the money is taken. */
export function toBooking(found: FoundBooking, viewerId: number): Booking {
  const { row, renterUsername, ownerUsername, history, money } = found
  const knowsPlace = maySeePlace(row, viewerId)
  return {
    id: row.id,
    listingId: row.listingId,
    userId: row.userId,
    ownerId: row.ownerId,
    renterUsername,
    ownerUsername,
    startDate: row.startDate,
    endDate: row.endDate,
    quantity: row.quantity,
    note: row.note,
    createdAt: row.createdAt,
    status: row.status,
    statusReason: row.statusReason,
    statusChangedAt: row.statusChangedAt,
    paymentState: row.paymentState,
    expiresAt: row.expiresAt,
    payBy: row.payBy,
    totalAmount: row.totalAmount,
    refundedAmount: row.refundedAmount,
    ...(row.disputeState ? { disputeState: row.disputeState } : {}),
    listingTitle: row.listingTitle,
    listingPhoto: row.listingPhoto,
    pricePerDay: row.priceCents,
    ...agreedRules(row, viewerId),
    terms: row.terms,
    cancellationPreset: row.cancellationPreset,
    timezone: row.timezone,
    pickupNote: knowsPlace ? row.pickupNote : null,
    pickupAddress: knowsPlace ? row.pickupAddress : null,
    history,
    money: momentsFor(money, viewerId === row.ownerId),
    clientId: viewerId === row.userId ? row.clientId : null,
  }
}

function agreedRules(row: BookingRow, viewerId: number): Partial<Booking> {
  const { weekPriceCents, bufferDays, deliveryFeeCents } = row
  return {
    ...(weekPriceCents !== null && { pricePerWeek: weekPriceCents }),
    ...(bufferDays > 0 && { bufferDays }),
    ...(deliveryFeeCents !== null && { deliveryFee: deliveryFeeCents, ...deliveryOf(row, viewerId) }),
  }
}

/** The renter knows the delivery address; the owner learns it once the money is taken, while the rental stands. */
export function maySeeDelivery({ status, userId }: BookingRow, viewerId: number): boolean {
  return viewerId === userId || status === 'paid' || status === 'completed'
}

/** Roughly where things are to be brought is told before the street is. */
function deliveryOf(row: BookingRow, viewerId: number): Partial<Booking> {
  const { deliveryAddress: address } = row
  const knowsAddress = maySeeDelivery(row, viewerId)
  const place = address && [...new Set([neighborhoodOf(address.zipCode), address.city])].filter(Boolean).join(', ')
  return { deliveryAddress: knowsAddress ? address : null, deliveryPlace: place ?? null }
}

/** Bookings by id for one viewer; those that the viewer may not see are left out. */
export async function findBookingViews(db: Reads, ids: number[], viewerId: number): Promise<Map<number, Booking>> {
  const found = await findBookings(db, ids)
  const visible = found.filter(({ row }) => maySee(row, viewerId))
  return new Map(visible.map((booking) => [booking.row.id, toBooking(booking, viewerId)]))
}

/** The owner knows the pickup address; the renter learns it once the money is taken, while the rental stands. */
export function maySeePlace({ status, ownerId }: BookingRow, viewerId: number): boolean {
  return viewerId === ownerId || status === 'paid' || status === 'completed'
}

/** The renter always sees a booking; the owner from the moment on which its hold was confirmed. */
export function maySee(row: BookingRow, viewerId: number): boolean {
  return row.userId === viewerId || (row.ownerId === viewerId && row.heldAt !== null)
}

/** Bookings by id with both names and their history. */
export async function findBookings(db: Reads, ids: number[]): Promise<FoundBooking[]> {
  const rows = await db.read
    .select({ row: bookings, renterUsername: renters.username, ownerUsername: owners.username })
    .from(bookings)
    .innerJoin(renters, eq(renters.id, bookings.userId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .where(isOneOf(bookings.id, ids))
  const entries = await db.read
    .select()
    .from(bookingHistory)
    .where(isOneOf(bookingHistory.bookingId, ids))
    .orderBy(asc(bookingHistory.id))
  const moments = await findMoments(db, 'booking_id', ids)
  const byId = Map.groupBy(entries, (entry) => entry.bookingId)
  return rows.map((found) => ({
    ...found,
    history: (byId.get(found.row.id) ?? []).map(({ at, actor, status, reason }) => ({ at, actor, status, reason })),
    money: moments.get(found.row.id) ?? [],
  }))
}

/** One booking with names and history, or null. */
export async function findBooking(db: Reads, id: number): Promise<FoundBooking | null> {
  return (await findBookings(db, [id]))[0] ?? null
}

export async function findBookingRow(db: Reads, id: number): Promise<BookingRow | null> {
  return findRow(db, bookings, eq(bookings.id, id))
}

/** The offer that this renter made under `clientId`, or null. */
export async function findBookingByClientId(db: Reads, userId: number, clientId: string): Promise<BookingRow | null> {
  return findRow(db, bookings, and(eq(bookings.userId, userId), eq(bookings.clientId, clientId)))
}

export async function findBookingByIntent(db: Reads, intentId: string): Promise<BookingRow | null> {
  return findRow(db, bookings, eq(bookings.stripePaymentIntentId, intentId))
}

/** Offers that a person made (`renter`) or received (`owner`), newest first. */
export async function listBookings(db: Reads, userId: number, side: 'renter' | 'owner'): Promise<Booking[]> {
  const mine =
    side === 'renter' ? eq(bookings.userId, userId) : and(eq(bookings.ownerId, userId), isNotNull(bookings.heldAt))
  const rows = await db.read.select({ id: bookings.id }).from(bookings).where(mine).orderBy(desc(bookings.id))
  const ids = rows.map(({ id }) => id)
  const views = await findBookingViews(db, ids, userId)
  return ids.flatMap((id) => views.get(id) ?? [])
}

/** A listing's calendar as anyone may see it. */
export async function listPublicBookings(db: Reads, listingId: number): Promise<z.infer<typeof PublicBooking>[]> {
  return db.read
    .select({ status: bookings.status, startDate: bookings.startDate, endDate: bookings.endDate })
    .from(bookings)
    .where(and(eq(bookings.listingId, listingId), inArray(bookings.status, [...BLOCKING_STATUSES])))
    .orderBy(asc(bookings.startDate))
}

/** Bookings whose payment is on its way and may have moved at the provider. With `userId` only those of this renter or owner. */
export async function listOpenPayments(db: Reads, userId?: number): Promise<BookingRow[]> {
  return db.read
    .select()
    .from(bookings)
    .where(
      and(
        or(
          and(
            inArray(bookings.paymentState, ['unconfirmed', 'capturing']),
            inArray(bookings.status, ['pending', 'approved']),
          ),
          // An ended booking's hold that could not be let go may have been taken.
          eq(bookings.paymentState, 'releasing'),
        ),
        isNotNull(bookings.stripePaymentIntentId),
        userId === undefined ? undefined : or(eq(bookings.userId, userId), eq(bookings.ownerId, userId)),
      ),
    )
}
