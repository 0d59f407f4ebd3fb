import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { knownDevices } from '../db/tables'
import { originOfCall } from '../http/caller'
import { localLimitStore } from '../http/limit-store'
import { openLimits, queueLimits, requestLimits, signInLimits } from '../http/limits'
import { signUp, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { delayMs, openTry, turnOf } from './sign-in-guard'

let t: TestApp
beforeEach(async () => {
  t = await openTestApp()
})
afterEach(() => t.close())

const login = (username: string, password: string, from = '203.0.113.1', as?: string) =>
  t.call('POST', '/api/login', { body: { username, password }, from, ...(as ? { as } : {}) })
/** The name that an answer gives the browser, as the browser sends it back. */
const deviceIn = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';')[0] ?? ''
/** Strangers guess until the account is slowed down for everybody who is not known to it. */
const guessAway = async () => {
  for (let tries = 0; tries < 12; tries++) await login('rosa', `guess ${tries}`, `192.0.2.${tries}`)
  expect((await login('rosa', TEST_PASSWORD, '192.0.2.99')).status).toBe(429)
}
const HOUR_MS = 3_600_000

test('wrong tries slow an account down, from wherever they come, more with each', async () => {
  await signUp(t, 'rosa')
  let asked = 0
  const from = () => `203.0.113.${asked++}`
  for (let tries = 1; tries < signInLimits.freeTries; tries++)
    expect((await login(tries % 2 ? 'ROSA' : 'rosa', `guess ${tries}`, from())).status).toBe(401)
  const delays: number[] = []
  for (let tries = 0; tries < 11; tries++) {
    expect((await login('rosa', `further guess ${tries}`, from())).body.code).toBe('invalid_credentials')
    const early = await login('rosa', TEST_PASSWORD, from())
    expect([early.status, early.body.code]).toEqual([429, 'too_many_attempts'])
    const seconds = Number(early.headers.get('retry-after'))
    delays.push(seconds)
    t.clock.advance(seconds * 1000 - 1)
    expect((await login('rosa', TEST_PASSWORD, from())).status).toBe(429)
    t.clock.advance(1)
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  expect((await login('rosa', TEST_PASSWORD, from())).status).toBe(200)
  // The right password lets the wrong ones be forgotten.
  expect((await login('rosa', 'guess', from())).status).toBe(401)
  expect((await login('rosa', TEST_PASSWORD, from())).status).toBe(200)
}, 20_000)

test('the words name the pause', async () => {
  for (let tries = 0; tries < signInLimits.freeTries; tries++) await login('rosa', 'guess')
  expect((await login('rosa', 'guess')).body.message).toBe('Too many attempts. Please wait 1 second and try again.')
})

test('tries are forgotten after a day without any', async () => {
  await signUp(t, 'rosa')
  for (let tries = 0; tries < signInLimits.freeTries; tries++) await login('rosa', 'guess')
  expect((await login('rosa', TEST_PASSWORD)).status).toBe(429)
  t.clock.advance(signInLimits.forgottenAfterHours * HOUR_MS)
  for (let tries = 1; tries < signInLimits.freeTries; tries++) expect((await login('rosa', 'guess')).status).toBe(401)
  expect((await login('rosa', TEST_PASSWORD)).status).toBe(200)
}, 20_000)

test('many tries at once do not pass together', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => login('nobody', 'guess', `203.0.113.${nth}`)),
  )
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
}, 20_000)

test('requests that cost nothing, from however many addresses, make nobody forget the wrong tries at an account', async () => {
  const from = (address: string) => originOfCall(new Request('http://localhost/'), address)
  const limits = openLimits(t.deps.now, localLimitStore(200))
  const guess = (nth: number) => openTry({ ...t.deps, limits }, from(`203.0.113.${nth}`), 'rosa', null)
  for (let nth = 0; nth < signInLimits.freeTries; nth++) await guess(nth)
  for (let nth = 0; nth < 300; nth++) await limits.countAddress('everythingElse', from(`2001:db8:a:${nth}::/64`))
  await expect(guess(9)).rejects.toMatchObject({ kind: 'too_many_attempts' })
})

test('an address that tries many accounts is held back, and nobody else is', async () => {
  const { atOnce, perMinute } = requestLimits.signIn.address
  const spray = (nth: number, from = '203.0.113.1') => login(`person-${nth}`, 'Password1', from)
  for (let nth = 0; nth < atOnce; nth++) expect((await spray(nth)).status).toBe(401)
  const refused = await spray(atOnce)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers.get('retry-after')).toBe(String(60 / perMinute))
  expect((await spray(atOnce, '203.0.113.2')).status).toBe(401)
}, 20_000)

test('one address registers ten people at once, then one a minute', async () => {
  const register = (nth: number, from = '203.0.113.1') =>
    t.call('POST', '/api/register', {
      body: { username: `person-${nth}`, password: TEST_PASSWORD, email: 'person@example.com' },
      from,
    })
  for (let nth = 0; nth < 10; nth++) expect((await register(nth)).status).toBe(201)
  const refused = await register(10)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  // A name that is taken makes nobody, and counts for nothing.
  expect((await register(3)).status).toBe(409)
  expect((await register(10, '203.0.113.2')).status).toBe(201)
  t.clock.advance(60_000)
  expect((await register(11)).status).toBe(201)
  expect((await register(12)).status).toBe(429)
}, 20_000)

