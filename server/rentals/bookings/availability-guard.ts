import { type SQL, sql } from 'drizzle-orm'
import { BLOCKING_STATUSES, type BookingStatus } from '#schema/booking'
import { addDays, type DateRange, type Day, eachDay } from '#schema/date-range'
import { Refusal } from '#schema/errors'
import { MAX_BUFFER_DAYS } from '#schema/listing'
import type { Db } from '../../db/client'
import { guard, type Step, step } from '../../db/steps'

/**
 * The last day that a rental takes of a listing's calendar, in SQL: its own last day and as many days after it as its owner needs for
 * getting ready.
 */
const lastDayTaken = (endDate: SQL, bufferDays: SQL) => sql`date(${endDate}, '+' || ${bufferDays} || ' days')`

/** The days that a listing's owner needs now. */
const bufferOf = (listingId: number) => sql`(SELECT buffer_days FROM listings WHERE id = ${listingId})`

const TOO_FEW_PIECES = 'There are fewer pieces now than this offer asks for.'

/** The days and pieces that an offer wants of a listing's calendar. */
export interface Wish extends DateRange {
  listingId: number
  ownerId: number
  quantity: number
}

/**
 * The one guard of every path that makes or approves an offer: the listing is there, the owner has not blocked any of
 * the days for all of their listings or for this one, and every day, with those for getting ready after them, has room beside
 * approved, paid and completed bookings and the days after those. Put it first in the batch. While a
 * listing is paused no offer can be made, but one from before can still be approved.
 */
export function availabilitySteps(wish: Wish, purpose: 'offer' | 'approval'): Step[] {
  const { listingId, ownerId, quantity, startDate, endDate } = wish
  const taking = purpose === 'offer' ? sql`AND available = 1` : sql``
  const listing = sql`SELECT quantity FROM listings WHERE id = ${listingId} AND deleted_at IS NULL AND hidden_at IS NULL ${taking}`
  return [
    guard(sql`EXISTS (${listing})`, new Refusal('listing_unavailable')),
    guard(
      sql`NOT EXISTS (SELECT 1 FROM user_blocked_dates WHERE user_id = ${ownerId} AND (listing_id IS NULL OR listing_id = ${listingId}) AND start_date <= ${endDate} AND end_date >= ${startDate})`,
      new Refusal('dates_blocked'),
    ),
    guard(sql`${quantity} <= (${listing})`, new Refusal('dates_taken', TOO_FEW_PIECES)),
    guard(
      sql`NOT EXISTS (
        SELECT 1 FROM listing_days WHERE listing_id = ${listingId} AND day BETWEEN ${startDate} AND ${lastDayTaken(sql`${endDate}`, bufferOf(listingId))}
          AND taken + ${quantity} > (${listing}))`,
      new Refusal('dates_taken'),
    ),
  ]
}

/**
 * Takes a booking's days and those after it for getting ready, as many as its listing asks for now; the booking keeps their number.
 * The schema's own CHECK refuses a day that would be over-booked, whatever the guard thought.
 */
export function takeDaysSteps(bookingId: number, wish: Wish): Step[] {
  const { listingId, startDate, endDate, quantity } = wish
  const longest = JSON.stringify(eachDay({ startDate, endDate: addDays(endDate, MAX_BUFFER_DAYS) }))
  const last = lastDayTaken(sql`${endDate}`, bufferOf(listingId))
  return [
    step(
      sql`INSERT INTO listing_days (listing_id, day, taken, capacity)
      SELECT ${listingId}, value, ${quantity}, (SELECT quantity FROM listings WHERE id = ${listingId}) FROM json_each(${longest}) WHERE value <= ${last}
      ON CONFLICT (listing_id, day) DO UPDATE SET taken = taken + excluded.taken, capacity = excluded.capacity`,
      new Refusal('dates_taken'),
    ),
    step(sql`UPDATE bookings SET buffer_days = ${bufferOf(listingId)} WHERE id = ${bookingId}`),
  ]
}

/** Gives the days of an approved booking back, with those after it that it holds at this moment. */
export function freeDaysSteps(bookingId: number): Step[] {
  const held = sql`SELECT 1 FROM bookings b WHERE b.id = ${bookingId} AND b.listing_id = listing_days.listing_id
    AND listing_days.day BETWEEN b.start_date AND ${lastDayTaken(sql`b.end_date`, sql`b.buffer_days`)}`
  return [
    step(
      sql`UPDATE listing_days SET taken = taken - (SELECT quantity FROM bookings WHERE id = ${bookingId})
        WHERE listing_id = (SELECT listing_id FROM bookings WHERE id = ${bookingId}) AND EXISTS (${held})`,
    ),
    step(sql`UPDATE bookings SET buffer_days = 0 WHERE id = ${bookingId}`),
  ]
}

/** From which day on a listing has how many pieces. */
interface Capacity {
  listingId: number
  quantity: number
  from: Day
}

/** The days on which more pieces are rented than there would be, in order. Days for getting ready give way, so they do not count. */
export async function bookedBeyond(db: Db, { listingId, quantity, from }: Capacity): Promise<Day[]> {
  const [result] = await db.readBatch([
    {
      sql: `SELECT d.day AS day FROM listing_days d WHERE d.listing_id = ? AND d.day >= ? AND d.taken > ? AND (
        SELECT sum(b.quantity) FROM bookings b WHERE b.listing_id = d.listing_id AND b.start_date <= d.day AND b.end_date >= d.day
          AND b.status IN (SELECT value FROM json_each(?))) > ? ORDER BY d.day`,
      args: [listingId, from, quantity, JSON.stringify(BLOCKING_STATUSES), quantity],
    },
  ])
  return (result?.rows ?? []).map((row) => String(row.day))
}

/** Gives every day the listing's new number of pieces; days that are over keep what was true then. The schema's CHECK refuses fewer than are taken. */
export function capacityStep({ listingId, quantity, from }: Capacity, refusal: Refusal): Step {
  return step(
    sql`UPDATE listing_days SET capacity = ${quantity} WHERE listing_id = ${listingId} AND day >= ${from}`,
    refusal,
  )
}

/** True in SQL for a pending offer, aliased `b`, of this listing that no longer fits beside what is taken now. A day that was given back takes nothing. */
export function noPiecesLeft(listingId: number, exceptId: number): SQL {
  return sql`b.listing_id = ${listingId} AND b.id <> ${exceptId} AND b.status = ${'pending' satisfies BookingStatus} AND EXISTS (
    SELECT 1 FROM listing_days d WHERE d.listing_id = b.listing_id AND d.day BETWEEN b.start_date AND ${lastDayTaken(sql`b.end_date`, bufferOf(listingId))}
      AND d.taken > 0 AND d.taken + b.quantity > d.capacity)`
}

/** The refusal that names the clashing days, for a person to choose others. */
export async function withClashingDays(db: Db, wish: Wish, refusal: Refusal): Promise<Refusal> {
  const [result] = await db.readBatch([
    {
      sql: `SELECT d.day AS day FROM listing_days d JOIN listings l ON l.id = d.listing_id
        WHERE d.listing_id = ? AND d.day BETWEEN ? AND date(?, '+' || l.buffer_days || ' days') AND d.taken + ? > l.quantity ORDER BY d.day`,
      args: [wish.listingId, wish.startDate, wish.endDate, wish.quantity],
    },
  ])
  const days = (result?.rows ?? []).map((row) => String(row.day))
  return new Refusal(refusal.kind, refusal.message, { startDate: refusal.message, days: days.join(',') })
}
