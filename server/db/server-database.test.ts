import { afterAll, beforeAll, expect, test } from 'bun:test'
import { LibsqlError } from '@libsql/client'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { DatabaseServer } from '../env'
import { prepareDatabase } from '../prepare-database'
import { SQLD, type StartedDatabase, startDatabase } from '../test-support/database-server'
import { until } from '../test-support/until'
import type { Db } from './client'
import { openDatabase } from './open-database'
import { refusalIn } from './refusal-in'
import { guard, step } from './steps'
import { openStreams } from './streams'

const here = test.skipIf(!SQLD)
let server: StartedDatabase
let source: DatabaseServer
/** Two of our servers on one database. */
let one: Db
let other: Db

beforeAll(async () => {
  if (!SQLD) return
  server = await startDatabase()
  source = await server.create('market')
  await Promise.all([prepareDatabase(source), prepareDatabase({ ...source, owner: 'other' })])
  one = await openDatabase(source)
  other = await openDatabase({ ...source, owner: 'other' })
  await one.batch([{ sql: 'CREATE TABLE counters (name TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT', args: [] }])
})
afterAll(async () => {
  await one?.close()
  await other?.close()
  await server?.close()
})

const countOf = async (db: Db, name: string) =>
  Number((await db.readBatch([{ sql: 'SELECT n FROM counters WHERE name = ?', args: [name] }]))[0]?.rows[0]?.n ?? 0)

/** Reads and writes what it read plus one: right only when nothing came between. */
const count = (db: Db, name: string) =>
  db.write(async () => {
    const n = (await countOf(db, name)) + 1
    return {
      value: n,
      steps: [step(sql`INSERT INTO counters VALUES (${name}, ${n}) ON CONFLICT DO UPDATE SET n = ${n}`)],
    }
  })

here(
  'each call on connections that were closed is refused: none waits for another',
  async () => {
    const streams = openStreams({ ...source, streams: 2 })
    await streams.execute('SELECT 1')
    streams.close()
    for (let nth = 0; nth < 4; nth++) await expect(streams.execute('SELECT 1')).rejects.toThrow()
  },
  5_000,
)

here('what a plan has read is still so when its steps are applied, whichever server writes', async () => {
  const told = await Promise.all(Array.from({ length: 40 }, (_, nth) => count(nth % 2 ? one : other, 'shared')))
  expect(await countOf(one, 'shared')).toBe(40)
  expect(new Set(told.map(({ value }) => value)).size).toBe(40)
})

here('control: what was read before the plan may be long past', async () => {
  const countBlindly = async (db: Db) => {
    const n = (await countOf(db, 'blind')) + 1
    const set = sql`INSERT INTO counters VALUES ('blind', ${n}) ON CONFLICT DO UPDATE SET n = ${n}`
    await db.write(() => [step(set)])
  }
  await Promise.all(Array.from({ length: 40 }, (_, nth) => countBlindly(nth % 2 ? one : other)))
  expect(await countOf(one, 'blind')).toBeLessThan(40)
})

here('a plan that reads thousands of rows is written on no stale reading', async () => {
  await one.batch([
    { sql: 'CREATE TABLE crowd (n INTEGER NOT NULL, name TEXT NOT NULL) STRICT', args: [] },
    {
      sql: "WITH RECURSIVE s (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM s WHERE n < 12000) INSERT INTO crowd SELECT n, 'name' || n FROM s",
      args: [],
    },
  ])
  const join = (db: Db) =>
    db.write(async () => {
      const [crowd] = await db.readBatch([{ sql: 'SELECT n, name FROM crowd', args: [] }])
      const n = (crowd?.rows.length ?? 0) + 1
      return { value: n, steps: [step(sql`INSERT INTO crowd VALUES (${n}, ${`name${n}`})`)] }
    })
  const numbers = (await Promise.all([one, other, one, other].map(join))).map(({ value }) => value)
  expect(numbers.sort()).toEqual([12001, 12002, 12003, 12004])
})

here('a row that takes another row’s place is seen', async () => {
  await one.batch([
    { sql: 'CREATE TABLE pairs (name TEXT NOT NULL) STRICT', args: [] },
    { sql: "INSERT INTO pairs VALUES ('a'), ('a'), ('b')", args: [] },
  ])
  let looks = 0
  const { value } = await one.write(async () => {
    const [pairs] = await one.readBatch([{ sql: 'SELECT name FROM pairs ORDER BY name', args: [] }])
    // Between the reading and the batch, another server moves one row.
    if (++looks === 1)
      await other.batch([{ sql: "UPDATE pairs SET name = 'b' WHERE rowid = (SELECT min(rowid) FROM pairs)", args: [] }])
    const seen = pairs?.rows.map(({ name }) => name).join('')
    return { value: seen, steps: [step(sql`INSERT INTO counters VALUES (${`pairs ${seen}`}, 1)`)] }
  })
  expect([value, looks]).toEqual(['abb', 2])
})

here('a guard that does not hold throws its refusal, and nothing is applied', async () => {
  const refusal = new Refusal('busy')
  const writing = one.write(() => [step(sql`INSERT INTO counters VALUES ('refused', 1)`), guard(sql`1 = 2`, refusal)])
  await expect(writing).rejects.toBe(refusal)
  expect(await countOf(one, 'refused')).toBe(0)
})

