import { subDays } from 'date-fns'
import { eq, inArray } from 'drizzle-orm'
import { DAMAGE_FLOOR_CENTS, DAMAGE_TIMES_TOTAL } from '#schema/damage-report'
import { earningsOf } from '#schema/earnings'
import { LATE_ORDER_DAYS } from '#schema/purchase'
import { noonIn } from '#schema/zone'
import { bookingHistory, bookings } from '../../db/tables'
import type { Deps } from '../../deps'
import { auditLedger } from '../../money/ledger/audit'
import { listTransactions } from '../../money/ledger/earnings-queries'
import { balanceOf, findEarnings } from '../../money/ledger/ledger-queries'
import { compareBalance } from '../../settlement/compare-balance'
import { askProvider, fundsOf } from '../provider-kit'
import type { World } from './world'

interface Intent {
  id: string
  status: string
  amount_received: number
  metadata: { booking_id?: string; purchase_id?: string; kind?: string }
}

/** Checks the rules that hold at every moment. @returns every breach in words */
export async function auditNow(world: World): Promise<string[]> {
  const { wrong, t } = world
  return [
    ...wrong,
    ...(await auditLedger(t.deps.db)),
    ...(await otherThanEarned(world)),
    ...(await sentWhileHeld(world)),
    ...(await refundedTooSoon(world)),
    ...(await refundedInDispute(world)),
    ...(await afterNoon(world)),
  ]
}

/** No offer is made, and none approved, once it is noon of its first day. */
async function afterNoon({ t }: World): Promise<string[]> {
  const rows = await t.deps.db.read
    .select({ at: bookingHistory.at, status: bookingHistory.status, booking: bookings })
    .from(bookingHistory)
    .innerJoin(bookings, eq(bookings.id, bookingHistory.bookingId))
    .where(inArray(bookingHistory.status, ['pending', 'approved']))
  return rows.flatMap(({ at, status, booking: { id, timezone, startDate } }) =>
    new Date(at) >= noonIn(timezone, startDate) ? [`booking ${id} became ${status} after noon of its first day`] : [],
  )
}

/** Nothing is sent on to somebody whose payouts an operator holds. */
async function sentWhileHeld({ t, payoutsHeldAt }: World): Promise<string[]> {
  if (!payoutsHeldAt) return []
  const [found] = await t.deps.db.readBatch([
    {
      sql: `SELECT business_key AS what FROM payment_ops WHERE kind IN ('transfer', 'damage_transfer') AND created_at > ?`,
      args: [payoutsHeldAt],
    },
  ])
  return (found?.rows ?? []).map(({ what }) => `${what} was sent on while an operator held payouts`)
}

/** No refund is sent while the payer's bank decides (`watchRefunds`). */
async function refundedInDispute({ t }: World): Promise<string[]> {
  const [found] = await t.deps.db.readBatch([{ sql: 'SELECT what FROM refunds_in_dispute', args: [] }])
  return (found?.rows ?? []).map(({ what }) => `${what} was sent while its payment was in dispute`)
}

/** A refund that was decided together with a reversal is made once the reversal has succeeded. */
async function refundedTooSoon({ t }: World): Promise<string[]> {
  const [found] = await t.deps.db.readBatch([
    {
      sql: `SELECT r.business_key AS what FROM payment_ops r JOIN payment_ops o
          ON o.purchase_id = r.purchase_id AND o.kind = 'reversal' AND o.created_at = r.created_at
        WHERE r.kind = 'refund' AND r.state = 'done' AND (o.state = 'failed' OR coalesce(o.done_at, '9') > r.done_at)
        AND NOT EXISTS (SELECT 1 FROM operator_acts WHERE subject = 'purchase ' || r.purchase_id AND operator <> 'provider')`,
      args: [],
    },
  ])
  return (found?.rows ?? []).map(({ what }) => `${what} was made before what was sent on was back`)
}

/** The lines that the owner is shown add up to what the books have for them. */
async function otherThanEarned({ t, owner }: World): Promise<string[]> {
  const { db } = t.deps
  // Nothing is written between the two looks: a press may have left commands that are still being sent.
  const [shown, earned] = await whileNobodyWrites(t.servers, async () => [
    earningsOf(await listTransactions(db, owner.id)),
    await findEarnings(db, owner.id),
  ])
  return Bun.deepEquals(shown, earned)
    ? []
    : [`the lines show ${JSON.stringify(shown)}, the books have ${JSON.stringify(earned)}`]
}

/** Holds back the writes of all servers while `work` looks. */
function whileNobodyWrites<Value>([first, ...others]: readonly Deps[], work: () => Promise<Value>): Promise<Value> {
  return first ? first.db.exclusive(() => whileNobodyWrites(others, work)) : work()
}

