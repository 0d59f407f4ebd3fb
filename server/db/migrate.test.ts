import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseServer } from '../env'
import { allTriggers, prepareDatabase } from '../prepare-database'
import { SQLD, type StartedDatabase, startDatabase } from '../test-support/database-server'
import type { Db } from './client'
import type { DatabaseSource } from './database-source'
import { openDatabase } from './open-database'

const MIGRATIONS = join(import.meta.dir, 'migrations')
const FAR_AHEAD = 9_999_999_999_999
const folder = mkdtempSync(join(tmpdir(), 'trestle-migrate-'))
let server: StartedDatabase | undefined

beforeAll(async () => {
  if (SQLD) server = await startDatabase()
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function withDatabase(source: DatabaseSource, work: (db: Db) => Promise<void>): Promise<void> {
  const db = await openDatabase(source)
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

const triggersOf = async (db: Db) =>
  (await db.readBatch([{ sql: `SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name`, args: [] }]))[0]
    ?.rows ?? []

async function staysNewer(source: DatabaseSource): Promise<void> {
  expect(await prepareDatabase(source)).toBe(false)
  await withDatabase(source, async (db) => {
    const before = await triggersOf(db)
    const gone = String(before.find(({ name }) => String(name).startsWith('sync_'))?.name)
    // As a newer build leaves it: a migration that nobody here knows, one trigger less, and one more.
    await db.batch([
      { sql: 'INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)', args: ['newer', FAR_AHEAD] },
      { sql: `DROP TRIGGER ${gone}`, args: [] },
      { sql: 'CREATE TRIGGER newer AFTER INSERT ON reviews BEGIN SELECT 1; END', args: [] },
    ])
    const newer = await triggersOf(db)
    expect(await prepareDatabase(source)).toBe(true)
    expect(await triggersOf(db)).toEqual(newer)
    expect(newer).toHaveLength(before.length)
    expect(JSON.stringify(newer)).not.toContain(`"${gone}"`)
  })
}

test('triggers that have changed come with a migration, by which an older build knows that they are newer', async () => {
  const hash = new Bun.CryptoHasher('sha256').update(allTriggers()).digest('hex')
  const migrations = [...new Bun.Glob('*_triggers_*.sql').scanSync(MIGRATIONS)].toSorted()
  const newest = await Bun.file(join(MIGRATIONS, migrations.at(-1) ?? '')).text()
  // Another script needs one more migration, by `drizzle-kit generate --custom --name triggers_of_<what>`, which names this number.
  expect(newest).toContain(hash)
})

test('a build that starts after a newer one tells, and leaves the newer triggers in place', () =>
  staysNewer(`file:${join(folder, 'newer.db')}`))

test.skipIf(!SQLD)('the same over a database server', async () => {
  if (server) await staysNewer(await server.create('newer'))
})

test.skipIf(!SQLD)('four servers that start at once on nothing are all ready, over one schema', async () => {
  if (!server) return
  const source = await server.create('fresh')
  const servers = Array.from({ length: 4 }, (_, nth): DatabaseServer => ({ ...source, owner: `server-${nth}` }))
  const epochs = await Promise.all(
    servers.map(async (own) => {
      await prepareDatabase(own)
      let epoch: unknown
      await withDatabase(own, async (db) => {
        const [clock] = await db.readBatch([{ sql: 'SELECT epoch FROM sync_clock', args: [] }])
        epoch = clock?.rows.map((row) => row.epoch).join()
      })
      return epoch
    }),
  )
  expect(new Set(epochs).size).toBe(1)
  await withDatabase(`file:${join(folder, 'newer.db')}`, async (file) => {
    const expected = (await triggersOf(file)).length
    await withDatabase(source, async (db) => expect(await triggersOf(db)).toHaveLength(expected))
  })
})
