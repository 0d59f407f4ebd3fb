import { subDays } from 'date-fns'
import type * as z from 'zod/mini'
import type { HeldBecause } from '#schema/earnings'
import type { Deps } from '../deps'

/** How fast money leaves for one seller's payout account, in cents and days. */
export const payoutLimits = {
  /** A seller is new until so many days after their first sale became theirs; after that the daily limit is the higher one. */
  newSellerDays: 30,
  /** One transfer leaves even when it alone is more; a second one then waits. */
  aDay: { young: 1_000_000, older: 5_000_000 },
} as const

/**
 * Why a seller's money must wait although it is theirs, or null. The first payouts of a new seller wait for
 * `NEW_SELLER_HOLD_DAYS`: a buyer who never gets anything, or a stolen card, is heard of by then.
 */
export async function whyPayoutWaits(
  { db, env, now }: Deps,
  ownerId: number,
  amount: number,
): Promise<Extract<z.infer<typeof HeldBecause>, 'new_seller' | 'payout_limit'> | null> {
  const before = (days: number) => subDays(now(), days).toISOString()
  const hadSaleBefore = `SELECT EXISTS (SELECT 1 FROM bookings WHERE owner_id = ?1 AND released_at <= ?2 AND refunded_amount < total_amount)
    OR EXISTS (SELECT 1 FROM made_to_order_purchases WHERE seller_id = ?1 AND released_at <= ?2 AND refunded_amount < total_amount) AS found`
  const [first, established, sent] = await db.readBatch([
    { sql: hadSaleBefore, args: [ownerId, before(env.newSellerHoldDays)] },
    { sql: hadSaleBefore, args: [ownerId, before(payoutLimits.newSellerDays)] },
    {
      sql: `SELECT coalesce(sum(o.amount), 0) AS cents FROM payment_ops o
        WHERE o.kind IN ('transfer', 'damage_transfer') AND o.state <> 'failed' AND o.created_at > ?2
          AND (o.booking_id IN (SELECT id FROM bookings WHERE owner_id = ?1)
            OR o.purchase_id IN (SELECT id FROM made_to_order_purchases WHERE seller_id = ?1))`,
      args: [ownerId, before(1)],
    },
  ])
  if (Number(first?.rows[0]?.found) === 0) return 'new_seller'
  const limit = payoutLimits.aDay[Number(established?.rows[0]?.found) === 1 ? 'older' : 'young']
  const today = Number(sent?.rows[0]?.cents ?? 0)
  return today > 0 && today + amount > limit ? 'payout_limit' : null
}
