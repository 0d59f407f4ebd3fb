import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openTestApp } from '../test-support/test-app'

test('an answered write survives a power cut, and no row points at nothing', async () => {
  const t = await openTestApp()
  const pragma = async (name: string) =>
    Object.values((await t.deps.db.read.get(sql.raw(`PRAGMA ${name}`))) as object)[0]
  expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual([
    'wal',
    2,
    1,
  ])
  // The writing connection too: its rules are what a wrong row meets.
  const orphan = {
    sql: 'INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    args: ['x', 999, '', '', ''],
  }
  await expect(t.deps.db.batch([orphan])).rejects.toThrow('FOREIGN KEY')
  await t.close()
})
