import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { endpoints } from '#schema/endpoints'
import { originOfCall } from '../http/caller'
import { startTimers } from '../jobs/timers'
import { holdOffer, openRental } from '../test-support/rental-kit'
import { signUp } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { until } from '../test-support/until'

const TOKEN = 'a-token-of-prometheus'
const HERE = '127.0.0.1'
const OUTSIDE = '203.0.113.7'

let t: TestApp
beforeEach(async () => {
  t = await openTestApp()
})
afterEach(() => t.close())

const look = (from: string, headers: Record<string, string> = {}) => t.call('GET', '/metrics', { from, headers })

/** The values of a name, by its labels as they are written. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const text: string = (await look(HERE)).body
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(name.length, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}

describe('without a token', () => {
  test('this machine reads the metrics', async () => {
    for (const from of [HERE, '::/64']) {
      const answer = await look(from)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toStartWith('text/plain')
      expect(answer.body).toContain('trestle_requests_total')
    }
  })

  test('everybody else is told what a page that is not there tells', async () => {
    const missing = await t.call('GET', '/no-such-page', { from: OUTSIDE })
    for (const from of [OUTSIDE, '2001:db8::/64', 'local']) {
      const { status, body } = await look(from, { authorization: `Bearer ${TOKEN}` })
      expect({ status, body }).toEqual({ status: missing.status, body: missing.body })
    }
  })

  test.each([
    ['x-forwarded-for', OUTSIDE],
    ['x-forwarded-host', 'trestle.example'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', OUTSIDE],
    ['forwarded', `for=${OUTSIDE}`],
    ['via', '1.1 Caddy'],
  ])('a request that a proxy on this machine passes on is from outside: %s', async (name, value) => {
    expect((await look(HERE, { [name]: value })).status).toBe(404)
  })

  test('a page from elsewhere whose name leads to this machine reads nothing', async () => {
    const request = new Request('http://evil.example/metrics')
    expect((await t.fetch(originOfCall(request, HERE))).status).toBe(404)
  })
})

describe('with a token', () => {
  beforeEach(async () => {
    await t.close()
    t = await openTestApp({ METRICS_TOKEN: TOKEN })
  })

  test('whoever brings it reads the metrics, also through a proxy', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await look(OUTSIDE, headers)).status).toBe(200)
    expect((await look(HERE, { ...headers, 'x-forwarded-for': OUTSIDE })).status).toBe(200)
  })

  test.each(['', 'Bearer another-token-of-none', `Bearer ${TOKEN}x`, TOKEN])('"%s" opens nothing', async (words) => {
    for (const from of [HERE, OUTSIDE])
      expect((await look(from, words ? { authorization: words } : {})).status).toBe(404)
  })
})

test('requests count by the pattern of their route, and paths that lead nowhere count as one', async () => {
  await t.call('GET', '/api/listings/4711')
  await t.call('GET', '/api/listings/4712')
  await t.call('GET', '/api/rosa-luz/1')
  await t.call('GET', '/secret-words')
  const unknown = '{method="GET",route="unknown",status="404"}'
  await until(async () => (await valuesOf('trestle_requests_total'))[unknown] === 2)
  expect(await valuesOf('trestle_requests_total')).toMatchObject({
    '{method="GET",route="/api/listings/:id",status="404"}': 2,
    [unknown]: 2,
  })
  expect(await valuesOf('trestle_request_seconds_count')).toMatchObject({
    '{method="GET",route="/api/listings/:id"}': 2,
  })
  const { body } = await look(HERE)
  for (const word of ['4711', 'rosa-luz', 'secret-words']) expect(body).not.toContain(word)
})

test('a webhook whose signature is wrong is counted where its alert looks', async () => {
  const alerts = await Bun.file(join(import.meta.dir, '../../docs/alerts.yml')).text()
  const [, labels = ''] = /TrestleWebhooksRefused\n.+trestle_requests_total(\{[^}]+\})/.exec(alerts) ?? []
  const headers = { 'stripe-signature': 't=1,v1=00' }
  await t.call('POST', endpoints.stripeWebhook.path, { body: { id: 'evt_1' }, headers })
  await until(async () => labels in (await valuesOf('trestle_requests_total')))
})

test('a conflict is counted by its code', async () => {
  await signUp(t, 'rosa')
  const person = { username: 'rosa', password: 'correct horse', email: 'other@example.com' }
  const { status, body } = await t.call('POST', '/api/register', { body: person })
  expect(status).toBe(409)
  const label = `{kind="${body.code}",status="409"}`
  expect(await valuesOf('trestle_refusals_total')).toMatchObject({ [label]: 1 })
})

test('writes, pulls, snapshots and streams are measured', async () => {
  const { as } = await signUp(t, 'rosa')
  const before = (await valuesOf('trestle_write_batch_seconds_count'))[''] ?? 0
  await t.deps.db.batch([{ sql: 'UPDATE sync_clock SET base = base WHERE id = 1', args: [] }])
  expect(await valuesOf('trestle_write_batch_seconds_count')).toEqual({ '': before + 1 })
  expect(await valuesOf('trestle_write_wait_seconds_count')).toEqual({ '': before + 1 })
  expect(await valuesOf('trestle_write_queue_length')).toEqual({ '': 0 })
  const held = Promise.withResolvers<void>()
  const turn = t.deps.db.write(() => held.promise.then(() => []))
  expect(await valuesOf('trestle_write_queue_length')).toEqual({ '': 1 })
  held.resolve()
  await turn

  const pull = { epoch: null, scopes: { 'pub:p': [0] } }
  expect((await t.call('POST', '/api/sync/pull', { body: pull })).status).toBe(200)
  expect(await valuesOf('trestle_pull_seconds_count')).toEqual({ '': 1 })

  expect((await t.call('GET', '/api/sync/snapshots/pub:p')).status).toBe(200)
  const builds = await valuesOf('trestle_snapshot_build_seconds_count')
  expect(builds).toEqual({ '{place="thread"}': 1 })

  const { '': open = 0 } = await valuesOf('trestle_streams_open')
  const request = new Request('http://localhost:3000/api/sync/live', { headers: { cookie: as } })
  const stream = await t.fetch(request)
  expect(await valuesOf('trestle_streams_open')).toEqual({ '': open + 1 })
  await stream.body?.cancel()
  expect(await valuesOf('trestle_streams_open')).toEqual({ '': open })
  const [p50, p99, max] = Object.values(await valuesOf('trestle_event_loop_lag_seconds'))
  for (const lag of [p50, p99, max]) expect(lag).toBeGreaterThanOrEqual(0)
})

test('jobs tell when they last ended, and a job that fails is counted', async () => {
  await startTimers(t.deps)()
  const at = t.clock.now.getTime() / 1000
  expect(await valuesOf('trestle_job_last_success_timestamp_seconds')).toMatchObject({ '{task="bookings"}': at })
  expect(await valuesOf('trestle_job_failures_total')).toMatchObject({ '{task="bookings"}': 0, '{task="mails"}': 0 })

  t.clock.advance(60_000)
  await t.deps.db.batch([{ sql: 'ALTER TABLE mail_outbox RENAME TO mail_outbox_away', args: [] }])
  await startTimers(t.deps)()
  await t.deps.db.batch([{ sql: 'ALTER TABLE mail_outbox_away RENAME TO mail_outbox', args: [] }])
  expect(t.errors.splice(0).length).toBeGreaterThan(0)
  expect(await valuesOf('trestle_job_failures_total')).toMatchObject({ '{task="bookings"}': 0, '{task="mails"}': 1 })
  expect(await valuesOf('trestle_job_last_run_timestamp_seconds')).toMatchObject({ '{task="mails"}': at + 60 })
  expect(await valuesOf('trestle_job_last_success_timestamp_seconds')).toMatchObject({ '{task="mails"}': at })
})

test('every job has its count of failures before its first run, by which a first failure is seen', async () => {
  const held = Promise.withResolvers<void>()
  const turn = t.deps.db.write(() => held.promise.then(() => []))
  const stop = startTimers(t.deps)
  const failures = await valuesOf('trestle_job_failures_total')
  held.resolve()
  await turn
  await stop()
  expect(failures).toMatchObject({ '{task="bookings"}': 0, '{task="what the provider knows"}': 0, '{task="books"}': 0 })
})

test('a job that hangs in the first run of its server is missed from the start on', async () => {
  const startedAt = t.clock.now.getTime() / 1000
  const held = Promise.withResolvers<void>()
  const turn = t.deps.db.write(() => held.promise.then(() => []))
  const stop = startTimers(t.deps)
  t.clock.advance(660_000)
  const lastRuns = await valuesOf('trestle_job_last_run_timestamp_seconds')
  const successes = await valuesOf('trestle_job_last_success_timestamp_seconds')
  held.resolve()
  await turn
  await stop()
  expect([lastRuns['{task="bookings"}'], successes['{task="bookings"}']]).toEqual([startedAt, undefined])
})

test('breaches of the books are counted by the look that found them', async () => {
  const movement = `INSERT INTO provider_movements VALUES ('txn_1', 'charge', 'ch_1', 500, 0, '2026-12-01')`
  await t.deps.db.batch([{ sql: movement, args: [] }])
  await startTimers(t.deps)()
  expect(t.errors.splice(0)).toMatchObject([{ what: 'the books are not in order' }])
  expect(await valuesOf('trestle_book_breaches')).toEqual({
    '{check="books"}': 0,
    '{check="balance at the provider"}': 1,
  })
})

test('an event about something that no sale knows does not wait, and one that has not been worked does', async () => {
  const event = (id: string, state: string) => ({
    sql: `INSERT INTO stripe_events (id, type, object_id, state, received_at) VALUES (?, 'charge.refunded', 're_1', ?, ?)`,
    args: [id, state, t.clock.now.toISOString()],
  })
  await t.deps.db.batch([event('evt_1', 'waiting')])
  t.clock.advance(3_600_000)
  const waiting = async () => [
    (await valuesOf('trestle_outbox_waiting'))['{outbox="events"}'],
    (await valuesOf('trestle_outbox_oldest_seconds'))['{outbox="events"}'],
  ]
  expect(await waiting()).toEqual([0, 0])
  await t.deps.db.batch([event('evt_2', 'new')])
  t.clock.advance(60_000)
  expect(await waiting()).toEqual([1, 60])
})

test('calls of the provider, mails that wait and what became of them are counted', async () => {
  await holdOffer(t, await openRental(t), 'renter')
  const calls = await valuesOf('trestle_provider_call_seconds_count')
  expect(calls['{call="createHold",outcome="ok"}']).toBe(1)
  const { '{outbox="mails"}': waiting = 0 } = await valuesOf('trestle_outbox_waiting')
  expect(waiting).toBeGreaterThan(0)
  t.clock.advance(90_000)
  expect((await valuesOf('trestle_outbox_oldest_seconds'))['{outbox="mails"}']).toBeGreaterThanOrEqual(90)
  t.clock.advance(3_600_000)
  await startTimers(t.deps)()
  expect((await valuesOf('trestle_outbox_waiting'))['{outbox="mails"}']).toBeLessThan(waiting)
  const ends = Object.values(await valuesOf('trestle_mails_total')).reduce((sum, count) => sum + count, 0)
  expect(ends).toBeGreaterThan(0)
})
