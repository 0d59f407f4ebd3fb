import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Reads } from '../db/client'
import { step } from '../db/steps'
import { rollDice } from '../demo/dice'
import { seedDemo } from '../demo/seed'
import { openTestApp } from '../test-support/test-app'
import { loadRows, rowKey } from './collections'
import { createRowLoader, type LiveEntry } from './row-loader'

const EPOCH = 'epoch-1'
const ROUNDS = 50
const TABLES = ['listings', 'users', 'made_to_order_items', 'inspiration_posts', 'user_blocked_dates', 'bookings']
/** Columns that nothing changes while a row is on show. */
const FOR_EVER = ['id', 'user_id', 'listing_id', 'username', 'username_key', 'created_at']

async function publicEntries(reads: Reads): Promise<LiveEntry[]> {
  const query = "SELECT scope, coll, rid, seq FROM sync_feed WHERE scope LIKE 'pub:%' AND del = 0 ORDER BY seq"
  const [found] = await reads.readBatch([{ sql: query, args: [] }])
  return (found?.rows ?? []).map(({ scope, coll, rid, seq }) => ({
    ...{ scope: String(scope), coll: String(coll), rid: String(rid), seq: Number(seq) },
  }))
}

const keyOf = ({ scope, coll, rid }: LiveEntry) => rowKey(scope, coll, rid)

test('kept rows are those that the database has, whatever was written meanwhile and however few are kept', async () => {
  const t = await openTestApp()
  await seedDemo(t.deps)
  const { db } = t.deps
  const loaders = [createRowLoader(), createRowLoader(40)]
  const dice = rollDice(20261128)
  let written = 0
  for (let round = 0; round < ROUNDS; round++) {
    const table = dice.pick(TABLES)
    const [info] = await db.readBatch([{ sql: 'SELECT name FROM pragma_table_info(?)', args: [table] }])
    const column = dice.pick(
      (info?.rows ?? []).map(({ name }) => String(name)).filter((name) => !FOR_EVER.includes(name)),
    )
    const someOf = (name: string) =>
      sql`(SELECT ${sql.raw(name)} FROM ${sql.raw(table)} ORDER BY id LIMIT 1 OFFSET ${dice.between(0, 30)})`
    const change = sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = ${someOf(column)} WHERE id = ${someOf('id')}`
    written += await db
      .write(() => ({ value: null, steps: [step(change)] }))
      .then(
        () => 1,
        // Constraints refuse some values.
        () => 0,
      )
    if (dice.chance(0.1)) t.clock.advance(86_400_000)
    const at = { epoch: EPOCH, now: t.clock.now }
    await db.snapshot(async (reads) => {
      const entries = dice.shuffle(await publicEntries(reads)).slice(0, 80)
      const fresh = await loadRows(reads, entries, at.now)
      for (const load of loaders) {
        const rows = await load(reads, entries, at)
        const other = entries.filter((entry) => !Bun.deepEquals(rows.get(keyOf(entry)), fresh.get(keyOf(entry))))
        expect([table, column, other]).toEqual([table, column, []])
      }
    })
  }
  expect(written).toBeGreaterThan(ROUNDS / 3)
  await t.close()
})
