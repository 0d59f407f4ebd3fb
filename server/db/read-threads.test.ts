import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from './client'
import { openDatabase } from './open-database'

/** Counts so far that a request beside it is sure to come in between. */
const LONG = `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000000) SELECT count(*) AS n FROM n`

let folder: string
const open = (name: string) => openDatabase(`file:${join(folder, name)}`)
const read = (db: Db, ...sqls: string[]) => db.readLong(sqls.map((sql) => ({ sql, args: [] })))

async function openLamps(name: string): Promise<Db> {
  const db = await open(name)
  await db.batch([{ sql: 'CREATE TABLE lamps (name text, watts real, photo blob) STRICT', args: [] }])
  return db
}

const addLamp = (db: Db, name: string) => db.batch([{ sql: 'INSERT INTO lamps VALUES (?, 2.5, NULL)', args: [name] }])

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trestle-read-threads-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('other work goes on while a long read is made', async () => {
  const db = await openLamps('long.db')
  let isDone = false
  const long = read(db, LONG).finally(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
  }
  expect(await long).toEqual([[{ n: 3_000_000 }]])
  expect(turns).toBeGreaterThan(10)
  await db.close()
})

test('a long read sees what was written before it, by column, with its values', async () => {
  const db = await openLamps('lamps.db')
  for (const name of ['Arc', "O'Brien's"]) {
    await addLamp(db, name)
    const [found] = await db.readLong([{ sql: 'SELECT name, watts, photo FROM lamps WHERE name = ?', args: [name] }])
    expect(found).toEqual([{ name, watts: 2.5, photo: null }])
  }
  expect(await read(db, 'SELECT count(*) AS n FROM lamps', 'SELECT 1 AS n WHERE 0')).toEqual([[{ n: 2 }], []])
  await db.close()
})

test('its statements belong to one moment', async () => {
  const db = await openLamps('moment.db')
  let isDone = false
  const reading = read(db, 'SELECT count(*) AS n FROM lamps', LONG, 'SELECT count(*) AS n FROM lamps').finally(() => {
    isDone = true
  })
  let written = 0
  while (!isDone) {
    await addLamp(db, 'Arc')
    await new Promise((resolve) => setImmediate(resolve))
    written++
  }
  const [before, , after] = await reading
  expect(after).toEqual(before)
  expect(written).toBeGreaterThan(1)
  await db.close()
})

test('databases are kept apart, and a mistake in one read is told and harms no other', async () => {
  const [one, other] = [await openLamps('one.db'), await openLamps('other.db')]
  await addLamp(other, 'Arc')
  const names = 'SELECT name FROM lamps'
  const answers = await Promise.allSettled([read(one, names), read(one, 'SELECT wings FROM lamps'), read(other, names)])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(String((answers[1] as PromiseRejectedResult).reason)).toContain('no such column: wings')
  expect([await read(one, names), await read(other, names)]).toEqual([[[]], [[{ name: 'Arc' }]]])
  await Promise.all([one.close(), other.close()])
})

test('a database that is closed is read by no thread any more, and its file is let go', async () => {
  const db = await openLamps('closed.db')
  await read(db, 'SELECT 1')
  await db.close()
  await expect(read(db, 'SELECT 1')).rejects.toThrow('closed')
  Bun.gc(true)
  await Bun.sleep(0)
  Bun.gc(true)
  const held = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').flatMap((fd) => pathOf(fd)) : []
  expect(held.filter((path) => path.includes('closed.db'))).toEqual([])
})

test('other work goes on while short reads follow each other', async () => {
  const db = await openLamps('short.db')
  let isDone = false
  const reading = Promise.all(
    Array.from({ length: 30 }, async () => {
      for (let nth = 0; nth < 30; nth++) await read(db, 'SELECT 1')
    }),
  ).finally(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await Bun.sleep(0)
    turns++
  }
  await reading
  expect(turns).toBeGreaterThan(1)
  await db.close()
})

function pathOf(fd: string): string[] {
  try {
    return [readlinkSync(`/proc/self/fd/${fd}`)]
  } catch {
    // The folder's own, which is closed by now.
    return []
  }
}
