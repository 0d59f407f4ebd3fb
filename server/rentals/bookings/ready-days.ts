import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { BLOCKING_STATUSES } from '#schema/booking'
import { addDays, type Day } from '#schema/date-range'
import { Refusal } from '#schema/errors'
import { MAX_BUFFER_DAYS } from '#schema/listing'
import type { Db } from '../../db/client'
import { guard, type Step, step } from '../../db/steps'
import { bookings, listingDays } from '../../db/tables'

interface Standing {
  id: number
  endDate: Day
  quantity: number
  bufferDays: number
}

/** A rental that stands, and how many days after it its owner will have for getting ready. */
export interface FittedRental extends Standing {
  to: number
}

/** A listing as it will be. `today` is the day in its zone. */
interface Listing {
  listingId: number
  quantity: number
  bufferDays: number
  today: Day
}

/** Steps that come before the days get another number of pieces, and steps that come after. */
export interface ReadyDaysSteps {
  freeing: Step[]
  taking: Step[]
}

/**
 * Gives the rentals that stand as many days for getting ready as their listing asks for. Where another rental has been agreed on
 * already, the days up to it are kept: nobody's rental is taken back. `listing_days` and the rentals change in one batch.
 * @param except rentals that end in the same batch
 */
export async function readyDaysSteps(db: Db, listing: Listing, except: ReadonlySet<number>): Promise<ReadyDaysSteps> {
  const { listingId, quantity, bufferDays, today } = listing
  const since = addDays(today, -MAX_BUFFER_DAYS - 1)
  const { id, startDate, endDate } = bookings
  const rows = await db.read
    .select({ id, startDate, endDate, quantity: bookings.quantity, bufferDays: bookings.bufferDays })
    .from(bookings)
    .where(and(eq(bookings.listingId, listingId), inArray(bookings.status, [...BLOCKING_STATUSES]), gt(endDate, since)))
    .orderBy(asc(endDate), asc(id))
  const days = await db.read
    .select({ day: listingDays.day, taken: listingDays.taken, capacity: listingDays.capacity })
    .from(listingDays)
    .where(and(eq(listingDays.listingId, listingId), gt(listingDays.day, since)))
  const taken = new Map(days.map(({ day, taken }) => [day, taken]))
  for (const row of rows.filter(({ id }) => except.has(id)))
    for (let day = row.startDate; day <= addDays(row.endDate, row.bufferDays); day = addDays(day, 1))
      taken.set(day, (taken.get(day) ?? 0) - row.quantity)
  // Days that are over keep the number of pieces that there was.
  const before = new Map(days.filter(({ day }) => day < today).map(({ day, capacity }) => [day, capacity]))
  const standing = rows.filter(({ id }) => !except.has(id))
  const fitted = fitReadyDays(standing, taken, (day) => before.get(day) ?? quantity, bufferDays)
  return {
    freeing: fitted.filter(({ to, bufferDays }) => to < bufferDays).flatMap((rental) => freeSteps(listingId, rental)),
    taking: fitted.filter(({ to, bufferDays }) => to > bufferDays).flatMap((rental) => takeSteps(listing, rental)),
  }
}

/** Pure: how many of the wanted days each rental gets. The one that ends first comes first. */
export function fitReadyDays(
  standing: readonly Standing[],
  takenOn: ReadonlyMap<Day, number>,
  piecesOn: (day: Day) => number,
  wanted: number,
): FittedRental[] {
  const taken = new Map(takenOn)
  const usedOn = (day: Day) => taken.get(day) ?? 0
  for (const { endDate, quantity, bufferDays } of standing)
    for (let after = 1; after <= bufferDays; after++) {
      const day = addDays(endDate, after)
      taken.set(day, usedOn(day) - quantity)
    }
  return standing.map((rental) => {
    let to = 0
    for (let day = addDays(rental.endDate, 1); to < wanted; day = addDays(day, 1)) {
      if (usedOn(day) + rental.quantity > piecesOn(day)) break
      taken.set(day, usedOn(day) + rental.quantity)
      to++
    }
    return { ...rental, to }
  })
}

function freeSteps(listingId: number, rental: FittedRental): Step[] {
  const { id, endDate, quantity, bufferDays, to } = rental
  const [first, last] = [addDays(endDate, to + 1), addDays(endDate, bufferDays)]
  return [
    stillStands(rental),
    step(
      sql`UPDATE listing_days SET taken = taken - ${quantity} WHERE listing_id = ${listingId} AND day BETWEEN ${first} AND ${last}`,
    ),
    readyStep(id, to),
  ]
}

function takeSteps({ listingId, quantity: pieces }: Listing, rental: FittedRental): Step[] {
  const { id, endDate, quantity, bufferDays, to } = rental
  const days = JSON.stringify(
    Array.from({ length: to - bufferDays }, (_, nth) => addDays(endDate, bufferDays + nth + 1)),
  )
  return [
    stillStands(rental),
    step(
      sql`INSERT INTO listing_days (listing_id, day, taken, capacity)
        SELECT ${listingId}, value, ${quantity}, ${pieces} FROM json_each(${days}) WHERE true
        ON CONFLICT (listing_id, day) DO UPDATE SET taken = taken + excluded.taken`,
    ),
    readyStep(id, to),
  ]
}

/** Undoes the batch when another server has called the rental off, or changed its days, since they were read. */
function stillStands({ id, bufferDays }: FittedRental): Step {
  const statuses = JSON.stringify(BLOCKING_STATUSES)
  return guard(
    sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${id} AND buffer_days = ${bufferDays} AND status IN (SELECT value FROM json_each(${statuses})))`,
    new Refusal('in_progress'),
  )
}

const readyStep = (id: number, days: number) => step(sql`UPDATE bookings SET buffer_days = ${days} WHERE id = ${id}`)
