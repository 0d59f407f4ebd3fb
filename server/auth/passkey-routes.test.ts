import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sendMails } from '../jobs/timers'
import { CLI, resetPassword } from '../operator/operator-service'
import { operatorStep, suspendSteps } from '../operator/operator-steps'
import { keptMailsOf } from '../test-support/kept-mails'
import { cookieOf, signUp, TEST_PASSWORD, type TestPerson } from '../test-support/sign-up'
import { type AuthenticatorFault, softwareAuthenticator } from '../test-support/software-authenticator'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'

let t: TestApp
let rosa: TestPerson
let phone: ReturnType<typeof softwareAuthenticator>

beforeEach(async () => {
  t = await openTestApp()
  rosa = await signUp(t, 'rosa', { email: 'rosa@example.com' })
  phone = softwareAuthenticator(TEST_ORIGIN)
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const start = (password = TEST_PASSWORD, as = rosa.as) =>
  t.call('POST', '/api/user/passkeys/start', { as, body: { password } })
const add = (answer: unknown, name = 'Phone', as = rosa.as) =>
  t.call('POST', '/api/user/passkeys', { as, body: { name, answer } })
const begin = async () => (await t.call('POST', '/api/passkey/start')).body.options
const signInWith = (answer: unknown) => t.call('POST', '/api/passkey', { body: { answer, timeZone: 'Europe/Paris' } })
const security = async (as = rosa.as) => (await t.call('GET', '/api/user/security', { as })).body
const subjects = async () => {
  await sendMails(t.deps)
  return (await keptMailsOf(t)).map(({ subject }) => subject)
}

async function addPhone(): Promise<void> {
  const { body } = await start()
  expect((await add(phone.create(body.options))).status).toBe(200)
}

describe('a passkey', () => {
  test('is added with the password, named, told by mail, and signs in without a username', async () => {
    expect((await start('wrong horse')).body.fields).toEqual({ password: 'That is not your password' })
    const { body } = await start()
    expect(body.options).toMatchObject({
      rp: { id: 'localhost', name: 'Trestle' },
      user: { name: 'rosa' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const added = await add(phone.create(body.options))
    expect(added.body.passkeys).toEqual([
      { id: expect.any(String), name: 'Phone', createdAt: t.clock.now.toISOString(), lastUsedAt: null },
    ])
    expect(await subjects()).toEqual(['A passkey was added to your Trestle account'])
    const [{ id }] = added.body.passkeys
    const renamed = await t.call('POST', '/api/user/passkeys/rename', {
      as: rosa.as,
      body: { id, name: ' Blue phone ' },
    })
    expect(renamed.body.passkeys[0].name).toBe('Blue phone')
    t.clock.advance(1000)
    const entered = await signInWith(phone.get(await begin()))
    expect([entered.status, entered.body.username]).toEqual([200, 'rosa'])
    const { passkeys, signIns, sessions } = await security(cookieOf(entered.headers))
    expect(passkeys[0].lastUsedAt).toBe('2026-12-01T17:00:01.000Z')
    expect(signIns[0]).toMatchObject({ result: 'passkey', timeZone: 'Europe/Paris' })
    expect(sessions).toHaveLength(2)
  })

  test('changes the address in the place of a password: its own person’s, and once', async () => {
    await addPhone()
    const change = (passkey: unknown, as = rosa.as) =>
      t.call('POST', '/api/user/email', { as, body: { email: 'new@example.com', passkey } })
    expect((await change(undefined)).body.fields).toEqual({ password: 'Please type your password' })
    const ben = await signUp(t, 'ben')
    expect((await change(phone.get(await begin()), ben.as)).body.code).toBe('invalid_credentials')
    const answer = phone.get(await begin())
    expect((await change(answer)).status).toBe(200)
    expect(await subjects()).toContain('Your new email address for Trestle')
    expect((await change(answer)).body.code).toBe('invalid_credentials')
  })

  test('signs a challenge once, within five minutes', async () => {
    await addPhone()
    const answer = phone.get(await begin())
    expect((await signInWith(answer)).status).toBe(200)
    const again = await signInWith(answer)
    expect([again.status, again.body.code]).toEqual([401, 'invalid_credentials'])
    const late = await begin()
    t.clock.advance(5 * 60_000)
    expect((await signInWith(phone.get(late))).status).toBe(401)
    // A challenge that nobody was given, and one for adding a passkey.
    expect((await signInWith(phone.get({ challenge: 'made-up' }))).status).toBe(401)
    expect((await signInWith(phone.get((await start()).body.options))).status).toBe(401)
  })

  test.each<[string, AuthenticatorFault]>([
    ['of another site', { origin: 'https://elsewhere.example' }],
    ['for another name', { rpId: 'elsewhere.example' }],
    ['whose device has not looked at its person', { isUnverified: true }],
    ['whose counter did not grow, as that of a copy', { counter: 1 }],
  ])('%s opens nothing', async (_, fault) => {
    await addPhone()
    await signInWith(phone.get(await begin()))
    expect((await signInWith(phone.get(await begin(), fault))).status).toBe(401)
    expect((await signInWith(phone.get(await begin(), { counter: 9 }))).status).toBe(200)
  })

  test('of another device opens nothing, nor does one that was never added', async () => {
    await addPhone()
    const stranger = softwareAuthenticator(TEST_ORIGIN)
    const answer = stranger.get(await begin())
    expect((await signInWith(answer)).status).toBe(401)
    expect((await signInWith({ ...answer, id: phone.get(await begin()).id })).status).toBe(401)
    for (const response of [{}, { clientDataJSON: 'x' }, { clientDataJSON: 'bnVsbA' }])
      expect((await signInWith({ ...answer, id: phone.get(await begin()).id, response })).status).toBe(401)
  })

  test('is added once, with one’s own challenge alone', async () => {
    const { body } = await start()
    const answer = phone.create(body.options)
    const mallory = await signUp(t, 'mallory')
    expect((await add(answer, 'Phone', mallory.as)).status).toBe(422)
    expect((await add(answer)).status).toBe(200)
    expect((await add(answer)).status).toBe(422)
    const further = await start()
    expect((await add(phone.create(further.body.options))).status).toBe(422)
    expect(
      (await add(softwareAuthenticator(TEST_ORIGIN).create(further.body.options, { isUnverified: true }))).status,
    ).toBe(422)
  })

  test('is removed by its person with the password, and opens nothing from then on', async () => {
    await addPhone()
    const { passkeys } = await security()
    const remove = (as: string, password = TEST_PASSWORD) =>
      t.call('POST', '/api/user/passkeys/remove', { as, body: { id: passkeys[0].id, password } })
    expect((await remove((await signUp(t, 'mallory')).as)).status).toBe(404)
    expect((await remove(rosa.as, 'wrong horse')).status).toBe(422)
    expect((await remove(rosa.as)).body.passkeys).toEqual([])
    expect((await signInWith(phone.get(await begin()))).status).toBe(401)
    expect(await subjects()).toContain('A passkey was removed from your Trestle account')
  })

  test('of a suspended person opens nothing', async () => {
    await addPhone()
    await t.deps.db.write(() => suspendSteps(rosa.id, t.clock.now.toISOString()))
    expect((await signInWith(phone.get(await begin()))).status).toBe(403)
  })
})

describe('a new password', () => {
  const NEW_PASSWORD = 'a better horse'
  const REMOVED = 'Your passkeys were removed'
  const texts = async () => {
    await sendMails(t.deps)
    return (await keptMailsOf(t)).map(({ text }) => text).join('\n')
  }
  const setByLink = async () => {
    await t.call('POST', '/api/password-link', { body: { name: 'rosa' } })
    const [, token] = /\/new-password#([\w-]{43})/.exec(await texts()) ?? []
    return t.call('POST', '/api/password', { body: { token, password: NEW_PASSWORD } })
  }

  test('that a link has set ends the passkeys, which a stranger may have added, and says so', async () => {
    await addPhone()
    expect((await setByLink()).body).toEqual({ username: 'rosa', passkeysRemoved: true })
    expect((await signInWith(phone.get(await begin()))).status).toBe(401)
    expect(await texts()).toContain(REMOVED)
    expect((await setByLink()).body).toEqual({ username: 'rosa' })
    expect(await texts()).not.toContain(REMOVED)
  })

  test('that its person has set in Settings leaves the passkeys', async () => {
    await addPhone()
    const body = { oldPassword: TEST_PASSWORD, password: NEW_PASSWORD }
    expect((await t.call('POST', '/api/user/password', { as: rosa.as, body })).status).toBe(200)
    expect((await signInWith(phone.get(await begin()))).status).toBe(200)
    expect(await texts()).not.toContain(REMOVED)
  })

  test('that an operator asks for ends the passkeys, which is told by mail', async () => {
    await addPhone()
    await subjects()
    await resetPassword(t.deps, CLI, { username: 'rosa', note: 'Lost phone.' })
    expect((await signInWith(phone.get(await begin()))).status).toBe(401)
    expect(await subjects()).toContain('A passkey was removed from your Trestle account')
  })

  test('leaves the passkeys of operators, whose mailbox must not stand for them', async () => {
    await addPhone()
    await t.deps.db.write(() => [operatorStep(rosa.id, true, 'admin')])
    expect((await setByLink()).body).toEqual({ username: 'rosa' })
    expect((await signInWith(phone.get(await begin()))).status).toBe(200)
  })
})

describe('operators in production', () => {
  const ORIGIN = 'https://trestle.example'
  const password = 'a long horse of words'

  test('need a passkey for what operators do', async () => {
    const app = await openTestApp({ NODE_ENV: 'production', ORIGIN, PAYMENTS_MODE: 'local', MAIL: 'off' })
    const call = (method: string, path: string, as?: string, body?: unknown) =>
      app.call(method, path, { headers: { origin: ORIGIN }, ...(as ? { as } : {}), ...(body ? { body } : {}) })
    const olga = await call('POST', '/api/register', undefined, { username: 'olga', password, email: 'o@example.com' })
    await app.deps.db.write(() => [operatorStep(olga.body.id, true, 'admin')])
    const first = cookieOf(olga.headers)
    const refused = await call('GET', '/api/operator/claims', first)
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required'])
    expect(refused.body.message).toContain('Settings > Security')
    const key = softwareAuthenticator(ORIGIN)
    const { body } = await call('POST', '/api/user/passkeys/start', first, { password })
    await call('POST', '/api/user/passkeys', first, { name: 'Key', answer: key.create(body.options) })
    expect((await call('GET', '/api/operator/claims', first)).status).toBe(200)
    const byPassword = cookieOf((await call('POST', '/api/login', undefined, { username: 'olga', password })).headers)
    expect((await call('GET', '/api/operator/claims', byPassword)).status).toBe(403)
    const { options } = (await call('POST', '/api/passkey/start')).body
    const byKey = await call('POST', '/api/passkey', undefined, { answer: key.get(options) })
    expect((await call('GET', '/api/operator/claims', cookieOf(byKey.headers))).status).toBe(200)
    const short = { oldPassword: password, password: 'elevenchars' }
    expect((await call('POST', '/api/user/password', cookieOf(byKey.headers), short)).body.fields).toEqual({
      password: 'An operator’s password has at least 12 characters.',
    })
    expect(app.errors).toEqual([])
    await app.close()
  })

  test('with a passkey change their second factors by it: a stolen password adds none and ends none', async () => {
    const app = await openTestApp({ NODE_ENV: 'production', ORIGIN, PAYMENTS_MODE: 'local', MAIL: 'off' })
    const post = (path: string, as?: string, body: unknown = {}) =>
      app.call('POST', path, { headers: { origin: ORIGIN }, ...(as ? { as } : {}), body })
    const olga = await post('/api/register', undefined, { username: 'olga', password, email: 'o@example.com' })
    await app.deps.db.write(() => [operatorStep(olga.body.id, true, 'admin')])
    const strong = cookieOf(olga.headers)
    const key = softwareAuthenticator(ORIGIN)
    const asked = await post('/api/user/passkeys/start', strong, { password })
    const { body } = await post('/api/user/passkeys', strong, { name: 'Key', answer: key.create(asked.body.options) })
    const stolen = cookieOf((await post('/api/login', undefined, { username: 'olga', password })).headers)
    const { options } = (await post('/api/user/passkeys/start', strong, { password })).body
    const answer = softwareAuthenticator(ORIGIN).create(options)
    for (const [path, sent] of [
      ['/api/user/passkeys/start', { password }],
      ['/api/user/passkeys', { name: 'Mine', answer }],
      ['/api/user/passkeys/remove', { id: body.passkeys[0].id, password }],
      ['/api/user/codes/start', { password }],
      ['/api/user/codes', { code: '123456' }],
      ['/api/user/codes/off', { password }],
    ] as const)
      expect([path, (await post(path, stolen, sent)).body.code]).toEqual([path, 'second_factor_required'])
    expect((await post('/api/user/passkeys', strong, { name: 'Other', answer })).status).toBe(200)
    expect((await post('/api/user/codes/start', strong, { password })).status).toBe(200)
    expect(app.errors).toEqual([])
    await app.close()
  })
})
