import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { TERMS_VERSION } from '#schema/consent'
import { build, step } from '../db/steps'
import { sessions, users } from '../db/tables'
import { accountLimits } from '../http/limits'
import { cookieOf, signUp, TEST_ADDRESS, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { openPasswords } from './passwords'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const register = (body: unknown, headers?: Record<string, string>) =>
  t.call('POST', '/api/register', { body, ...(headers ? { headers } : {}) })
const login = (username: string, password: string, as?: string) =>
  t.call('POST', '/api/login', { body: { username, password }, ...(as ? { as } : {}) })

test('a person registers, is signed in, signs out, and signs in again', async () => {
  const registered = await register({ username: 'rosa', password: TEST_PASSWORD, email: 'rosa@example.com' })
  expect(registered.status).toBe(201)
  expect(registered.headers.get('set-cookie')).toMatch(
    /^sid=[\w-]{43}; HttpOnly; Path=\/; SameSite=Lax; Max-Age=7776000, signed-in=1; Path=\/; SameSite=Lax; Max-Age=7776000, device=[\w-]{43}; HttpOnly; Path=\/; SameSite=Strict; Max-Age=34560000$/,
  )
  const as = cookieOf(registered.headers)
  expect(registered.body).toEqual({
    id: registered.body.id,
    username: 'rosa',
    profilePhoto: null,
    description: null,
    neighborhood: null,
    city: null,
    memberSince: '2026-12-01T17:00:00.000Z',
    email: 'rosa@example.com',
    street: null,
    state: null,
    zipCode: null,
    termsVersion: TERMS_VERSION,
    hasCompletedAddressSetup: false,
    unverified: true,
    isOperator: false,
    hasCompletedStripeOnboarding: false,
    accountId: expect.any(String),
    lifeId: t.deps.feed.life(),
    sealKey: expect.any(String),
  })
  expect((await t.call('GET', '/api/user', { as })).body).toEqual(registered.body)

  const out = await t.call('POST', '/api/logout', { as })
  expect(out.status).toBe(200)
  expect(out.body).toEqual({})
  expect(out.headers.get('set-cookie')).toStartWith('sid=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0, signed-in=;')
  expect((await t.call('GET', '/api/user', { as })).status).toBe(401)
  expect((await t.call('POST', '/api/logout', { as })).status).toBe(200)

  const back = await login('rosa', TEST_PASSWORD)
  expect(back.status).toBe(200)
  expect(back.body).toEqual(registered.body)
  expect((await t.call('GET', '/api/user', { as: cookieOf(back.headers) })).body.username).toBe('rosa')
})

test('a person has so many sessions at most; the one that was used longest ago makes room', async () => {
  await signUp(t, 'many')
  const cookies: string[] = []
  for (let nth = 0; nth < accountLimits.sessions + 2; nth++) {
    t.clock.advance(1_000)
    cookies.push(cookieOf((await login('many', TEST_PASSWORD)).headers))
  }
  const open = await Promise.all(cookies.map(async (as) => (await t.call('GET', '/api/user', { as })).status))
  expect(open).toEqual([401, 401, ...Array<number>(accountLimits.sessions).fill(200)])
}, 20_000)

test('nobody signed in is 401, and so is a made-up cookie', async () => {
  const answer = await t.call('GET', '/api/user')
  expect(answer.status).toBe(401)
  expect(answer.body).toEqual({ code: 'unauthenticated', message: 'Please sign in to continue.' })
  expect((await t.call('GET', '/api/user', { as: 'sid=made-up' })).status).toBe(401)
})

test('a complete address at registration counts as the address being set up', async () => {
  const full = await register({
    username: 'with-address',
    password: TEST_PASSWORD,
    email: 'a@example.com',
    ...TEST_ADDRESS,
  })
  expect(full.body).toMatchObject({ ...TEST_ADDRESS, neighborhood: 'Park Slope', hasCompletedAddressSetup: true })

  const parts = { street: ' ', city: 'Yonkers', state: 'NY', zipCode: '10701' }
  const partly = await register({ username: 'partly', password: TEST_PASSWORD, email: 'a@example.com', ...parts })
  expect(partly.body).toMatchObject({
    street: null,
    city: 'Yonkers',
    neighborhood: null,
    hasCompletedAddressSetup: false,
  })
})

test('nobody becomes an operator by their name, whatever the environment says', async () => {
  const app = await openTestApp({ OPERATOR_USERNAMES: 'ops' })
  const { status, body } = await app.call('POST', '/api/register', {
    body: { username: 'OPS', password: TEST_PASSWORD, email: 'ops@example.com' },
  })
  expect([status, body.isOperator]).toEqual([201, false])
  await app.close()
  for (const username of ['operator', 'Admin', 'ѕupport', 'ｔｒｅｓｔｌｅ']) {
    const refused = await register({ username, password: TEST_PASSWORD, email: 'a@example.com' })
    expect([refused.status, refused.body.fields?.username]).toEqual([422, 'This username is reserved'])
  }
})

test.each([
  [{ password: TEST_PASSWORD, email: 'a@example.com' }, 'username', 'Username is required'],
  [{ username: '   ', password: TEST_PASSWORD, email: 'a@example.com' }, 'username', 'Username is required'],
  [
    { username: 'a b', password: TEST_PASSWORD, email: 'a@example.com' },
    'username',
    'A username has no spaces, slashes or @',
  ],
  [
    { username: 'rosa\u0001', password: TEST_PASSWORD, email: 'a@example.com' },
    'username',
    'A username has no spaces, slashes or @',
  ],
  [
    { username: 'ro\u202esa', password: TEST_PASSWORD, email: 'a@example.com' },
    'username',
    'A username has no spaces, slashes or @',
  ],
  [
    { username: 'x'.repeat(300), password: TEST_PASSWORD, email: 'a@example.com' },
    'username',
    'Please keep the username under 40 characters',
  ],
  [{ username: 'short', email: 'a@example.com' }, 'password', 'Password is required'],
  [
    { username: 'short', password: '12345', email: 'a@example.com' },
    'password',
    'Password must be at least 6 characters',
  ],
  [{ username: 'short', password: TEST_PASSWORD }, 'email', 'Email is required'],
  [{ username: 'short', password: TEST_PASSWORD, email: '' }, 'email', 'Email is required'],
  [{ username: 'short', password: TEST_PASSWORD, email: 'rosa at home' }, 'email', 'Invalid email address'],
  [{ username: { $ne: null }, password: TEST_PASSWORD, email: 'a@example.com' }, 'username', 'Username is required'],
  [
    { username: 'common', password: 'PassWord1', email: 'a@example.com' },
    'password',
    'Attackers try this password first. Please choose another one.',
  ],
  [
    { username: 'marigold-17', password: 'Marigold-17', email: 'a@example.com' },
    'password',
    'Please choose a password that is not your name or your email address.',
  ],
  [
    { username: 'marigold-17', password: 'plates-and-bowls', email: 'plates-and-bowls@example.com' },
    'password',
    'Please choose a password that is not your name or your email address.',
  ],
])('registration %j is refused at %s', async (body, field, message) => {
  const answer = await register(body)
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({ code: 'validation', message, fields: { [field]: message } })
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test('the name of the site is no password, but on a demo', async () => {
  const demo = await openTestApp({ DEMO: '1' })
  try {
    for (const [nth, password] of ['trestle', 'Trestle-2026', '!!TRESTLE!!'].entries()) {
      const body = { username: `house-${nth}`, password, email: 'a@example.com' }
      expect((await register(body)).body.fields).toEqual({
        password: 'Please choose a password that is not the name of this site.',
      })
      expect((await demo.call('POST', '/api/register', { body })).status).toBe(201)
    }
    const body = { username: 'house', password: 'a trestle of oak', email: 'a@example.com' }
    expect((await register(body)).status).toBe(201)
  } finally {
    await demo.close()
  }
})

test('a username is taken whatever its case or width', async () => {
  await signUp(t, 'Ängström')
  for (const username of ['Ängström', 'äNGSTRÖM', 'ＡＮＧ', 'ang']) {
    const answer = await register({ username, password: TEST_PASSWORD, email: 'a@example.com' })
    expect([username, answer.status]).toEqual([username, username === 'ＡＮＧ' ? 201 : 409])
    if (answer.status === 409) {
      expect(answer.body).toEqual({
        code: 'username_taken',
        message: 'Username already exists',
        fields: { username: 'Username already exists' },
      })
    }
  }
})

test('a hash that was made at another cost is made anew at the next sign-in, and once', async () => {
  const { id } = await signUp(t, 'anew')
  const hashNow = async () => (await t.deps.db.read.query.users.findFirst({ where: eq(users.id, id) }))?.passwordHash
  const cheap = await hashNow()
  const passwordHash = await Bun.password.hash(TEST_PASSWORD, { algorithm: 'argon2id', memoryCost: 16, timeCost: 2 })
  await t.deps.db.write(() => [step(build.update(users).set({ passwordHash }).where(eq(users.id, id)))])
  expect((await login('anew', 'not this one')).status).toBe(401)
  expect(await hashNow()).toBe(passwordHash)
  expect((await login('anew', TEST_PASSWORD)).status).toBe(200)
  const anew = await hashNow()
  expect(anew?.split('$')[3]).toBe(cheap?.split('$')[3] ?? '')
  expect((await login('anew', TEST_PASSWORD)).status).toBe(200)
  expect(await hashNow()).toBe(anew ?? '')
})

test('of two registrations at once for one name, one wins', async () => {
  const body = { username: 'twin', password: TEST_PASSWORD, email: 'a@example.com' }
  const answers = await Promise.all([register(body), register(body)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
})

test('names in other scripts and long passphrases come back as they were', async () => {
  for (const username of ['שרה-כהן', 'محمد', '花子🌸', "o'brien&<script".replace('<', '‹')]) {
    const password = `${username} пароль `.padEnd(200, '🎈')
    const registered = await register({ username, password, email: 'a@example.com' })
    expect(registered.body.username).toBe(username)
    expect((await login(username, password)).status).toBe(200)
    expect((await login(username, password.trimEnd().slice(0, -2))).status).toBe(401)
  }
})

test('fields that nobody may send are ignored', async () => {
  const body =
    '{"username":"sly","password":"correct horse","email":"a@example.com","id":1,"hasCompletedStripeOnboarding":true,"passwordHash":"x","__proto__":{"hasCompletedAddressSetup":true},"constructor":{"prototype":{"x":1}}}'
  const request = new Request('http://localhost:3000/api/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body,
  })
  const answer = (await (await t.fetch(request)).json()) as Record<string, unknown>
  expect(answer).toMatchObject({ hasCompletedStripeOnboarding: false, hasCompletedAddressSetup: false })
  expect(answer.id).not.toBe(1)
})

test('a wrong password and an unknown name get the same answer', async () => {
  await signUp(t, 'known')
  const wrong = await login('known', 'not it at all')
  const unknown = await login('unknown', 'not it at all')
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({ code: 'invalid_credentials', message: 'Invalid username or password' })
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body })
  expect((await login('', 'x')).body.fields).toEqual({ username: 'Username is required' })
  expect((await login('known', '')).body.fields).toEqual({ password: 'Password is required' })
})

test('an unknown name costs the same work as a wrong password', async () => {
  const verify = spyOn(Bun.password, 'verify')
  await login('unknown', 'not it at all')
  const [, hash] = verify.mock.calls.at(-1) ?? []
  verify.mockRestore()
  // Algorithm, memory and passes are those of every password that is kept.
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,')
})

test('on a public address the session travels over https alone', async () => {
  const open = await openTestApp({ ORIGIN: 'https://trestle.example' })
  const answer = await open.fetch(
    new Request('https://trestle.example/api/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://trestle.example' },
      body: JSON.stringify({ username: 'rosa', password: TEST_PASSWORD, email: 'rosa@example.com' }),
    }),
  )
  const cookies = answer.headers.getSetCookie()
  expect(cookies[0]).toMatch(/^__Host-sid=[\w-]{43}; HttpOnly; Path=\/; SameSite=Lax; .*Secure$/)
  expect(cookies[1]).toEndWith('; Secure')
  expect(cookies[2]).toMatch(/^__Host-device=[\w-]{43}; HttpOnly; Path=\/; SameSite=Strict; .*Secure$/)
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
  await open.close()
})

