import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQLD } from '../test-support/database-server'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { warnOfClock } from './warn-of-clock'

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

test('an answer that takes long does not make a clock wrong', async () => {
  expect(await warnings(t, -5_000, 0)).toEqual([])
})

test.skipIf(!SQLD)('the clock of a database server is looked at', async () => {
  if (!shared) throw new Error('There is no database server')
  expect(await warnings(shared, 0, 0)).toEqual([])
  expect(await warnings(shared, 60_000, 60_000)).toEqual([expect.stringMatching(ahead)])
})