/** The check once everything has come to rest. @returns every breach in words */
export async function findBreaches(world: World): Promise<string[]> {
  const { deps } = world.t
  return [
    ...(await auditNow(world)),
    ...(await compareBalance(deps)),
    ...(await balanceDiffers(world)),
    ...(await paidTwice(world)),
    ...(await otherThanShown(world)),
    ...(await otherCard(world)),
    ...(await miscounted(world)),
    ...(await unfinished(world)),
  ]
}

/** The provider's own sum of our balance, whatever it lists. */
async function balanceDiffers({ t }: World): Promise<string[]> {
  const provider = await fundsOf(t, '')
  const books = await balanceOf(t.deps.db, 'stripe_balance')
  return provider === books ? [] : [`the provider holds ${provider} for us, the books say ${books}`]
}

/** One payment per booking, per claim, per order; and no more returned than the books know. */
async function paidTwice({ t }: World): Promise<string[]> {
  const taken = new Map<string, number>()
  for (let after = ''; ; ) {
    const page = await askProvider(t, 'GET', `/v1/payment_intents?limit=100${after && `&starting_after=${after}`}`)
    for (const { id, status, metadata } of page.data as Intent[]) {
      after = id
      const { booking_id: booking, purchase_id: purchase, kind } = metadata
      const name = booking ? `booking ${booking} ${kind}` : `purchase ${purchase}`
      if (status === 'succeeded') taken.set(name, (taken.get(name) ?? 0) + 1)
    }
    if (!page.has_more) break
  }
  return [...taken].flatMap(([name, times]) => (times > 1 ? [`${name} was taken ${times} times`] : []))
}

/** Everything was made for the amount that its payer was shown. */
async function otherThanShown({ t, shown }: World): Promise<string[]> {
  const found = await t.deps.db.readBatch([
    { sql: `SELECT client_id, 'booking ' || id AS what, total_amount FROM bookings`, args: [] },
    { sql: `SELECT client_id, 'purchase ' || id AS what, total_amount FROM made_to_order_purchases`, args: [] },
  ])
  return found.flatMap(({ rows }) =>
    rows.flatMap(({ client_id, what, total_amount }) => {
      const expected = shown.get(String(client_id))
      return expected === undefined || expected === Number(total_amount)
        ? []
        : [`${what} was shown for ${expected} and made for ${total_amount}`]
    }),
  )
}

/** Every day counts the rentals that stand on it, with their days for getting ready. */
async function miscounted({ t }: World): Promise<string[]> {
  const standing = `SELECT coalesce(sum(b.quantity), 0) FROM bookings b
    WHERE b.listing_id = d.listing_id AND b.status IN ('approved', 'paid', 'completed')
      AND d.day BETWEEN b.start_date AND date(b.end_date, '+' || b.buffer_days || ' days')`
  const [found] = await t.deps.db.readBatch([
    {
      sql: `SELECT day, taken, standing FROM (SELECT d.*, (${standing}) AS standing FROM listing_days d) WHERE taken <> standing`,
      args: [],
    },
  ])
  return (found?.rows ?? []).map(({ day, taken, standing }) => `${day} counts ${taken} pieces, and ${standing} are out`)
}

/** The card of a booking is the one on which its money was taken. */
async function otherCard({ t }: World): Promise<string[]> {
  const { data } = await askProvider(t, 'GET', '/v1/payment_intents?limit=100')
  const rows = await t.deps.db.read.query.bookings.findMany()
  return (data as (Intent & { payment_method: string | null })[]).flatMap(({ id, status, payment_method: card }) => {
    const row = rows.find(({ stripePaymentIntentId }) => stripePaymentIntentId === id)
    const isOther = row && status === 'succeeded' && card !== row.paymentMethodId
    return isOther ? [`booking ${row.id} keeps another card than the one that paid`] : []
  })
}