here('a plan whose reading meets a lock runs again', async () => {
  const locked = new LibsqlError('database is locked', 'SQLITE_BUSY')
  // As raw reads and the numbers of rows throw it, and as drizzle does.
  const faults = [locked, new DrizzleQueryError('SELECT 1', [], locked)]
  let runs = 0
  const { value } = await one.write(() => {
    const fault = faults[runs++]
    if (fault) throw fault
    return { value: 'written', steps: [step(sql`INSERT INTO counters VALUES ('locked', 1)`)] }
  })
  expect([value, runs, await countOf(one, 'locked')]).toEqual(['written', 3, 1])
})

here('each further run of a plan is told of, with its reason', async () => {
  const repeats: string[] = []
  const ignore = () => undefined
  const watched = await openDatabase(
    { ...source, owner: 'watched' },
    { noteWrite: ignore, notePublicRead: ignore, noteRepeat: (why) => void repeats.push(why) },
  )
  let runs = 0
  await watched.write(async () => {
    if (++runs === 1) throw new LibsqlError('database is locked', 'SQLITE_BUSY')
    const n = await countOf(watched, 'watched')
    if (runs === 2) await count(other, 'watched')
    return [step(sql`INSERT INTO counters VALUES ('watched', ${n}) ON CONFLICT DO UPDATE SET n = ${n + 1}`)]
  })
  await watched.close()
  expect([repeats, await countOf(one, 'watched')]).toEqual([['locked', 'changed'], 2])
})

here('a plan that fails by itself does not run again', async () => {
  let runs = 0
  const writing = one.write(() => {
    runs++
    throw new LibsqlError('no such table', 'SQLITE_ERROR')
  })
  await expect(writing).rejects.toThrow('no such table')
  expect(runs).toBe(1)
})

here('servers that start at once leave one schema, and every number of a row is given out once', async () => {
  const { rows } = (await one.readBatch([{ sql: 'SELECT count(*) AS n FROM sync_clock', args: [] }]))[0] ?? { rows: [] }
  expect(Number(rows[0]?.n)).toBe(1)
  const ids: number[] = []
  for (const db of [one, other, one, other])
    await db.write(async (numbers) => {
      for (let nth = 0; nth < 30; nth++) ids.push(await numbers.next('bookings'))
      return []
    })
  expect(new Set(ids).size).toBe(120)
})

here('a server hears of the changes of another one once, and knows its own', async () => {
  const heard: [boolean, string][] = []
  const stop = one.onChange((heads, isOwn) => heard.push([isOwn, Object.keys(heads).join()]))
  const touch = (db: Db, scope: string) =>
    db.write(() => [
      step(sql`UPDATE sync_clock SET seq = seq + 1 WHERE id = 1`),
      step(
        sql`INSERT INTO sync_scopes (scope, head, floor, n, sum) SELECT ${scope}, seq, 0, 0, 0 FROM sync_clock WHERE true
            ON CONFLICT DO UPDATE SET head = excluded.head`,
      ),
    ])
  await touch(one, 'u:1')
  await touch(other, 'u:2')
  await until(() => heard.length > 1)
  // Nothing is told again by the looks that follow.
  await Bun.sleep(3 * source.pokeEveryMs)
  stop()
  expect(heard).toEqual([
    [true, 'u:1'],
    [false, 'u:2'],
  ])
})

here('one server at a time does what a lease is for; a holder that was stopped writes nothing more', async () => {
  const paused = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let failed: unknown
  const first = one.asOnly('sweep', async () => {
    begun.resolve()
    await paused.promise
    await count(one, 'swept').catch((error) => {
      failed = error
    })
  })
  await begun.promise
  expect(await other.asOnly('sweep', async () => {})).toBe(false)
  // As when its machine slept for longer than the lease lasts.
  await other.batch([{ sql: "UPDATE leases SET until = 0 WHERE name = 'sweep'", args: [] }])
  expect(await other.asOnly('sweep', async () => void (await count(other, 'swept')))).toBe(true)
  paused.resolve()
  await first
  expect(failed).toMatchObject({ message: 'The work has another holder by now.' })
  expect(await countOf(one, 'swept')).toBe(1)
})

here('a reading sees one moment, whatever is written meanwhile', async () => {
  await count(one, 'moment')
  const seen = await one.snapshot(async (at) => {
    const read = async () =>
      Number((await at.readBatch([{ sql: "SELECT n FROM counters WHERE name = 'moment'", args: [] }]))[0]?.rows[0]?.n)
    const before = await read()
    await count(other, 'moment')
    return [before, await read()]
  })
  expect(seen).toEqual([1, 1])
})

here('a read while no database server listens is refused as busy, and goes well once it is back', async () => {
  const ask = () => one.read.select({ n: sql`count(*)` }).from(sql`counters`)
  await server.kill()
  try {
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(refusalIn(error)?.kind).toBe('busy')
  } finally {
    await server.start()
  }
  expect(await ask()).toHaveLength(1)
})

here('a database server that was killed has all that was confirmed, and is waited for', async () => {
  for (let nth = 0; nth < 5; nth++) await count(one, 'kept')
  await server.kill()
  const waiting = countOf(other, 'kept')
  await server.start()
  expect(await waiting).toBe(5)
  await count(one, 'kept')
  expect(await countOf(other, 'kept')).toBe(6)
})
