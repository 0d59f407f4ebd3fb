import { afterEach, beforeEach, expect, test } from 'bun:test'
import { PAGE_ROWS } from '../db/old-rows'
import { signUp } from '../test-support/sign-up'
import { openTestApp, TEST_NOW, type TestApp } from '../test-support/test-app'
import { deleteOldRows } from './delete-old-rows'

const OLD = 2 * PAGE_ROWS + 1
const LONG_AGO = '2026-06-01T12:00:00.000Z'
let t: TestApp

beforeEach(async () => {
  t = await openTestApp()
})
afterEach(() => t.close())

/** The columns of a row of each table, and their values in SQL; `i` is the number of the row, `at` the time of its end. */
const TABLES: Record<string, [columns: string, values: string]> = {
  sync_ops: ['user_id, op_id, route, body_hash, status, answer, at', "1, i, 'route', 'hash', 200, '{}', at"],
  sessions: ['token_hash, user_id, created_at, last_seen_at, expires_at', "'made' || i, 1, at, at, at"],
  limit_records: ['key, count, at, until', "'made' || i, 1, 0, unixepoch(at) * 1000"],
  push_outbox: [
    'subscription_id, event, kind, word, about, about_id, at, next_at, done_at',
    "1, 'made' || i, 'message', 'message', 'message', 1, at, at, at",
  ],
  mail_outbox: [
    'user_id, event, kind, word, about, about_id, at, next_at, done_at',
    "1, 'made' || i, 'message', 'message', 'message', 1, at, at, at",
  ],
  kept_mails: ['at, address, subject, text, html', "at, '', '', '', ''"],
  sign_ins: ['id, user_id, at, device, result', "'made' || i, 1, at, '', 'in'"],
  stripe_events: ['id, type, received_at', "'made' || i, 'type', at"],
}

/** Puts rows with the numbers from `first` to `last` into every table. */
async function fill(first: number, last: number, at: string): Promise<void> {
  const rows = `WITH RECURSIVE made (i, at) AS (SELECT ${first}, '${at}' UNION ALL SELECT i + 1, at FROM made WHERE i < ${last})`
  const statements = Object.entries(TABLES).map(([table, [columns, values]]) => ({
    sql: `INSERT INTO ${table} (${columns}) ${rows} SELECT ${values} FROM made`,
    args: [],
  }))
  await t.deps.db.batch(statements)
}

async function counts(): Promise<Record<string, number>> {
  const statements = Object.keys(TABLES).map((table) => ({ sql: `SELECT count(*) AS n FROM ${table}`, args: [] }))
  const results = await t.deps.db.readBatch(statements)
  return Object.fromEntries(Object.keys(TABLES).map((table, nth) => [table, Number(results[nth]?.rows[0]?.n)]))
}

test('old rows go page by page, however many they are, and newer ones stay', async () => {
  await signUp(t, 'rosa')
  const subscription = `INSERT INTO push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth, created_at)
    SELECT 1, user_id, token_hash, 'https://push.example', '', '', created_at FROM sessions`
  await t.deps.db.batch([{ sql: subscription, args: [] }])
  await deleteOldRows(t.deps)
  const before = await counts()
  await fill(1, OLD, LONG_AGO)
  await fill(OLD + 1, OLD + 3, new Date(Date.parse(TEST_NOW) + 1_000).toISOString())
  const pages: number[] = []
  const { batch } = t.deps.db
  t.deps.db.batch = async (statements) => {
    const results = await batch(statements)
    pages.push(results.reduce((sum, { rowsAffected }) => sum + rowsAffected, 0))
    return results
  }
  await deleteOldRows(t.deps)
  t.deps.db.batch = batch
  const expected = Object.fromEntries(Object.entries(before).map(([table, n]) => [table, n + 3]))
  // Of kept mails the newest few hundred stay, then those that are not old.
  expect(await counts()).toEqual({ ...expected, kept_mails: 3 })
  expect(pages.filter((rows) => rows === PAGE_ROWS).length).toBeGreaterThanOrEqual(2 * (Object.keys(TABLES).length - 1))
  expect(Math.max(...pages)).toBe(PAGE_ROWS)
})
