import { expect, spyOn, test } from 'bun:test'
import { build, step } from '../db/steps'
import { uploads } from '../db/tables'
import type { Deps } from '../deps'
import { SQLD } from '../test-support/database-server'
import { answerOffer, holdOffer, makeOffer, openRental } from '../test-support/rental-kit'
import { signUp } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { until } from '../test-support/until'
import { saveUpload } from '../uploads/upload-service'
import { startTimers } from './timers'

test('time passes for bookings without anybody visiting', async () => {
  const t = await openTestApp()
  const rental = await openRental(t)
  const unconfirmed = (await makeOffer(t, rental, 'renter')).body.booking.id
  const held = await holdOffer(t, rental, 'rival', { startDate: '2026-12-03', endDate: '2026-12-03' })
  const approved = await answerOffer(t, rental, held, 'approved')
  expect(approved.status).toBe(200)
  t.clock.advance(3 * 86_400_000)
  // Stopping waits for what is under way: the first turn.
  await startTimers(t.deps)()
  const rows = await t.deps.db.read.query.bookings.findMany({ columns: { id: true, status: true } })
  expect(rows.sort((a, b) => a.id - b.id)).toEqual([
    { id: unconfirmed, status: 'expired' },
    { id: held, status: 'completed' },
  ])
  expect(t.errors).toEqual([])
  await t.close()
})

test('a live stream ends after its session, also at a server that has not the turn', async () => {
  const t = await openTestApp({}, { servers: SQLD ? 2 : 1 })
  const { as } = await signUp(t, 'rosa')
  const live = () => t.fetch(new Request(`${TEST_ORIGIN}/api/sync/live`, { headers: { cookie: as } }))
  const streams = await Promise.all(t.servers.map(live))
  await t.call('POST', '/api/logout', { as })
  await Promise.all(t.servers.map((deps) => startTimers(deps)()))
  for (const stream of streams) expect(await stream.text()).toStartWith('event: hello')
  expect(t.errors).toEqual([])
  await t.close()
})

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The jobs of the first turn of a server that starts: its name for the minute's, the ten minutes' and the day's. @param end the job at which it is cut off */
async function firstTurn(deps: Deps, end?: string): Promise<string[]> {
  const ran: string[] = []
  const { noteJob } = deps.metrics
  deps.metrics.noteJob = (job, ...rest) => {
    if (job === end) throw new Error('The server is gone')
    ran.push(job)
    noteJob(job, ...rest)
  }
  await startTimers(deps)()
  deps.metrics.noteJob = noteJob
  return ['bookings', 'what the provider knows', 'books'].filter((job) => ran.includes(job))
}

async function restarted(t: TestApp, ms: number): Promise<string[]> {
  t.clock.advance(ms)
  await t.restart()
  return firstTurn(t.deps)
}

test('a server that starts again does the work of ten minutes and of the day when their time has come', async () => {
  const t = await openTestApp()
  expect(await firstTurn(t.deps)).toEqual(['bookings', 'what the provider knows', 'books'])
  expect(await restarted(t, MINUTE_MS)).toEqual(['bookings'])
  expect(await restarted(t, 9 * MINUTE_MS)).toEqual(['bookings', 'what the provider knows'])
  expect(await restarted(t, DAY_MS - 10 * MINUTE_MS)).toEqual(['bookings', 'what the provider knows', 'books'])
  expect(t.errors).toEqual([])
  await t.close()
})

test('the work of a day that was cut off is done by the next start', async () => {
  const t = await openTestApp()
  expect(await firstTurn(t.deps, 'uploads')).toEqual(['bookings', 'what the provider knows'])
  expect(t.errors).toHaveLength(1)
  expect(await restarted(t, MINUTE_MS)).toEqual(['bookings', 'books'])
  await t.close()
})

test('a clock that was days ahead once does not put off the work of the days until then', async () => {
  const t = await openTestApp()
  t.clock.advance(300 * DAY_MS)
  await firstTurn(t.deps)
  expect(await restarted(t, -300 * DAY_MS)).toEqual(['bookings', 'what the provider knows', 'books'])
  await t.close()
})

test('the work of a minute goes on while that of a day hangs', async () => {
  const t = await openTestApp()
  const { db, photos } = t.deps
  const rental = await openRental(t)
  const { id } = (await makeOffer(t, rental, 'renter')).body.booking
  await saveUpload(t.deps, rental.owner.id, grayPng(10, 10))
  await db.write(() => [step(build.update(uploads).set({ createdAt: '2026-01-01T00:00:00.000Z' }))])
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { remove } = photos
  photos.remove = async (name) => {
    begun.resolve()
    await released.promise
    await remove(name)
  }
  const every = spyOn(globalThis, 'setInterval')
  const stop = startTimers(t.deps)
  try {
    await begun.promise
    t.clock.advance(3 * DAY_MS)
    for (const [run, ms] of every.mock.calls) if (ms === MINUTE_MS) run()
    const statuses = () => db.read.query.bookings.findMany({ columns: { id: true, status: true } })
    await until(async () => (await statuses()).some((row) => row.id === id && row.status === 'expired'))
  } finally {
    every.mockRestore()
    released.resolve()
    await stop()
  }
  expect(t.errors).toEqual([])
  await t.close()
})

test('the balance is compared with the provider’s though the books cannot be audited', async () => {
  const t = await openTestApp()
  await t.deps.db.batch([
    { sql: 'ALTER TABLE booking_history RENAME TO lost_history', args: [] },
    { sql: `INSERT INTO provider_movements VALUES ('txn_1', 'charge', 'ch_1', 500, 0, '2026-12-01')`, args: [] },
  ])
  await firstTurn(t.deps)
  expect(t.errors).toMatchObject([
    { what: 'timer', job: 'books' },
    {
      what: 'the books are not in order',
      breaches: [`the provider's balance: the books say 0, it says 500 (cents)`],
    },
  ])
  await t.close()
})

test.skipIf(!SQLD)('a server that takes the timers over does not do the work of the day again', async () => {
  const t = await openTestApp({}, { servers: 2 })
  const [one, other] = t.servers as [Deps, Deps]
  expect(await firstTurn(one)).toEqual(['bookings', 'what the provider knows', 'books'])
  expect(await firstTurn(other)).toEqual([])
  await one.db.batch([{ sql: 'UPDATE leases SET until = 0', args: [] }])
  expect(await firstTurn(other)).toEqual(['bookings'])
  await t.close()
})
