import { afterAll, beforeAll, expect, test } from 'bun:test'
import { signUp } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { requestLimits } from './limits'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

type Signed = Awaited<ReturnType<typeof signUp>>

const many = (count: number, ask: () => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: count }, async () => (await ask()).status))

test('one address beyond its limit is told when to come back, others are served, and so is it afterwards', async () => {
  const ask = (from: string) => t.call('GET', '/api/listings', { from })
  const { atOnce, perMinute } = requestLimits.search.address
  expect(new Set(await many(atOnce, () => ask('203.0.113.1')))).toEqual(new Set([200]))
  const refused = await ask('203.0.113.1')
  expect([refused.status, refused.body]).toEqual([
    429,
    { code: 'too_many_requests', message: 'That was a lot at once. Please wait a moment and try again.' },
  ])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('sync-epoch')).not.toBeNull()
  expect((await ask('203.0.113.2')).status).toBe(200)
  expect((await t.call('GET', '/api/made-to-order', { from: '203.0.113.1' })).status).toBe(429)
  expect((await t.call('GET', '/api/openapi.json', { from: '203.0.113.1' })).status).toBe(429)
  expect((await t.call('GET', '/api/config', { from: '203.0.113.1' })).status).toBe(200)
  t.clock.advance(60_000 / perMinute)
  expect([(await ask('203.0.113.1')).status, (await ask('203.0.113.1')).status]).toEqual([200, 429])
})

test('one person is counted wherever they ask from, and nobody else is', async () => {
  const [ana, bo] = [await signUp(t, 'ana'), await signUp(t, 'bo')]
  let asked = 0
  const from = () => `198.51.100.${asked++ % 250}`
  const pull = (as: string) => t.call('POST', '/api/sync/pull', { as, from: from(), body: { epoch: null, scopes: {} } })
  const statuses = await many(requestLimits.pull.person.atOnce + 5, () => pull(ana.as))
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect((await pull(bo.as)).status).not.toBe(429)
})

test('one person does not use up what the payment provider answers to all', async () => {
  const dora = await signUp(t, 'dora')
  const paths = [
    'GET /api/stripe/payment-methods',
    'GET /api/stripe/connect-status',
    'POST /api/bookings/update-statuses',
  ]
  let asked = 0
  const ask = () => {
    const [method = '', path = ''] = paths[asked % paths.length]?.split(' ') ?? []
    return t.call(method, path, { as: dora.as, from: `198.51.100.${asked++ % 250}` })
  }
  const statuses = await many(requestLimits.provider.person.atOnce + 3, ask)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  expect((await t.call('GET', '/api/user', { as: dora.as, from: '198.51.100.1' })).status).toBe(200)
})

test('writes that came together count as one request', async () => {
  const ana = await signUp(t, 'carla')
  const { atOnce } = requestLimits.push.person
  const body = { writes: [{ key: 'aaaaaaaa-1', call: 'likePost', id: 1 }] }
  const push = () => t.call('POST', '/api/sync/push', { as: ana.as, from: '192.0.2.1', body })
  expect(new Set(await many(atOnce, push))).toEqual(new Set([200]))
  expect((await push()).status).toBe(429)
})

test('files beyond the limit are refused, and so is the next page', async () => {
  const { atOnce } = requestLimits.file.address
  const photo = () => t.call('GET', '/uploads/none.jpg', { from: '192.0.2.77' })
  expect(new Set(await many(atOnce, photo))).toEqual(new Set([404]))
  expect((await photo()).status).toBe(429)
})

test('whoever is not signed in sends 16 kB and no more', async () => {
  const pull = (filler: number) =>
    t.call('POST', '/api/sync/pull', { from: '203.0.113.40', body: { epoch: null, scopes: {}, x: 'x'.repeat(filler) } })
  expect((await pull(15_900)).status).toBe(200)
  expect((await pull(16_000)).status).toBe(413)
})

test('long bodies count by their length for the address, and for the person wherever they send from', async () => {
  const pieces = 50
  const body = { epoch: null, scopes: {}, filler: 'x'.repeat(pieces * 16_000) }
  const pull = ({ as }: { as: string }, from: string) => t.call('POST', '/api/sync/pull', { as, from, body })
  const { address, person } = requestLimits.longBody
  const people = await Promise.all(['long-a', 'long-b', 'long-c'].map((name) => signUp(t, name)))
  const [ana, bo, carl] = people as [Signed, Signed, Signed]
  const refused = (statuses: number[]) => statuses.filter((status) => status === 429).length
  let asked = 0
  const elsewhere = () => `203.0.113.${60 + asked++}`
  expect(refused(await many(person.atOnce / pieces + 1, () => pull(ana, elsewhere())))).toBe(1)
  const home = '203.0.113.50'
  expect(refused(await many(person.atOnce / pieces, () => pull(bo, home)))).toBe(0)
  expect(refused(await many((address.atOnce - person.atOnce) / pieces, () => pull(carl, home)))).toBe(4)
  const short = { as: carl.as, from: home, body: { epoch: null, scopes: {} } }
  expect((await t.call('POST', '/api/sync/pull', short)).status).toBe(200)
})
