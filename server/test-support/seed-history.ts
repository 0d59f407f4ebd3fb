import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { placeOrder, postItem, setOrderStatus } from './order-kit'
import { approvedOffer, openPayoutAccount, openRental } from './rental-kit'
import { signIn } from './sign-up'
import type { TestApp } from './test-app'

const DAY_MS = 86_400_000

/** A rental and an order that were played to their end, with everything that was written about them. */
export interface PlayedMarket {
  ownerId: number
  bookingId: number
  purchaseId: number
}

export interface HistorySize {
  bookings: number
  refunds: number
  owners: number
  orders: number
}

/** Plays one rental and one order up to the transfer. */
export async function playOneSale(t: TestApp): Promise<PlayedMarket> {
  const rental = await openRental(t)
  await openPayoutAccount(t, rental.owner)
  const bookingId = await approvedOffer(t, rental, 'renter')
  const purchaseId = await placeOrder(t, rental.renter, await postItem(t, rental.owner))
  await setOrderStatus(t, rental.owner, purchaseId, 'delivered')
  for (const days of [3, 13, 3]) {
    t.clock.advance(days * DAY_MS)
    await t.deps.payments.local?.tick()
    await sweepBookings(t.deps)
    await sweepPurchases(t.deps)
  }
  await signIn(t, rental.owner.username)
  return { ownerId: rental.owner.id, bookingId, purchaseId }
}

/** Copies the played sales many times, each with its commands, books and lines; some rentals were refunded after the payout. */
export async function seedHistory({ deps: { db } }: TestApp, played: PlayedMarket, size: HistorySize): Promise<void> {
  const run = (sql: string, args: (string | number)[] = []) => db.batch([{ sql, args }])
  const rows = async (sql: string) => (await db.readBatch([{ sql, args: [] }]))[0]?.rows ?? []
  // Nobody hears of these rows, and a sealed transaction is written as it is.
  for (const { name } of await rows(`SELECT name FROM sqlite_master WHERE type = 'trigger'`))
    await run(`DROP TRIGGER "${name}"`)

  const FAR = 1_000_000
  /** Inserts copies of the rows that `which` finds; `changed` are columns that differ, in SQL over `r` and the number `i`. */
  async function copy(table: string, which: string, count: number, changed: Record<string, string>): Promise<void> {
    const columns = (await rows(`PRAGMA table_info(${table})`)).map(({ name }) => String(name))
    const values = columns.map((name) => changed[name] ?? `r.${name}`)
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
        INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} r CROSS JOIN n WHERE ${which}`,
    )
  }

  const owner = `${FAR} + i % ${size.owners}`
  await copy('users', `r.id = ${played.ownerId}`, size.owners, {
    id: `${FAR} + i - 1`,
    username: `'owner' || i`,
    username_key: `'owner' || i`,
    stripe_account_id: `'acct_bench' || i`,
    stripe_customer_id: 'NULL',
    calendar_token: 'NULL',
  })
  const accounts = ['owner_pending', 'owner_payable', 'owner_receivable']
  for (const [nth, kind] of accounts.entries())
    await run(
      `INSERT INTO ledger_accounts (id, name, kind, user_id) SELECT ${(nth + 1) * 10} * ${FAR} + id, '${kind}:' || id,
        '${kind === 'owner_receivable' ? 'asset' : 'liability'}', id FROM users WHERE id >= ${FAR}`,
    )
  for (const [table, column, id, count, nth] of [
    ['bookings', 'booking_id', played.bookingId, size.bookings, 1],
    ['made_to_order_purchases', 'purchase_id', played.purchaseId, size.orders, 2],
  ] as const) {
    const base = nth * 10 * FAR
    const own = { id: `${base} + i`, [table === 'bookings' ? 'owner_id' : 'seller_id']: owner, client_id: 'NULL' }
    const unique = { stripe_payment_intent_id: `'pi_${column}' || i`, stripe_charge_id: `'ch_${column}' || i` }
    await copy(table, `r.id = ${id}`, count, { ...own, ...unique })
    await copy('payment_ops', `r.${column} = ${id}`, count, {
      id: 'NULL',
      [column]: `${base} + i`,
      business_key: `r.business_key || ':' || i`,
      provider_id: `r.provider_id || ':' || i`,
      // A year of them.
      created_at: `strftime('%Y-%m-%dT%H:%M:%fZ', r.created_at, '-' || (10 + i % 365) || ' days')`,
      done_at: `strftime('%Y-%m-%dT%H:%M:%fZ', r.done_at, '-' || (10 + i % 365) || ' days')`,
    })
    await copy('ledger_txs', `r.${column} = ${id}`, count, {
      id: `${base} + r.id * 100000 + i`,
      [column]: `${base} + i`,
      dedupe: `r.dedupe || ':' || i`,
    })
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
        INSERT INTO ledger_entries (tx_id, n, account_id, amount)
        SELECT ${base} + t.id * 100000 + n.i, e.n, CASE ${accounts
          .map(
            (kind, at) => `WHEN a.name LIKE '${kind}:%' THEN ${(at + 1) * 10} * ${FAR} + ${FAR} + n.i % ${size.owners}`,
          )
          .join(' ')} ELSE e.account_id END, e.amount
        FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id CROSS JOIN n
        WHERE t.${column} = ${id}`,
    )
  }
  // Refunds after the payout, all taken back from the payout accounts.
  const BASE = 10 * FAR
  const tx = (nth: number) => `${(50 + nth) * FAR} + i`
  for (const [nth, kind] of ['refund_decided', 'reversal'].entries()) {
    const sign = kind === 'reversal' ? -1 : 1
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${size.refunds})
        INSERT INTO ledger_txs (id, kind, booking_id, dedupe, at, sealed) SELECT ${tx(nth)}, '${kind}', ${BASE} + i, '${kind}:bench' || i,
          '2026-12-20T00:00:00.000Z', 1 FROM n`,
    )
    for (const [line, account] of [
      `${30 * FAR} + ${FAR} + i % ${size.owners}`,
      `(SELECT id FROM ledger_accounts WHERE name = 'stripe_balance')`,
    ].entries())
      await run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${size.refunds})
          INSERT INTO ledger_entries (tx_id, n, account_id, amount) SELECT ${tx(nth)}, ${line}, ${account}, ${line === 0 ? sign : -sign} * 100 FROM n`,
      )
    const opKind = kind === 'reversal' ? 'reversal' : 'refund'
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${size.refunds})
        INSERT INTO payment_ops (business_key, kind, booking_id, amount, state, attempts, next_at, created_at, done_at)
        SELECT '${opKind}:bench' || i, '${opKind}', ${BASE} + i, 100, 'done', 1, '2026-02-20T00:00:00.000Z', '2026-02-20T00:00:00.000Z', '2026-02-20T00:00:00.000Z' FROM n`,
    )
  }
  await run(
    `UPDATE ledger_accounts SET balance = coalesce((SELECT sum(amount) FROM ledger_entries WHERE account_id = ledger_accounts.id), 0)`,
  )
}
