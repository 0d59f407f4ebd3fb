import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseSourceOf } from './db/database-source'
import { openDatabase } from './db/open-database'
import { parseEnv } from './env'
import { workBehindAnswer } from './http/behind-answer'
import { drainCommands } from './money/drain-commands'
import { openMarket } from './open-market'

const folder = mkdtempSync(join(tmpdir(), 'trestle-market-'))
afterEach(() => {
  setSystemTime()
  rmSync(folder, { recursive: true, force: true })
})

test('a server whose clock is wrong says so when it starts', async () => {
  setSystemTime(new Date(Date.now() + 60_000))
  const said: unknown[] = []
  const market = await openMarket(parseEnv({ DATA_DIR: folder, DEMO: '0' }), ({ what }) => said.push(what))
  await market.close()
  expect(said.filter((what) => String(what).includes('clock'))).toHaveLength(1)
})

test('a market that opens where no database was says so, and the next start does not', async () => {
  const open = async () => {
    const said: Record<string, unknown>[] = []
    const market = await openMarket(parseEnv({ DATA_DIR: folder, DEMO: '0' }), (entry) => said.push(entry))
    await market.close()
    return said
  }
  expect(await open()).toMatchObject([
    { level: 'warn', what: `DATA_DIR ${folder} held no database: a new one was made, as at a first start` },
  ])
  expect(await open()).toEqual([])
})

test('a build that opens the database of a newer one says so', async () => {
  const env = parseEnv({ DATA_DIR: folder, DEMO: '0' })
  await (await openMarket(env, () => undefined)).close()
  const db = await openDatabase(databaseSourceOf(env))
  await db.batch([
    { sql: `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9999999999999)`, args: [] },
  ])
  await db.close()
  const said: Record<string, unknown>[] = []
  await (await openMarket(env, (entry) => said.push(entry))).close()
  expect(said).toMatchObject([{ level: 'warn', what: expect.stringContaining('a newer build has migrated') }])
})

test('a market that closes lets the work behind its answers end on its database', async () => {
  const said: Record<string, unknown>[] = []
  const market = await openMarket(parseEnv({ DATA_DIR: folder, DEMO: '0' }), (entry) => said.push(entry))
  said.length = 0
  let isDone = false
  workBehindAnswer(market.deps, 'a refund', async (deps) => {
    await Bun.sleep(1_000)
    await drainCommands(deps)
    isDone = true
  })
  await market.close()
  expect({ isDone, said }).toEqual({ isDone: true, said: [] })
})
