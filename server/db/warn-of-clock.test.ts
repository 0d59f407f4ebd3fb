import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQLD } from '../test-support/database-server'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { until } from '../test-support/until'
import { keepWarningOfClock, warnOfClock } from './warn-of-clock'

let t: TestApp
let shared: TestApp | undefined
beforeAll(async () => {
  t = await openTestApp()
  if (SQLD) shared = await openTestApp({}, { servers: 2 })
})
afterAll(async () => {
  await t.close()
  await shared?.close()
})

/** @param offsets by which the clock is ahead when the question leaves and when the answer comes */
async function warnings(app: TestApp, ...offsets: [number, number]): Promise<unknown[]> {
  const said: unknown[] = []
  const now = () => new Date(Date.now() + (offsets.shift() ?? 0))
  await warnOfClock({ db: app.deps.db, now, log: ({ level, what }) => said.push(`${level}: ${what}`) })
  return said
}

const ahead = /^warn: the clock of this server is (?:5\d|60)\.\d s ahead of the database's/
const behind = /^warn: the clock of this server is (?:5\d|60)\.\d s behind the database's/

test('clocks that agree within two seconds are not spoken of', async () => {
  for (const offset of [0, 1_000, -1_000]) expect(await warnings(t, offset, offset)).toEqual([])
})

test('a clock that is ahead, and one that is behind, is warned of once', async () => {
  expect(await warnings(t, 60_000, 60_000)).toEqual([expect.stringMatching(ahead)])
  expect(await warnings(t, -60_000, -60_000)).toEqual([expect.stringMatching(behind)])
})

test('a clock that goes wrong while the server runs is warned of, again and again, until the server ends', async () => {
  const said: unknown[] = []
  let offset = 0
  let looks = 0
  const now = () => {
    looks++
    return new Date(Date.now() + offset)
  }
  const end = keepWarningOfClock({ db: t.deps.db, now, log: ({ what }) => said.push(what) }, 5)
  await until(() => looks > 2)
  expect(said).toEqual([])
  offset = 60_000
  await until(() => said.length > 1)
  expect(said).toEqual(said.map(() => expect.stringContaining('s ahead of')))
  await end()
  const before = looks
  await Bun.sleep(50)
  expect(looks).toBe(before)
})

test('a look at the clock that fails is followed by the next one', async () => {
  let asked = 0
  const readBatch = () => {
    asked++
    return Promise.reject(new Error('The database is away'))
  }
  const end = keepWarningOfClock({ db: { readBatch }, now: () => new Date(), log: () => undefined }, 5)
  await until(() => asked > 1)
  await end()
})

test('an answer that takes long does not make a clock wrong', async () => {
  expect(await warnings(t, -5_000, 0)).toEqual([])
})

test.skipIf(!SQLD)('the clock of a database server is looked at', async () => {
  if (!shared) throw new Error('There is no database server')
  expect(await warnings(shared, 0, 0)).toEqual([])
  expect(await warnings(shared, 60_000, 60_000)).toEqual([expect.stringMatching(ahead)])
})
