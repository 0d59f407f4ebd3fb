import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { linkBackfill } from '../inspiration/link-triggers'
import { prepareDatabase } from '../prepare-database'
import { feedBackfills } from '../sync/feed-triggers'

const folder = mkdtempSync(join(tmpdir(), 'trestle-backfill-'))
const url = `file:${join(folder, 'market.db')}`
const AT = '2026-11-01T00:00:00.000Z'
/** More than two pages. */
const LISTINGS = 4_500
const OWNERS = 100
let client: Client

beforeAll(async () => {
  await prepareDatabase(url)
  client = createClient({ url })
})
afterAll(() => {
  client.close()
  rmSync(folder, { recursive: true, force: true })
})

const backfills = [...feedBackfills(), linkBackfill]

test.each(backfills)(
  'a page of $over looks at the rows of the page alone, however large the tables are',
  async (one) => {
    const tables = new Set(['f', ...backfills.map(({ over }) => over)])
    // A connection of its own: a plan that was only looked at holds the lock of a write.
    const looking = createClient({ url })
    for (const statement of one.statements({ after: 0, upTo: 2_000 })) {
      const { rows } = await looking.execute(`EXPLAIN QUERY PLAN ${statement}`)
      const steps = rows.map(({ detail }) => String(detail))
      expect([statement, steps.filter((text) => tables.has(/^SCAN (\w+)/.exec(text)?.[1] ?? ''))]).toEqual([
        statement,
        [],
      ])
    }
    looking.close()
  },
)

test('rows from before the triggers come into the feed, however many pages they are, and the same again changes nothing', async () => {
  const { rows } = await client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE 'ledger%'",
  )
  await client.executeMultiple(rows.map(({ name }) => `DROP TRIGGER "${name}";`).join('\n'))
  const upTo = (n: number) => `WITH RECURSIVE c (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c WHERE i < ${n})`
  await client.execute(`${upTo(OWNERS)} INSERT INTO users (username, username_key, email, password_hash, neighborhood, zip_code, created_at)
    SELECT 'u' || i, 'u' || i, 'u@x.example', 'x', 'Park Slope', '11215', '${AT}' FROM c`)
  await client.execute(`${upTo(LISTINGS)} INSERT INTO listings (user_id, title, description, images, main_image, price_cents, category,
      terms, timezone, neighborhood, zip_code, created_at)
    SELECT 1 + i % ${OWNERS}, 'Thing ' || i, 'A thing', '[]', '/uploads/x.jpg', 1000, 'tables', '{}', 'America/New_York', 'Park Slope', '11215', '${AT}' FROM c`)
  const swap = async () => {
    await client.execute("UPDATE sync_clock SET triggers = ''")
    await prepareDatabase(url)
    const feed = await client.execute(
      "SELECT scope, n, head, (SELECT count(DISTINCT seq) FROM sync_feed f WHERE f.scope = s.scope) AS numbers FROM sync_scopes s WHERE scope GLOB 'pub:[lu]*' ORDER BY scope",
    )
    const clock = await client.execute(
      'SELECT seq, (SELECT max(seq) FROM sync_feed) AS last, (SELECT count(*) FROM sync_feed) AS n FROM sync_clock',
    )
    const [seq, last, n] = Object.values(clock.rows[0] ?? {}).map(Number)
    return { scopes: feed.rows.map((row) => ({ ...row })), clock: [seq, last, n] }
  }
  const first = await swap()
  expect(first.scopes.map(({ n, numbers }) => [n, numbers])).toEqual([
    [LISTINGS, LISTINGS],
    [LISTINGS, LISTINGS],
    [OWNERS, OWNERS],
    [OWNERS, OWNERS],
  ])
  expect(new Set(first.clock).size).toBe(1)
  expect(await swap()).toEqual(first)

  // A build that shows less, and a map of other areas.
  await client.execute('UPDATE sync_clock SET open = 1')
  await client.executeMultiple(
    'DROP TRIGGER sync_listings_feed_0_UPDATE; DROP TRIGGER sync_listings_feed_1_UPDATE; DROP TRIGGER sync_listings_guard_UPDATE;',
  )
  await client.execute('UPDATE listings SET available = 0 WHERE id % 3 = 0')
  await client.execute("UPDATE listings SET neighborhood = 'Tottenville' WHERE id % 3 = 1")
  const later = await swap()
  const third = LISTINGS / 3
  expect(later.scopes.filter(({ scope }) => String(scope).startsWith('pub:l')).map(({ n }) => n)).toEqual([
    2 * third,
    third,
    third,
  ])
})