/** Nothing waits for ever: commands, events and states that are on their way have arrived. */
async function unfinished({ t }: World): Promise<string[]> {
  const longAgo = subDays(t.clock.now, 2 * LATE_ORDER_DAYS).toISOString()
  const queries = {
    'a command is still under way': `SELECT business_key AS what FROM payment_ops WHERE state IN ('new', 'sending', 'waiting')`,
    'something is set aside for ever': `SELECT name || ': ' || reason AS what FROM payment_set_aside`,
    'an event was never dealt with': `SELECT type AS what FROM stripe_events WHERE state = 'new'`,
    'a dispute was decided and we do not know it': `SELECT id AS what FROM payment_disputes WHERE state = 'open'`,
    'a booking’s money is on its way for ever': `SELECT id || ' ' || payment_state AS what FROM bookings
      WHERE payment_state IN ('unconfirmed', 'held', 'capturing', 'releasing', 'refunding') AND status <> 'pending'`,
    'an order’s money is on its way for ever': `SELECT id AS what FROM made_to_order_purchases WHERE payment_state = 'refunding'`,
    'a claim was charged above its cap': `SELECT d.id AS what FROM damage_reports d JOIN bookings b ON b.id = d.booking_id
      WHERE d.final_amount > max(${DAMAGE_FLOOR_CENTS}, ${DAMAGE_TIMES_TOTAL} * b.total_amount)`,
    'an order that did not arrive was paid out': `SELECT p.id AS what FROM made_to_order_purchases p
      JOIN purchase_history h ON h.purchase_id = p.id AND h.reason = 'not_arrived'
      JOIN ledger_txs x ON x.purchase_id = p.id AND x.kind = 'release' WHERE x.at > h.at
        AND NOT EXISTS (SELECT 1 FROM purchase_history l WHERE l.purchase_id = p.id AND l.id > h.id AND l.reason = 'arrived')`,
    'an order that was never sent is kept': `SELECT id AS what FROM made_to_order_purchases
      WHERE status IN ('paid', 'processing') AND payment_state = 'captured' AND released_at IS NULL AND estimated_delivery_date < date('${longAgo}')`,
    'a cancelled order’s money was kept': `SELECT id AS what FROM made_to_order_purchases
      WHERE status = 'cancelled' AND payment_state = 'captured'`,
    'an order was given back and paid out, and no operator said so': `SELECT id AS what FROM made_to_order_purchases p
      WHERE payment_state = 'refunded' AND refunded_amount = total_amount AND transferred_amount >
        (SELECT coalesce(sum(amount), 0) FROM payment_ops o WHERE o.purchase_id = p.id AND o.kind = 'reversal' AND o.state = 'done') +
        (SELECT coalesce(sum(e.amount), 0) FROM ledger_entries e JOIN ledger_txs x ON x.id = e.tx_id JOIN ledger_accounts a ON a.id = e.account_id
          WHERE x.purchase_id = p.id AND x.kind = 'netted' AND a.name LIKE 'owner_payable:%')
        AND NOT EXISTS (SELECT 1 FROM operator_acts WHERE subject = 'purchase ' || p.id AND operator <> 'provider')
        AND NOT EXISTS (SELECT 1 FROM payment_ops h WHERE h.purchase_id = p.id AND h.kind = 'refund' AND h.sent_at IS NULL AND h.provider_id IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM payment_disputes d WHERE d.purchase_id = p.id AND d.state = 'lost')`,
    'a renter cancelled a rental that had begun': `SELECT id AS what FROM bookings b WHERE status = 'cancelled' AND status_reason = 'cancelled_by_renter'
      AND substr(status_changed_at, 1, 10) > start_date AND EXISTS (SELECT 1 FROM booking_history h WHERE h.booking_id = b.id AND h.status = 'paid')`,
    'who cancelled after the payment does not bear the provider’s fee': `SELECT s.what FROM (
        SELECT 'booking ' || id AS what, id AS booking, NULL AS purchase FROM bookings WHERE status_reason = 'cancelled_by_owner'
        UNION ALL SELECT 'purchase ' || p.id, NULL, p.id FROM made_to_order_purchases p WHERE p.status = 'cancelled'
          AND EXISTS (SELECT 1 FROM purchase_history h JOIN purchase_history b ON b.purchase_id = h.purchase_id AND b.id < h.id
            WHERE h.purchase_id = p.id AND h.status = 'cancelled' AND h.actor = 'seller' AND b.status = 'paid')) s
      WHERE (SELECT coalesce(sum(e.amount), 0) FROM ledger_txs x JOIN ledger_entries e ON e.tx_id = x.id JOIN ledger_accounts a ON a.id = e.account_id
        WHERE x.booking_id IS s.booking AND x.purchase_id IS s.purchase AND x.kind IN ('fee', 'cancel_fee') AND a.name = 'stripe_fees') <> 0`,
    'an owner was not given what is theirs': `SELECT id AS what FROM bookings WHERE status = 'completed' AND released_at IS NULL
      AND payment_state IN ('captured', 'refunded', 'refund_failed') AND id NOT IN (SELECT booking_id FROM damage_reports WHERE status NOT LIKE 'resolved%')`,
  }
  const found = await t.deps.db.readBatch(Object.values(queries).map((sql) => ({ sql, args: [] })))
  return found.flatMap(({ rows }, index) => rows.map(({ what }) => `${Object.keys(queries)[index]}: ${what}`))
}

/** Everything that money has left behind, to be compared with itself. */
export async function snapshot({ t }: World): Promise<string> {
  const tables = [
    'ledger_txs',
    'ledger_entries',
    'earning_lines',
    'payment_ops',
    'bookings',
    'made_to_order_purchases',
    'payment_disputes',
    'damage_reports',
  ]
  const found = await t.deps.db.readBatch(
    tables.map((table) => ({ sql: `SELECT * FROM ${table} ORDER BY 1, 2`, args: [] })),
  )
  return JSON.stringify(found.map(({ rows }) => rows))
}