test('nobody waits for their first tries, and nobody for longer than the longest delay', () => {
  for (let tries = 0; tries < signInLimits.freeTries; tries++) expect(delayMs(tries)).toBe(0)
  expect(delayMs(1_000_000)).toBe(signInLimits.longestDelayS * 1000)
})

test('strangers who guess do not lock out the owner on a device that has signed in before', async () => {
  const registered = await t.call('POST', '/api/register', {
    body: { username: 'rosa', password: TEST_PASSWORD, email: 'rosa@example.com' },
  })
  await signUp(t, 'other')
  const [home, office] = [deviceIn(registered), deviceIn(await login('rosa', TEST_PASSWORD))]
  const others = deviceIn(await login('other', TEST_PASSWORD))
  for (const device of [home, office]) {
    await guessAway()
    expect((await login('rosa', TEST_PASSWORD, '203.0.113.5', others)).status).toBe(429)
    expect((await login('rosa', TEST_PASSWORD, '203.0.113.5', `device=${'x'.repeat(43)}`)).status).toBe(429)
    const again = await login('rosa', TEST_PASSWORD, '203.0.113.5', device)
    expect(again.status).toBe(200)
    expect(deviceIn(again)).toBe(device)
  }
}, 20_000)

test('a known device is let in although its address has used up its tries', async () => {
  await signUp(t, 'rosa')
  const device = deviceIn(await login('rosa', TEST_PASSWORD))
  for (let nth = 0; nth < requestLimits.signIn.address.atOnce; nth++) await login(`person-${nth}`, 'guess')
  expect((await login('rosa', TEST_PASSWORD)).status).toBe(429)
  expect((await login('rosa', TEST_PASSWORD, '203.0.113.1', device)).status).toBe(200)
}, 20_000)

test('whoever guesses on a known device is slowed down as anybody else', async () => {
  await signUp(t, 'rosa')
  const device = deviceIn(await login('rosa', TEST_PASSWORD))
  const free = signInLimits.knownDevice.atOnce + signInLimits.freeTries
  for (let tries = 0; tries < free; tries++)
    expect((await login('rosa', 'guess', '203.0.113.1', device)).status).toBe(401)
  expect((await login('rosa', 'guess', '203.0.113.1', device)).status).toBe(429)
}, 20_000)

test('a device may be known to several people, and an account forgets the device that it has not seen for longest', async () => {
  await signUp(t, 'rosa')
  const first = deviceIn(await login('rosa', TEST_PASSWORD))
  await signUp(t, 'bo')
  expect(deviceIn(await login('bo', TEST_PASSWORD, '203.0.113.1', first))).toBe(first)
  for (let nth = 0; nth < 20; nth++) {
    t.clock.advance(60_000)
    expect((await login('rosa', TEST_PASSWORD)).status).toBe(200)
  }
  await guessAway()
  expect((await login('rosa', TEST_PASSWORD, '203.0.113.5', first)).status).toBe(429)
  const rows = await t.deps.db.read.select().from(knownDevices)
  expect(rows.every(({ tokenHash }) => /^[a-f0-9]{64}$/.test(tokenHash))).toBe(true)
  expect(rows.filter(({ userId }) => userId === 1)).toHaveLength(20)
}, 20_000)

describe('who waits behind whom', () => {
  const by = (address: string) => originOfCall(new Request('http://localhost/'), address)
  const rankOf = async (address: string) => (await turnOf(t.deps, by(address))).rank
  const tryOf = (address: string, device: string | null) => openTry(t.deps, by(address), 'rosa', device)

  test('an address that has tried, rightly or not, waits behind those that have tried less', async () => {
    await signUp(t, 'rosa')
    expect([await rankOf('203.0.113.1'), await rankOf('203.0.113.1')]).toEqual([0, 2])
    await login('rosa', TEST_PASSWORD, '203.0.113.2')
    await login('rosa', 'guess', '203.0.113.3')
    expect([await rankOf('203.0.113.2'), await rankOf('203.0.113.3'), await rankOf('203.0.113.4')]).toEqual([2, 2, 0])
    t.clock.advance(5 * queueLimits.halfLifeMinutes * 60_000)
    expect(await rankOf('203.0.113.2')).toBe(0)
  })

  test('neighbours of one IPv6 customer count together, though for less', async () => {
    const ranks: number[] = []
    for (let nth = 0; nth < 3 * queueLimits.neighbours; nth++) ranks.push(await rankOf(`2001:db8:a:${nth}::/64`))
    expect(ranks).toEqual([0, 2, 4].flatMap((rank) => Array<number>(queueLimits.neighbours).fill(rank)))
    expect(await rankOf('2001:db8:b:1::/64')).toBe(0)
  })

  test('a known device comes before strangers and is never sent away; one that signs in all the time falls behind', async () => {
    const stranger = await turnOf(t.deps, by('203.0.113.1'))
    const known = await tryOf('203.0.113.1', 'device')
    await known.succeeded()
    expect(known.turn.rank).toBeLessThan(stranger.rank)
    expect([known.turn.isKept, stranger.isKept]).toEqual([true, undefined])
    const again = await tryOf('203.0.113.9', 'device')
    await again.succeeded()
    expect(again.turn.key).toBe(known.turn.key)
    expect(again.turn.rank).toBeGreaterThan(await rankOf('203.0.113.4'))
  })
})