test('signing in again ends the session that the browser had, and no other', async () => {
  const other = await signUp(t, 'twice')
  const first = cookieOf((await login('twice', TEST_PASSWORD)).headers)
  const second = cookieOf((await login('TWICE', TEST_PASSWORD, first)).headers)
  expect((await t.call('GET', '/api/user', { as: first })).status).toBe(401)
  expect((await t.call('GET', '/api/user', { as: second })).status).toBe(200)
  expect((await t.call('GET', '/api/user', { as: other.as })).status).toBe(200)
})

test('the password is kept as argon2id and the session as a hash', async () => {
  // At the cost that the product pays.
  const cheap = t.deps.passwords
  t.deps.passwords = openPasswords()
  const person = await signUp(t, 'hashed')
  t.deps.passwords = cheap
  const [row] = await t.deps.db.read.select().from(users).where(eq(users.id, person.id))
  expect(row?.passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,')
  const [session] = await t.deps.db.read.select().from(sessions).where(eq(sessions.userId, person.id))
  expect(session?.tokenHash).toMatch(/^[a-f0-9]{64}$/)
  expect(person.as).not.toContain(session?.tokenHash ?? '')
})

test('a suspended person cannot sign in, and is told so only with the right password', async () => {
  const person = await signUp(t, 'suspended')
  const suspend = build.update(users).set({ suspendedAt: t.deps.now().toISOString() }).where(eq(users.id, person.id))
  await t.deps.db.write(() => [step(suspend)])
  expect((await t.call('GET', '/api/user', { as: person.as })).status).toBe(401)
  expect((await login('suspended', 'wrong password')).body.code).toBe('invalid_credentials')
  const answer = await login('suspended', TEST_PASSWORD)
  expect([answer.status, answer.body.message]).toEqual([403, 'This account is suspended.'])
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test('a sign-in from another site, or as a form, is refused', async () => {
  const body = JSON.stringify({ username: 'known', password: TEST_PASSWORD })
  const send = (headers: Record<string, string>, content = body) =>
    t.fetch(new Request('http://localhost:3000/api/login', { method: 'POST', headers, body: content }))
  const json = { 'content-type': 'application/json' }
  expect((await send({ ...json, origin: 'https://evil.example' })).status).toBe(403)
  expect((await send({ ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send({ ...json, 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' })).status).toBe(403)
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' }
  expect((await send(form, 'username=known&password=x')).status).toBe(415)
  expect((await send({ 'content-type': 'text/plain', origin: 'http://localhost:3000' })).status).toBe(415)
  expect((await send({ ...json, origin: 'http://localhost:3000' }, '{"username":')).status).toBe(400)
  expect((await send({ ...json, origin: 'http://localhost:3000' }, '['.repeat(15_000))).status).toBe(400)
  expect((await send({ ...json, origin: 'http://localhost:3000' }, '[1]')).status).toBe(422)
  expect((await send({ ...json, origin: 'http://localhost:3000' })).status).toBe(200)
})

test('sign-in never waits in a queue', async () => {
  const headers = { 'sync-queued': '1' }
  const answer = await t.call('POST', '/api/login', { body: { username: 'known', password: TEST_PASSWORD }, headers })
  expect([answer.status, answer.body.code]).toEqual([409, 'online_only'])
})

test('every try to sign in or to register is one line in the log, with the address and without what was typed', async () => {
  const lines: Record<string, unknown>[] = []
  const { log } = t.deps
  t.deps.log = (entry) => void (entry.what ? lines.push(entry) : log(entry))
  const person = { username: 'lina-log', password: 'correct horse', email: 'lina@example.com' }
  const { body } = await t.call('POST', '/api/register', { body: person })
  await t.call('POST', '/api/login', { body: { username: 'lina-log', password: 'hunter22' } })
  await t.call('POST', '/api/login', { body: person })
  t.deps.log = log
  const common = { level: 'info', address: 'local' }
  expect(lines).toEqual([
    { ...common, what: 'registration', user: body.id },
    { ...common, what: 'sign-in refused', code: 'invalid_credentials' },
    { ...common, what: 'sign-in', user: body.id },
  ])
})
