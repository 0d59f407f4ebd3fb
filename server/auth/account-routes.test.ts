import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { updateStep } from '../db/steps'
import { accountLinks, mailAddresses, users } from '../db/tables'
import { sendMails } from '../jobs/timers'
import { CLI, resetPassword, suspend } from '../operator/operator-service'
import { type KeptMail, keptMailsOf } from '../test-support/kept-mails'
import { cookieOf, signUp, TEST_ADDRESS, TEST_PASSWORD, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

const HOUR_MS = 3_600_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

let t: TestApp
let rosa: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  rosa = await signUp(t, 'rosa', { email: 'rosa@example.com' })
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

async function mails(): Promise<KeptMail[]> {
  await sendMails(t.deps)
  return keptMailsOf(t)
}

interface SignInWish {
  password?: string
  agent?: string
  timeZone?: string
  as?: string
}

const login = ({ password = TEST_PASSWORD, agent = FIREFOX, timeZone = 'Europe/Paris', as }: SignInWish = {}) =>
  t.call('POST', '/api/login', {
    body: { username: 'rosa', password, timeZone },
    headers: { 'user-agent': agent },
    ...(as ? { as } : {}),
  })
const security = async (as: string) => (await t.call('GET', '/api/user/security', { as })).body
const end = (as: string, body: unknown) => t.call('POST', '/api/user/sessions/end', { as, body })
const isSignedIn = async (as: string) => (await t.call('GET', '/api/user', { as })).status === 200
const follow = (token: string, as?: string) =>
  t.call('POST', '/api/email-link', { body: { token }, ...(as ? { as } : {}) })
const tokenIn = (mail: KeptMail | undefined) => /\/confirm-address[^#\s]*#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''

describe('sessions', () => {
  test('stand in a list with device, time zone and last use; one is ended, then all others', async () => {
    t.clock.advance(HOUR_MS)
    const phone = cookieOf((await login({ agent: SAFARI, timeZone: 'America/New_York' })).headers)
    t.clock.advance(HOUR_MS)
    const desk = cookieOf((await login({ timeZone: 'Nowhere/At all' })).headers)
    const { sessions } = await security(phone)
    expect(sessions).toEqual([
      {
        key: expect.any(String),
        device: 'Firefox on Windows',
        timeZone: null,
        lastSeenAt: '2026-12-01T19:00:00.000Z',
        here: false,
      },
      {
        key: expect.any(String),
        device: 'Safari on iPhone',
        timeZone: 'America/New_York',
        lastSeenAt: '2026-12-01T18:00:00.000Z',
        here: true,
      },
      expect.objectContaining({ device: 'An unknown device', here: false }),
    ])
    const left = await end(phone, { key: sessions[0].key })
    expect(left.body.sessions.map(({ device }: { device: string }) => device)).toEqual([
      'Safari on iPhone',
      'An unknown device',
    ])
    expect([await isSignedIn(desk), await isSignedIn(phone), await isSignedIn(rosa.as)]).toEqual([false, true, true])
    expect((await end(phone, { others: true })).body.sessions).toHaveLength(1)
    expect([await isSignedIn(phone), await isSignedIn(rosa.as)]).toEqual([true, false])
    expect((await end(phone, {})).status).toBe(422)
  })

  test('nobody ends somebody else’s', async () => {
    const mallory = await signUp(t, 'mallory')
    const { sessions } = await security(rosa.as)
    await end(mallory.as, { key: sessions[0].key })
    expect(await isSignedIn(rosa.as)).toBe(true)
  })
})

describe('the log of sign-ins', () => {
  test('holds right and wrong tries for 30 days, with device and time zone, and no address', async () => {
    await login({ password: 'wrong horse' })
    t.clock.advance(1000)
    const as = cookieOf((await login({ agent: SAFARI })).headers)
    const { signIns } = await security(as)
    expect(signIns).toEqual([
      { at: '2026-12-01T17:00:01.000Z', device: 'Safari on iPhone', timeZone: 'Europe/Paris', result: 'password' },
      expect.objectContaining({ device: 'Firefox on Windows', result: 'wrong_password' }),
      expect.objectContaining({ result: 'registered' }),
    ])
    expect((await security((await signUp(t, 'other')).as)).signIns).toHaveLength(1)
    t.clock.advance(10 * 24 * HOUR_MS)
    const again = cookieOf((await login({ as })).headers)
    t.clock.advance(20 * 24 * HOUR_MS + 1)
    const late = cookieOf((await login({ as: again })).headers)
    expect((await security(late)).signIns).toHaveLength(2)
  })
})

describe('a new device', () => {
  test('is told by mail, with its words and its time zone; one that signed in before is not', async () => {
    expect(await mails()).toEqual([])
    const { headers } = await login({ agent: SAFARI, timeZone: 'America/New_York' })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect([mail?.address, mail?.subject]).toEqual(['rosa@example.com', 'A new device signed in to Trestle'])
    expect(mail?.text).toContain('Safari on iPhone, time zone America/New York, on Tuesday, December 1')
    expect(mail?.text).toContain('/settings?tab=security')
    const device =
      headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('device='))
        ?.split(';')[0] ?? ''
    await login({ agent: SAFARI, as: device })
    expect(await mails()).toEqual([])
  })
})

describe('an address that nobody has confirmed', () => {
  const post = (as: string) => t.call('POST', '/api/inspiration', { as, body: {} })
  const me = async (as: string) => (await t.call('GET', '/api/user', { as })).body.unverified

  async function newcomer(app = t): Promise<string> {
    const body = { username: 'nina', password: TEST_PASSWORD, email: 'nina@example.com', ...TEST_ADDRESS }
    return cookieOf((await app.call('POST', '/api/register', { body })).headers)
  }

  test('may look, mark and draft; listing, offering, buying, posting, writing and reporting are refused', async () => {
    const as = await newcomer()
    for (const path of [
      '/api/listings',
      '/api/bookings',
      '/api/made-to-order',
      '/api/made-to-order/1/purchase',
      '/api/inspiration',
      '/api/bookings/1/messages',
      '/api/purchases/1/messages',
      '/api/questions',
      '/api/questions/1/messages',
      '/api/reports',
    ]) {
      const refused = await t.call('POST', path, { as, body: {} })
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'unverified'])
      expect(refused.headers.get('retry-after')).toBe('60')
    }
    const draft = { kind: 'listing', fields: {} }
    expect((await t.call('POST', `/api/user/drafts/${crypto.randomUUID()}`, { as, body: draft })).status).toBe(200)
  })

  test('is confirmed by the link of the mail, once, within 24 hours; the newest link alone works', async () => {
    const as = await newcomer()
    expect(await me(as)).toBe(true)
    const [first] = await mails()
    expect([first?.address, first?.subject]).toEqual(['nina@example.com', 'Confirm your email address for Trestle'])
    expect((await t.call('POST', '/api/user/email/link', { as })).status).toBe(200)
    const [second] = await mails()
    expect((await follow(tokenIn(first))).status).toBe(404)
    t.clock.advance(24 * HOUR_MS)
    expect((await follow(tokenIn(second))).status).toBe(404)
    await t.call('POST', '/api/user/email/link', { as })
    const [third] = await mails()
    const before = t.deps.feed.seq()
    expect((await follow(tokenIn(third))).body).toEqual({ username: 'nina', done: 'verified' })
    expect((await follow(tokenIn(third))).status).toBe(404)
    expect(await me(as)).toBe(false)
    // The person's devices hear of it.
    expect(t.deps.feed.seq()).toBeGreaterThan(before)
    expect((await post(as)).body.code).toBe('validation')
    // Nothing is left to confirm.
    await t.call('POST', '/api/user/email/link', { as })
    expect(await mails()).toEqual([])
  })

  test('is sent no more than three links at once', async () => {
    const as = await newcomer()
    const send = () => t.call('POST', '/api/user/email/link', { as })
    for (let nth = 0; nth < 3; nth++) expect((await send()).status).toBe(200)
    expect((await send()).body.code).toBe('too_many_requests')
  })

  test('of somebody else is not flooded by those who register with it, or change theirs to it', async () => {
    const register = async (nth: number) => {
      const body = { username: `bot-${nth}`, password: TEST_PASSWORD, email: 'Nina@example.com' }
      const answer = await t.call('POST', '/api/register', { body, from: `203.0.113.${nth}` })
      expect(answer.status).toBe(201)
      return cookieOf(answer.headers)
    }
    const bots: string[] = []
    for (let nth = 0; nth < 12; nth++) bots.push(await register(nth))
    for (const as of bots.slice(0, 3))
      expect((await t.call('POST', '/api/user/email/link', { as })).body.code).toBe('too_many_requests')
    const body = { email: 'nina@example.com', password: TEST_PASSWORD }
    expect((await t.call('POST', '/api/user/email', { as: rosa.as, body })).body.code).toBe('too_many_requests')
    expect((await mails()).map(({ address }) => address.toLowerCase())).toEqual(Array(5).fill('nina@example.com'))
    t.clock.advance(HOUR_MS)
    expect((await t.call('POST', '/api/user/email/link', { as: bots[11] as string })).status).toBe(200)
    expect(await mails()).toHaveLength(1)
  })

  test('that nobody has confirmed gets no news of the account: it may be somebody else’s', async () => {
    const body = { username: 'mallory', password: TEST_PASSWORD, email: 'nina@example.com' }
    const as = cookieOf((await t.call('POST', '/api/register', { body })).headers)
    const [link, ...others] = await mails()
    expect([link?.address, others]).toEqual(['nina@example.com', []])
    const enter = () => t.call('POST', '/api/login', { body: { username: 'mallory', password: TEST_PASSWORD } })
    for (let nth = 0; nth < 5; nth++) expect((await enter()).status).toBe(200)
    const change = { oldPassword: TEST_PASSWORD, password: 'another horse' }
    expect((await t.call('POST', '/api/user/password', { as, body: change })).status).toBe(200)
    expect(await mails()).toEqual([])
    for (const suspended of [true, false])
      await suspend(t.deps, CLI, { username: 'mallory', suspended, note: 'A scam.' })
    expect((await mails()).map(({ address }) => address)).toContain('nina@example.com')
    await follow(tokenIn(link))
    const back = { username: 'mallory', password: 'another horse' }
    expect((await t.call('POST', '/api/login', { body: back })).status).toBe(200)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['A new device signed in to Trestle'])
  })

  test('on a server without mail nothing is asked for', async () => {
    const app = await openTestApp({ MAIL: 'off' })
    const as = await newcomer(app)
    const answer = await app.call('POST', '/api/inspiration', { as, body: {} })
    expect(answer.body.code).toBe('validation')
    expect((await app.call('GET', '/api/user', { as })).body.unverified).toBe(false)
    await app.close()
  })
})

