import { and, eq, gte, notExists } from 'drizzle-orm'
import type { OpenMatter } from '#schema/account'
import { OPEN_MATTERS_SHOWN } from '#schema/account'
import { wasUsed } from '#schema/booking'
import { damageWindow } from '#schema/damage-report'
import type { Db } from '../db/client'
import { build } from '../db/steps'
import { bookings, damageReports } from '../db/tables'
import type { Deps } from '../deps'
import { lostDamageSql } from '../money/dispute-queries'

const DAY_MS = 86_400_000

/** The amount that a sale still owes its seller, once it is over. */
const unsent =
  'released_at IS NOT NULL AND transferred_amount < (total_amount - fee_amount) - refunded_amount * (total_amount - fee_amount) / max(1, total_amount)'
/** A part may have been returned; the rest is its seller's when the sale is released. */
const unreleased =
  "payment_state IN ('captured', 'refunded') AND released_at IS NULL AND refunded_amount < total_amount"
/** A refund that the bank has refused is owed still. */
const moving = "payment_state IN ('capturing', 'releasing', 'refunding', 'refund_failed')"
const commanded = (column: string) =>
  `EXISTS (SELECT 1 FROM payment_ops WHERE ${column} = s.id AND state IN ('new', 'sending', 'waiting', 'returned'))`

const OF_BOOKINGS = `SELECT s.id, s.listing_title AS title, s.owner_id = ?1 AS selling, CASE
    WHEN s.status IN ('pending', 'approved', 'paid') THEN 'booking'
    WHEN EXISTS (SELECT 1 FROM damage_reports c WHERE c.booking_id = s.id
      AND (c.status IN ('pending_review', 'under_review', 'expired') OR c.payment_state IN ('charging', 'action_needed'))) THEN 'claim'
    WHEN EXISTS (SELECT 1 FROM payment_disputes d WHERE d.booking_id = s.id AND d.state = 'open') THEN 'dispute'
    WHEN ${unreleased} OR ${moving} OR ${commanded('booking_id')} OR (s.owner_id = ?1 AND ${unsent})
      OR (s.owner_id = ?1 AND EXISTS (SELECT 1 FROM damage_reports c
        WHERE c.booking_id = s.id AND c.payment_state = 'charged' AND c.transferred_at IS NULL AND c.final_amount > ${lostDamageSql('s.id')})) THEN 'money'
    END AS kind
  FROM bookings s WHERE s.user_id = ?1 OR (s.owner_id = ?1 AND s.held_at IS NOT NULL)`

const OF_ORDERS = `SELECT s.id, s.item_title AS title, s.seller_id = ?1 AS selling, CASE
    WHEN s.status IN ('pending', 'paid', 'processing') OR (s.status = 'shipped' AND s.released_at IS NULL) THEN 'order'
    WHEN EXISTS (SELECT 1 FROM payment_disputes d WHERE d.purchase_id = s.id AND d.state = 'open') THEN 'dispute'
    WHEN ${unreleased} OR ${moving} OR ${commanded('purchase_id')} OR (s.seller_id = ?1 AND ${unsent}) THEN 'money'
    END AS kind
  FROM made_to_order_purchases s WHERE s.user_id = ?1 OR (s.seller_id = ?1 AND s.stripe_charge_id IS NOT NULL)`

/** Everything that must end before a person's account can, the newest first: each booking and order once, with the first reason that it gives. */
export async function findOpenMatters({ db, now }: Pick<Deps, 'db' | 'now'>, userId: number): Promise<OpenMatter[]> {
  const args = [userId, OPEN_MATTERS_SHOWN]
  const open = (rows: string) => `SELECT * FROM (${rows}) WHERE kind IS NOT NULL ORDER BY id DESC LIMIT ?2`
  const [ofBookings, ofOrders] = await db.readBatch([
    { sql: open(OF_BOOKINGS), args },
    { sql: open(OF_ORDERS), args },
  ])
  const named = (about: OpenMatter['about'], rows: typeof ofBookings) =>
    (rows?.rows ?? []).map(({ id, title, selling, kind }) => ({
      kind: String(kind) as OpenMatter['kind'],
      about,
      id: Number(id),
      title: String(title),
      selling: Number(selling) === 1,
    }))
  const found = [...named('booking', ofBookings), ...named('order', ofOrders)]
  const isNamed = (booking: number) => found.some(({ about, id }) => about === 'booking' && id === booking)
  const claimable = (await findClaimable(db, userId, now())).filter(({ id }) => !isNamed(id))
  return [...claimable, ...found].slice(0, OPEN_MATTERS_SHOWN)
}

/** Rentals of this person whose owner may still report damage, whatever became of their money. */
async function findClaimable(db: Db, userId: number, now: Date): Promise<OpenMatter[]> {
  const lately = new Date(now.getTime() - 3 * DAY_MS).toISOString().slice(0, 10)
  const claim = build.select().from(damageReports).where(eq(damageReports.bookingId, bookings.id))
  const rows = await db.read
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, userId), gte(bookings.endDate, lately), notExists(claim)))
  return rows
    .filter((row) => wasUsed(row) && now <= damageWindow(row).until)
    .map(({ id, listingTitle }) => ({ kind: 'money', about: 'booking', id, title: listingTitle, selling: false }))
}
