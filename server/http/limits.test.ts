import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { endpoints } from '#schema/endpoints'
import type { Refusal } from '#schema/errors'
import { originOfCall } from './caller'
import { memoryLimitStore } from './limit-store'
import { limitOf, NETWORK_TIMES, openLimits, queueLimits, type Rate, requestLimits } from './limits'

const clockAt = (ms: number) => {
  const clock = { ms }
  return { clock, now: () => new Date(clock.ms) }
}
const from = (address: string) => originOfCall(new Request('http://localhost/'), address)
const outcome = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: Refusal) => error,
  )

describe('a bucket', () => {
  test('lets so many through at once, then one as often as the rate says', async () => {
    const { clock, now } = clockAt(1_000_000)
    const limits = openLimits(now)
    const ask = () => limits.count('somebody', { atOnce: 3, perMinute: 6 })
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([0, 0, 0, 10_000])
    clock.ms += 9_999
    expect(await ask()).toBe(1)
    clock.ms += 1
    expect([await ask(), await ask()]).toEqual([0, 10_000])
    clock.ms += 3 * 10_000
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([0, 0, 0, 10_000])
  })

  test('lets no more through than its size and its rate allow, and whoever waits as told is let through', async () => {
    const rates = fc.record({ atOnce: fc.integer({ min: 1, max: 20 }), perMinute: fc.integer({ min: 1, max: 600 }) })
    const pauses = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })), { maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(rates, pauses, async (rate: Rate, waits) => {
        const { clock, now } = clockAt(0)
        const limits = openLimits(now)
        let passed = 0
        for (const wait of waits) {
          clock.ms += wait
          const waitMs = await limits.count('somebody', rate)
          if (waitMs === 0) passed++
          expect(passed).toBeLessThanOrEqual(rate.atOnce + (clock.ms * rate.perMinute) / 60_000 + 1e-6)
          if (waitMs === 0) continue
          clock.ms += Math.ceil(waitMs)
          expect(await limits.count('somebody', rate)).toBe(0)
          passed++
        }
      }),
    )
  })

  test('a clock that is set back makes nobody wait for longer than an empty bucket does', async () => {
    const { clock, now } = clockAt(10_000_000)
    const limits = openLimits(now)
    const rate = { atOnce: 2, perMinute: 60 }
    await limits.count('somebody', rate)
    clock.ms = 0
    expect(await limits.count('somebody', rate)).toBe(1_000)
  })
})

test('an attacker with many addresses does not make the memory grow, and a busy caller stays known', async () => {
  const store = memoryLimitStore(200)
  const limits = openLimits(() => new Date(1_000_000), store)
  const rate = { atOnce: 60, perMinute: 1 }
  for (let caller = 0; caller < 5_000; caller++) {
    await limits.count(`address-${caller}`, rate)
    if (caller % 100 === 0) await limits.count('busy', rate)
  }
  expect(store.size).toBeLessThanOrEqual(200)
  const tries = await Promise.all(Array.from({ length: 11 }, () => limits.count('busy', rate)))
  expect(tries).toEqual([...Array(10).fill(0), 60_000])
})

test('a record that says nothing any more gives its room back', async () => {
  const { clock, now } = clockAt(0)
  const store = memoryLimitStore(1_000)
  const limits = openLimits(now, store)
  for (let caller = 0; caller < 500; caller++) await limits.count(`early-${caller}`, { atOnce: 5, perMinute: 60 })
  clock.ms += 60_000
  for (let caller = 0; caller < 200; caller++) await limits.count(`late-${caller}`, { atOnce: 5, perMinute: 60 })
  expect(store.size).toBe(200)
})

test('each address and each person has a bucket of its own for each kind of request', async () => {
  const limits = openLimits(() => new Date(0))
  const { atOnce } = requestLimits.registration.address
  for (let count = 0; count < atOnce; count++) await limits.countAddress('registration', from('203.0.113.9'))
  expect((await outcome(limits.countAddress('registration', from('203.0.113.9'))))?.retryAfterS).toBe(60)
  expect(await outcome(limits.countAddress('registration', from('203.0.113.10')))).toBeNull()
  expect(await outcome(limits.countAddress('signIn', from('203.0.113.9')))).toBeNull()
  for (let count = 0; count < requestLimits.push.person.atOnce; count++)
    await limits.countPerson('push', from(`203.0.113.${count}`), 1)
  expect((await outcome(limits.countPerson('push', from('203.0.113.200'), 1)))?.kind).toBe('too_many_requests')
  expect(await outcome(limits.countPerson('push', from('203.0.113.200'), 2))).toBeNull()
})

test('a customer with 65,536 networks of IPv6 registers, signs in and asks for links as often as sixteen', async () => {
  const limits = openLimits(() => new Date(0))
  const network = (nth: number, customer = 'a') => from(`2001:db8:${customer}:${nth.toString(16)}::/64`)
  for (const name of ['registration', 'signIn', 'passwordLink'] as const) {
    const most = requestLimits[name].address.atOnce * NETWORK_TIMES
    for (let nth = 0; nth < most; nth++) expect(await outcome(limits.countAddress(name, network(nth)))).toBeNull()
    expect((await outcome(limits.countAddress(name, network(most))))?.kind).toBe('too_many_requests')
    expect(await outcome(limits.countAddress(name, network(0, 'b')))).toBeNull()
  }
})

test('what somebody has had is forgotten by halves, and in the end as a whole', async () => {
  const { clock, now } = clockAt(0)
  const store = memoryLimitStore()
  const limits = openLimits(now, store)
  const lately: number[] = []
  for (let nth = 0; nth < 9; nth++) lately.push(await limits.countWork('somebody'))
  expect(lately).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  clock.ms += queueLimits.halfLifeMinutes * 60_000
  expect(await limits.countWork('somebody')).toBe(5)
  expect(await limits.countWork('somebody else')).toBe(0)
  clock.ms += 20 * queueLimits.halfLifeMinutes * 60_000
  expect(await limits.countWork('somebody')).toBe(0)
  clock.ms = 0
  expect(await limits.countWork('somebody')).toBe(1)
})

test('a request that came over no network is never refused', async () => {
  const limits = openLimits(() => new Date(0))
  for (let count = 0; count < 100; count++) {
    await limits.countAddress('registration', new Request('http://localhost/'))
    await limits.countPerson('push', new Request('http://localhost/'), 1)
    await limits.countPerson('push', new Request('http://localhost/'), 1)
  }
})

test('an endpoint without a limit of its own counts as everything else', () => {
  expect([endpoints.pull, endpoints.live, endpoints.listPosts, endpoints.login].map(limitOf)).toEqual([
    'pull',
    'live',
    'search',
    'everythingElse',
  ])
})