describe('another address', () => {
  const change = (email: string, password = TEST_PASSWORD, as = rosa.as) =>
    t.call('POST', '/api/user/email', { as, body: { email, password } })
  const address = async () => (await t.call('GET', '/api/user', { as: rosa.as })).body.email

  async function changeTo(email: string): Promise<KeptMail[]> {
    await change(email)
    const [mail] = await mails()
    expect(mail?.address).toBe(email)
    expect((await follow(tokenIn(mail))).body).toEqual({ username: 'rosa', done: 'changed' })
    return mails()
  }

  test('asks for the password, and counts once its link is used', async () => {
    expect((await change('new@example.com', 'wrong horse')).body.fields).toEqual({
      password: 'That is not your password',
    })
    expect((await change('rosa@example.com')).body.fields).toEqual({ email: 'This is your email address already' })
    expect((await change('nobody')).status).toBe(422)
    expect(await mails()).toEqual([])
    await change('new@example.com')
    expect(await address()).toBe('rosa@example.com')
    const [mail] = await mails()
    expect(mail?.address).toBe('new@example.com')
    await follow(tokenIn(mail))
    expect(await address()).toBe('new@example.com')
    expect((await t.call('GET', '/api/user', { as: rosa.as })).body.unverified).toBe(false)
  })

  test('is told to the old one, which undoes it within seven days and ends the other sessions', async () => {
    const [told, ...others] = await changeTo('thief@example.com')
    expect(others).toEqual([])
    expect([told?.address, told?.subject]).toEqual(['rosa@example.com', 'Your Trestle email address was changed'])
    const thief = cookieOf((await login()).headers)
    await mails()
    t.clock.advance(7 * 24 * HOUR_MS - 1)
    const undone = await follow(tokenIn(told), rosa.as)
    expect(undone.body).toEqual({ username: 'rosa', done: 'undone' })
    expect([await isSignedIn(thief), await isSignedIn(rosa.as)]).toEqual([false, true])
    expect(await address()).toBe('rosa@example.com')
    expect((await follow(tokenIn(told))).status).toBe(404)
  })

  test('is undone while the account is suspended, which it stays; no other link does anything then', async () => {
    const [told] = await changeTo('thief@example.com')
    await change('thief-too@example.com')
    const [further] = await mails()
    await suspend(t.deps, CLI, { username: 'rosa', suspended: true, note: 'A scam.' })
    expect((await follow(tokenIn(further))).status).toBe(404)
    expect((await follow(tokenIn(told))).body).toEqual({ username: 'rosa', done: 'undone' })
    expect((await login()).status).toBe(403)
    const [row] = await t.deps.db.read.select().from(users)
    expect(row).toMatchObject({ email: 'rosa@example.com', suspendedAt: t.clock.now.toISOString() })
  })

  test('and one more after it leave the way back to the first', async () => {
    const undoUntil = async () => (await security(rosa.as)).undoUntil
    expect(await undoUntil()).toBeUndefined()
    const [told] = await changeTo('thief@example.com')
    const until = new Date(t.clock.now.getTime() + 7 * 24 * HOUR_MS).toISOString()
    expect(await undoUntil()).toBe(until)
    t.clock.advance(HOUR_MS)
    await changeTo('thief-too@example.com')
    expect(await undoUntil()).toBe(until)
    await follow(tokenIn(told), rosa.as)
    expect(await address()).toBe('rosa@example.com')
    expect(await undoUntil()).toBeUndefined()
  })

  test('and one more after it are each told to the address that they leave, the later without a link that undoes it', async () => {
    await changeTo('rosa@new.example')
    t.clock.advance(48 * HOUR_MS)
    const further = []
    for (const email of ['thief@example.com', 'thief-too@example.com']) further.push(...(await changeTo(email)))
    expect(further.map((mail) => [mail.address, mail.subject, tokenIn(mail)])).toEqual([
      ['rosa@new.example', 'Your Trestle email address was changed', ''],
      ['thief@example.com', 'Your Trestle email address was changed', ''],
    ])
    expect(further[0]?.text).toContain(
      'until Tuesday, December 8 at 12:00 PM EST the link in that mail brings the earlier address back',
    )
  })

  test('and one more after it are told although the newest does not take mails', async () => {
    await changeTo('rosa@new.example')
    await change('thief@example.com')
    const [mail] = await mails()
    await follow(tokenIn(mail))
    await t.deps.db.write(() => [updateStep(mailAddresses, { verifiedAt: null }, eq(mailAddresses.userId, rosa.id))])
    expect((await mails()).map(({ address }) => address)).toEqual(['rosa@new.example'])
  })

  test('ends the links for a new password that went to the old one', async () => {
    await t.call('POST', '/api/password-link', { body: { name: 'rosa' } })
    const [link] = await mails()
    const token = /\/new-password#([\w-]{43})/.exec(link?.text ?? '')?.[1] ?? ''
    await changeTo('new@example.com')
    const set = await t.call('POST', '/api/password', { body: { token, password: 'another horse' } })
    expect(set.status).toBe(404)
  })

  test('that a thief has asked for leads nowhere once its person has a new password, or an operator has reset the old one', async () => {
    const ways = [
      () =>
        t.call('POST', '/api/user/password', {
          as: rosa.as,
          body: { oldPassword: TEST_PASSWORD, password: 'another horse' },
        }),
      () => resetPassword(t.deps, CLI, { username: 'rosa', note: 'She asked' }),
    ]
    let password = TEST_PASSWORD
    for (const way of ways) {
      await change('thief@example.com', password)
      const token = tokenIn((await mails()).at(-1))
      await way()
      password = 'another horse'
      expect((await follow(token)).status).toBe(404)
    }
    const [row] = await t.deps.db.read.select().from(users)
    expect(row).toMatchObject({ username: 'rosa', email: 'rosa@example.com' })
  })

  test('is not told to one that nobody has confirmed: a stranger there would be handed the account', async () => {
    const body = { username: 'ana', password: TEST_PASSWORD, email: 'stranger@example.com' }
    const { headers } = await t.call('POST', '/api/register', { body })
    const [toStranger] = await mails()
    await change('ana@example.com', TEST_PASSWORD, cookieOf(headers))
    const [toAna] = await mails()
    expect((await follow(tokenIn(toAna))).body).toEqual({ username: 'ana', done: 'changed' })
    expect(await mails()).toEqual([])
    expect(await t.deps.db.read.select().from(accountLinks)).toEqual([])
    expect((await follow(tokenIn(toStranger))).status).toBe(404)
  })
})
