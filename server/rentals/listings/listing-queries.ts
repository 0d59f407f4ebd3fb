import { and, asc, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { withReadyDays } from '#schema/availability'
import { BLOCKING_STATUSES } from '#schema/booking'
import { addDays, type Day } from '#schema/date-range'
import { type BusyRange, type CatalogueListing, type Listing, MAX_BUFFER_DAYS, type OwnListing } from '#schema/listing'
import { centsToDollars } from '#schema/money'
import { ratingOf } from '#schema/rating'
import type { Reads } from '../../db/client'
import { findRow } from '../../db/find-row'
import { isOneOf } from '../../db/is-one-of'
import { bookings, listings, userBlockedDates, users } from '../../db/tables'
import { LIST_PAGE } from '../../http/list-page'

export type ListingRow = typeof listings.$inferSelect

export const listingShown = and(isNull(listings.deletedAt), isNull(listings.hiddenAt), eq(listings.available, true))

/** A listing as everyone sees it: never the street or the ZIP code. */
export function toListing(row: ListingRow, ownerUsername: string): Listing {
  return {
    id: row.id,
    userId: row.userId,
    ownerUsername,
    title: row.title,
    description: row.description,
    images: row.images,
    mainImage: row.mainImage,
    price: centsToDollars(row.priceCents),
    category: row.category,
    availability: { available: row.available },
    terms: row.terms,
    quantity: row.quantity,
    cancellationPreset: row.cancellationPreset,
    neighborhood: row.neighborhood,
    city: row.city,
    timezone: row.timezone,
    photoAlts: row.photoAlts,
    createdAt: row.createdAt,
    ...ratingOf(row),
    ...rulesOf(row),
  }
}

/** The owner's rules; one that is not there is left out. */
function rulesOf(row: ListingRow): Partial<Listing> {
  const { minDays, maxDays, weekPriceCents, bufferDays, deliveryMiles, deliveryFeeCents } = row
  return {
    ...(minDays !== null && { minDays }),
    ...(maxDays !== null && { maxDays }),
    ...(weekPriceCents !== null && { weekPrice: centsToDollars(weekPriceCents) }),
    ...(bufferDays > 0 && { bufferDays }),
    ...(deliveryMiles !== null && { deliveryMiles, deliveryFee: centsToDollars(deliveryFeeCents ?? 0) }),
  }
}

/** A listing as its owner sees it, paused or not. */
export function toOwnListing(row: ListingRow, ownerUsername: string): OwnListing {
  return {
    ...toListing(row, ownerUsername),
    pickupNote: row.pickupNote,
    hidden: row.hiddenAt !== null,
    clientId: row.clientId,
  }
}

/** Listings by id for their owner's devices. */
export async function findOwnListings(db: Reads, ids: number[]): Promise<Map<number, OwnListing>> {
  const rows = await db.read
    .select({ listing: listings, ownerUsername: users.username })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.userId))
    .where(isOneOf(listings.id, ids))
  return new Map(rows.map(({ listing, ownerUsername }) => [listing.id, toOwnListing(listing, ownerUsername)]))
}

/** Listings on show, newest first; `cursor` is the id to continue below. */
export async function listListings(
  db: Reads,
  page: { cursor?: number | undefined; limit?: number | undefined },
  userId?: number,
): Promise<Listing[]> {
  const query = db.read
    .select({ listing: listings, ownerUsername: users.username })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.userId))
    .where(
      and(
        listingShown,
        page.cursor ? lt(listings.id, page.cursor) : undefined,
        userId === undefined ? undefined : eq(listings.userId, userId),
      ),
    )
    .orderBy(desc(listings.id))
    .$dynamic()
  const rows = await query.limit(page.limit ?? LIST_PAGE)
  return rows.map(({ listing, ownerUsername }) => toListing(listing, ownerUsername))
}

/** One listing on show, or null. */
export async function findListing(db: Reads, id: number): Promise<{ row: ListingRow; ownerUsername: string } | null> {
  const [found] = await db.read
    .select({ row: listings, ownerUsername: users.username })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.userId))
    .where(and(eq(listings.id, id), listingShown))
  return found ?? null
}

