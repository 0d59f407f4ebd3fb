import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { userScope } from '#schema/sync-scopes'
import { rollDice } from '../../demo/dice'
import { prepareDatabase } from '../../prepare-database'
import { sweepBookings } from '../../rentals/bookings/booking-sweep'
import { openEndedRental } from '../../test-support/damage-kit'
import { openPayoutAccount } from '../../test-support/rental-kit'
import { pressAnything, runTimers } from '../../test-support/simulation/presses'
import { openWorld, type World } from '../../test-support/simulation/world'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { auditLedger } from './audit'
import { listTransactions } from './earnings-queries'
import { findEarnings } from './ledger-queries'

/** Seeds of the market are played until the owner has lines of so many kinds. */
const KINDS = 5
const MOST_SEEDS = 120
const PRESSES = 3
const HOUR_MS = 3_600_000

let t: TestApp
afterEach(() => t.close())

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const [found] = await t.deps.db.readBatch([{ sql, args: [] }])
  return (found?.rows ?? []).map((row) => ({ ...row }))
}

/** The lines that a device of this person holds once it has pulled everything. */
async function pulled(userId: number): Promise<unknown[]> {
  const scopes = { [userScope(userId)]: [0] as [number] }
  const { changes } = await t.deps.feed.pull({ epoch: t.deps.feed.epoch(), scopes, limit: 5000 }, userId)
  return changes.flatMap(({ c, d }) => (c === 'transaction' && d ? [d] : []))
}

test('a line reaches its person again when its money becomes theirs, and when something holds it', async () => {
  t = await openTestApp()
  const rental = await openEndedRental(t)
  const seqs: unknown[] = []
  for (const change of [
    () => t.clock.advance(49 * HOUR_MS),
    async () => {
      await openPayoutAccount(t, rental.owner)
      t.clock.advance(2 * HOUR_MS)
    },
  ]) {
    await change()
    await sweepBookings(t.deps)
    await sweepBookings(t.deps)
    seqs.push((await rows(`SELECT seq FROM sync_feed WHERE coll = 'transaction' AND del = 0`)).map(({ seq }) => seq))
    expect(await pulled(rental.owner.id)).toEqual(await listTransactions(t.deps.db, rental.owner.id))
  }
  expect(seqs[0]).toHaveLength(1)
  expect(seqs[1]).not.toEqual(seqs[0])
})

test('what a kept balance says wrongly is named by the audit, with the difference', async () => {
  t = await openTestApp()
  await openEndedRental(t)
  await t.deps.db.batch([
    {
      sql: `UPDATE ledger_accounts SET balance = balance + 7, sent = sent - 1 WHERE name = 'stripe_balance'`,
      args: [],
    },
  ])
  expect(await auditLedger(t.deps.db)).toEqual([
    'a kept balance is the sum of its entries: stripe_balance balance (7 cents)',
    'a kept balance is the sum of its entries: stripe_balance sent (-1 cents)',
  ])
})

test('an older database, whose lines were a table: they keep their words and dates, devices get them anew, balances begin right', async () => {
  const world = await openWorld(rollDice(0))
  t = world.t
  const kinds = async () =>
    new Set((await listTransactions(t.deps.db, world.owner.id)).map(({ type, status }) => `${type} ${status}`)).size
  for (let seed = 1; seed <= MOST_SEEDS && (await kinds()) < KINDS; seed++) {
    world.dice = rollDice(seed)
    for (let press = 0; press < PRESSES; press++) await pressAnything(world)
  }
  await runTimers(world)
  expect(await kinds()).toBeGreaterThanOrEqual(KINDS - 1)
  const before = await state(world)

  await t.deps.db.batch((await asItWas()).map((sql) => ({ sql, args: [] })))
  const migration = await Bun.file(join(import.meta.dir, '../../db/migrations/0011_lines_of_the_ledger.sql')).text()
  await t.deps.db.batch(migration.split('--> statement-breakpoint').map((sql) => ({ sql, args: [] })))
  await prepareDatabase(t.deps.db.source)
  await t.restart()

  expect(await state(world)).toEqual(before)
  expect(await auditLedger(t.deps.db)).toEqual([])
  const counted = `SELECT scope, count(*) AS n, sum(seq) AS sum FROM sync_feed WHERE del = 0 GROUP BY scope ORDER BY scope`
  expect(await rows('SELECT scope, n, sum FROM sync_scopes WHERE n > 0 ORDER BY scope')).toEqual(await rows(counted))
  expect(await rows('SELECT seq FROM sync_feed GROUP BY seq HAVING count(*) > 1')).toEqual([])
  const lines = await listTransactions(t.deps.db, world.owner.id)
  expect((await pulled(world.owner.id)).toSorted(byId)).toEqual(lines.toSorted(byId))
  expect(await rows(`SELECT rid FROM sync_feed WHERE coll = 'transaction' AND del = 0`)).toHaveLength(lines.length)
})

const byId = (a: unknown, b: unknown) => (a as { id: number }).id - (b as { id: number }).id

async function state({ owner }: World) {
  return {
    lines: await listTransactions(t.deps.db, owner.id),
    earnings: await findEarnings(t.deps.db, owner.id),
    accounts: await rows('SELECT name, balance, sent FROM ledger_accounts ORDER BY name'),
  }
}

/** Turns the database into one from before the view: a table of lines, with numbers of its own, and nothing kept. */
async function asItWas(): Promise<string[]> {
  const newer = await rows(`SELECT name FROM sqlite_master WHERE type = 'trigger'
    AND (sql LIKE '%earning_lines%' OR name = 'ledger_balances' OR name LIKE 'sync_ledger_txs%')`)
  const of = (table: string) => `ALTER TABLE ${table} DROP COLUMN held_because`
  return [
    'UPDATE sync_clock SET open = 1, base = seq',
    `CREATE TABLE transactions (id INTEGER PRIMARY KEY, user_id INTEGER, type TEXT, booking_id INTEGER, purchase_id INTEGER, held_because TEXT)`,
    `INSERT INTO transactions SELECT row_number() OVER (ORDER BY id), user_id, type, booking_id, purchase_id, held_because FROM earning_lines`,
    ...newer.map(({ name }) => `DROP TRIGGER ${name}`),
    `UPDATE sync_feed SET del = 1 WHERE coll = 'transaction'`,
    `INSERT INTO sync_feed SELECT 'u:' || user_id, 'transaction', id, (SELECT max(seq) FROM sync_feed) + id, 0 FROM transactions WHERE true
      ON CONFLICT (scope, coll, rid) DO UPDATE SET seq = excluded.seq, del = 0`,
    'UPDATE sync_clock SET seq = (SELECT max(seq) FROM sync_feed), open = 0',
    'DROP VIEW earning_lines',
    'DROP INDEX bookings_held',
    'DROP INDEX purchases_held',
    'DROP INDEX ledger_accounts_debit',
    ...['bookings', 'made_to_order_purchases', 'damage_reports'].map(of),
    'ALTER TABLE sync_clock DROP COLUMN triggers',
    'ALTER TABLE ledger_accounts DROP COLUMN balance',
    'ALTER TABLE ledger_accounts DROP COLUMN sent',
  ]
}
