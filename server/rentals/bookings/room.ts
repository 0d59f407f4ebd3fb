import { type SQL, sql } from 'drizzle-orm'
import type { BookingStatus } from '#schema/booking'
import { type DateRange, type Day, eachDay } from '#schema/date-range'
import { Refusal } from '#schema/errors'
import type { Db } from '../../db/client'
import { guard, type Step, step } from '../../db/steps'

/** The days and pieces that an offer wants of a listing's calendar. */
export interface Wish extends DateRange {
  listingId: number
  ownerId: number
  quantity: number
}

/**
 * The one guard of every path that makes or approves an offer: the listing is there, the owner has not blocked any of
 * the days, and every day has room beside approved, paid and completed bookings. Put it first in the batch. While a
 * listing is paused no offer can be made, but one from before can still be approved.
 */
export function roomSteps(wish: Wish, purpose: 'offer' | 'approval'): Step[] {
  const { listingId, ownerId, quantity, startDate, endDate } = wish
  const taking = purpose === 'offer' ? sql`AND available = 1` : sql``
  const listing = sql`SELECT quantity FROM listings WHERE id = ${listingId} AND deleted_at IS NULL AND hidden_at IS NULL ${taking}`
  return [
    guard(sql`EXISTS (${listing})`, new Refusal('listing_unavailable')),
    guard(
      sql`NOT EXISTS (SELECT 1 FROM user_blocked_dates WHERE user_id = ${ownerId} AND start_date <= ${endDate} AND end_date >= ${startDate})`,
      new Refusal('dates_blocked'),
    ),
    guard(
      sql`${quantity} <= (${listing}) AND NOT EXISTS (
        SELECT 1 FROM listing_days WHERE listing_id = ${listingId} AND day BETWEEN ${startDate} AND ${endDate} AND taken + ${quantity} > (${listing}))`,
      new Refusal('dates_taken'),
    ),
  ]
}

/** Takes the days. The schema's own CHECK refuses a day that would be over-booked, whatever the guard thought. */
export function takeDaysStep(wish: Wish): Step {
  const days = JSON.stringify(eachDay(wish))
  return step(
    sql`INSERT INTO listing_days (listing_id, day, taken, capacity)
      SELECT ${wish.listingId}, value, ${wish.quantity}, (SELECT quantity FROM listings WHERE id = ${wish.listingId}) FROM json_each(${days}) WHERE true
      ON CONFLICT (listing_id, day) DO UPDATE SET taken = taken + excluded.taken, capacity = excluded.capacity`,
    new Refusal('dates_taken'),
  )
}

/** Gives the days of an approved booking back. */
export function freeDaysStep(wish: Omit<Wish, 'ownerId'>): Step {
  return step(
    sql`UPDATE listing_days SET taken = taken - ${wish.quantity} WHERE listing_id = ${wish.listingId} AND day BETWEEN ${wish.startDate} AND ${wish.endDate}`,
  )
}

/** From which day on a listing has how many pieces. */
interface Capacity {
  listingId: number
  quantity: number
  from: Day
}

/** The days on which more pieces are taken than there would be, in order. */
export async function bookedBeyond(db: Db, { listingId, quantity, from }: Capacity): Promise<Day[]> {
  const [result] = await db.readBatch([
    {
      sql: 'SELECT day FROM listing_days WHERE listing_id = ? AND day >= ? AND taken > ? ORDER BY day',
      args: [listingId, from, quantity],
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

/** True in SQL for a pending offer, aliased `b`, of this listing that no longer fits beside what is taken now. */
export function noRoomLeft(listingId: number, exceptId: number): SQL {
  return sql`b.listing_id = ${listingId} AND b.id <> ${exceptId} AND b.status = ${'pending' satisfies BookingStatus} AND EXISTS (
    SELECT 1 FROM listing_days d WHERE d.listing_id = b.listing_id AND d.day BETWEEN b.start_date AND b.end_date AND d.taken + b.quantity > d.capacity)`
}

/** The refusal that names the clashing days, for a person to choose others. */
export async function withClashingDays(db: Db, wish: Wish, refusal: Refusal): Promise<Refusal> {
  const [result] = await db.readBatch([
    {
      sql: `SELECT d.day AS day FROM listing_days d JOIN listings l ON l.id = d.listing_id
        WHERE d.listing_id = ? AND d.day BETWEEN ? AND ? AND d.taken + ? > l.quantity ORDER BY d.day`,
      args: [wish.listingId, wish.startDate, wish.endDate, wish.quantity],
    },
  ])
  const days = (result?.rows ?? []).map((row) => String(row.day))
  return new Refusal(refusal.kind, refusal.message, { startDate: refusal.message, days: days.join(',') })
}