/** A listing that has not been deleted, on show or not, or null. */
export async function findKeptListing(db: Reads, id: number): Promise<ListingRow | null> {
  return findRow(db, listings, and(eq(listings.id, id), isNull(listings.deletedAt)))
}

/** A day before yesterday wherever on earth one asks: whether a thing was free then is nobody's question. */
const longGone = (now: Date) => addDays(now.toISOString().slice(0, 10), -3)

/** Listings with the ranges that blocking bookings and their owner take from yesterday on, for devices. */
export async function findCatalogueListings(
  db: Reads,
  ids: number[],
  now: Date,
): Promise<Map<number, CatalogueListing>> {
  const rows = await db.read
    .select({ listing: listings, ownerUsername: users.username })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.userId))
    .where(isOneOf(listings.id, ids))
  const busy = await findBusyRanges(db, ids, longGone(now))
  const away = await findAwayRanges(
    db,
    rows.map(({ listing }) => listing),
    longGone(now),
  )
  return new Map(
    rows.map(({ listing, ownerUsername }) => [
      listing.id,
      { ...toListing(listing, ownerUsername), busy: busy.get(listing.id) ?? [], away: away(listing) },
    ]),
  )
}

/** [first day, last day] of every range that an owner has blocked for all of their listings, or for this one, and that ends after a day. */
async function findAwayRanges(
  db: Reads,
  listings: Pick<ListingRow, 'id' | 'userId'>[],
  after: Day,
): Promise<(listing: Pick<ListingRow, 'id' | 'userId'>) => [string, string][]> {
  const ownerIds = [...new Set(listings.map(({ userId }) => userId))]
  const rows = await db.read
    .select()
    .from(userBlockedDates)
    .where(and(isOneOf(userBlockedDates.userId, ownerIds), gt(userBlockedDates.endDate, after)))
    .orderBy(asc(userBlockedDates.startDate), asc(userBlockedDates.id))
  const byOwner = Map.groupBy(rows, ({ userId }) => userId)
  return ({ id, userId }) =>
    (byOwner.get(userId) ?? [])
      .filter(({ listingId }) => listingId === null || listingId === id)
      .map(({ startDate, endDate }) => [startDate, endDate])
}

/** [first day, last day, quantity] of every blocking booking with the days for getting ready after it, by listing; those that end after a day. */
async function findBusyRanges(db: Reads, listingIds: number[], after: Day): Promise<Map<number, BusyRange[]>> {
  const rows = await db.read
    .select({
      listingId: bookings.listingId,
      startDate: bookings.startDate,
      endDate: bookings.endDate,
      quantity: bookings.quantity,
      bufferDays: bookings.bufferDays,
    })
    .from(bookings)
    .where(
      and(
        isOneOf(bookings.listingId, listingIds),
        inArray(bookings.status, [...BLOCKING_STATUSES]),
        // The longest getting ready after it may reach beyond that day.
        gt(bookings.endDate, addDays(after, -MAX_BUFFER_DAYS)),
      ),
    )
    .orderBy(asc(bookings.startDate), asc(bookings.id))
  const busy = new Map<number, BusyRange[]>()
  for (const row of rows) {
    const ranges = busy.get(row.listingId) ?? []
    const { startDate, endDate } = withReadyDays(row, row.bufferDays)
    if (endDate > after) ranges.push([startDate, endDate, row.quantity])
    busy.set(row.listingId, ranges)
  }
  return busy
}

/** The listing that this person posted under `clientId`, or null. */
export async function findListingByClientId(db: Reads, userId: number, clientId: string): Promise<ListingRow | null> {
  return findRow(db, listings, and(eq(listings.userId, userId), eq(listings.clientId, clientId)))
}

/** The owner's note to renters once they may come. */
export async function findPickupNote(db: Reads, listingId: number): Promise<string | null> {
  const [found] = await db.read.select({ note: listings.pickupNote }).from(listings).where(eq(listings.id, listingId))
  return found?.note ?? null
}
