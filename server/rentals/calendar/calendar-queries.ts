import { subDays } from 'date-fns'
import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import { BLOCKING_STATUSES } from '#schema/booking'
import type { Db } from '../../db/client'
import { bookings, users } from '../../db/tables'
import { findBookings, maySeeDelivery, maySeePlace } from '../bookings/booking-queries'
import type { CalendarEntry } from './calendar-file'
import { hashCalendarToken } from './calendar-token'

/** Programs that ask seldom still hear that something is off. */
const CANCELLED_SHOWN_DAYS = 30

/** The person whose calendar this token opens, or null. */
export async function findCalendarOwner(db: Db, token: string): Promise<number | null> {
  const [found] = await db.read
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.calendarToken, hashCalendarToken(token)), isNull(users.suspendedAt)))
  return found?.id ?? null
}

/** The agreed bookings of a person on either side, and those called off lately; the earliest first. */
export async function listCalendarEntries(db: Db, userId: number, now: Date): Promise<CalendarEntry[]> {
  const since = subDays(now, CANCELLED_SHOWN_DAYS).toISOString()
  const ids = await db.read
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        or(eq(bookings.userId, userId), eq(bookings.ownerId, userId)),
        or(
          inArray(bookings.status, [...BLOCKING_STATUSES]),
          and(eq(bookings.status, 'cancelled'), gte(bookings.statusChangedAt, since)),
        ),
      ),
    )
    .orderBy(asc(bookings.startDate), asc(bookings.id))
  const found = await findBookings(
    db,
    ids.map(({ id }) => id),
  )
  const byId = new Map(found.map((booking) => [booking.row.id, booking]))
  return ids.flatMap(({ id }) => {
    const booking = byId.get(id)
    // One that was withdrawn before it was agreed on never was in the calendar.
    return booking?.history.some(({ status }) => status === 'approved') ? [toEntry(booking, userId)] : []
  })
}

function toEntry({ row, renterUsername, ownerUsername }: Found, userId: number): CalendarEntry {
  const side = row.userId === userId ? 'renter' : 'owner'
  return {
    id: row.id,
    side,
    title: row.listingTitle,
    startDate: row.startDate,
    endDate: row.endDate,
    timezone: row.timezone,
    quantity: row.quantity,
    otherUsername: side === 'renter' ? ownerUsername : renterUsername,
    pickupAddress: maySeePlace(row, userId) ? row.pickupAddress : null,
    ...(row.deliveryFeeCents !== null && { isDelivered: true, deliveryAddress: deliveryLine(row, userId) }),
    status: row.status,
    createdAt: row.createdAt,
    statusChangedAt: row.statusChangedAt,
  }
}

function deliveryLine(row: Found['row'], userId: number): string | null {
  if (!row.deliveryAddress || !maySeeDelivery(row, userId)) return null
  const { street, city, state, zipCode } = row.deliveryAddress
  return `${street}, ${city}, ${state} ${zipCode}`
}

type Found = Awaited<ReturnType<typeof findBookings>>[number]
