import { askProvider, fundsOf } from '../../test-support/provider-kit'
import { auditLedger } from '../audit'
import { compareBalance } from '../compare-balance'
import { balanceOf } from '../ledger-queries'
import type { World } from './world'

interface Intent {
  id: string
  status: string
  amount_received: number
  metadata: { booking_id?: string; purchase_id?: string; kind?: string }
}

/** What must be true once everything has come to rest. @returns every breach in words */
export async function findBreaches(world: World): Promise<string[]> {
  const { deps } = world.t
  return [
    ...(await auditLedger(deps.db)),
    ...(await compareBalance(deps)),
    ...(await balanceDiffers(world)),
    ...(await paidTwice(world)),
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

/** Nothing waits for ever: commands, events and states that are on their way have arrived. */
async function unfinished({ t }: World): Promise<string[]> {
  const queries = {
    'a command is still under way': `SELECT business_key AS what FROM payment_ops WHERE state = 'new'`,
    'an event was never dealt with': `SELECT type AS what FROM stripe_events WHERE state = 'new'`,
    'a dispute was decided and we do not know it': `SELECT id AS what FROM payment_disputes WHERE state = 'open'`,
    'a booking’s money is on its way for ever': `SELECT id || ' ' || payment_state AS what FROM bookings
      WHERE payment_state IN ('unconfirmed', 'held', 'capturing', 'releasing', 'refunding') AND status <> 'pending'`,
    'an order’s money is on its way for ever': `SELECT id AS what FROM made_to_order_purchases WHERE payment_state = 'refunding'`,
    'a cancelled order’s money was kept': `SELECT id AS what FROM made_to_order_purchases
      WHERE status = 'cancelled' AND payment_state = 'captured'`,
    'an order was given back and paid out': `SELECT id AS what FROM made_to_order_purchases
      WHERE payment_state = 'refunded' AND transferred_amount > 0`,
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
    'transactions',
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
