import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { accountIdentities } from '../db/tables'
import { signIn, signUp, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
const sessionOf = async (as: string) => (await t.call('GET', '/api/user', { as })).body
const decode = (text: string) => Buffer.from(text, 'base64url')

test('every session of an account names the same id, life and key; two accounts share the life alone', async () => {
  const [ana, bo] = [await signUp(t, 'ana'), await signUp(t, 'bo')]
  const first = await sessionOf(ana.as)
  for (const id of [first.accountId, first.lifeId]) expect(id).toMatch(UUID)
  const again = await sessionOf(await signIn(t, 'ana'))
  expect([again.accountId, again.lifeId, again.sealKey]).toEqual([first.accountId, first.lifeId, first.sealKey])
  const other = await sessionOf(bo.as)
  expect(other.lifeId).toBe(first.lifeId)
  expect([other.accountId, other.sealKey]).not.toEqual([first.accountId, first.sealKey])
})

test('an account from before there were ids gets one with its next session, and one only', async () => {
  const cleo = await signUp(t, 'cleo')
  const forget = build.delete(accountIdentities).where(eq(accountIdentities.userId, cleo.id))
  await t.deps.db.write(() => [step(forget)])
  const answers = await Promise.all([sessionOf(cleo.as), sessionOf(cleo.as), sessionOf(cleo.as)])
  expect(new Set(answers.map(({ accountId }) => accountId)).size).toBe(1)
})

test('the life stays over a restart, and a new database has another', async () => {
  const life = t.deps.feed.life()
  await t.restart()
  expect(t.deps.feed.life()).toBe(life)
  const other = await openTestApp()
  expect(other.deps.feed.life()).not.toBe(life)
  await other.close()
})

test('what one account or life has written is refused by every other', async () => {
  const [dan, eve] = [await signUp(t, 'dan'), await signUp(t, 'eve')]
  const { accountId, lifeId } = await sessionOf(dan.as)
  const send = (as: string, headers: Record<string, string>) =>
    t.call('POST', '/api/user/profile', { as, headers, body: { description: 'Plates.' } })
  const own = await send(dan.as, { 'sync-account': accountId, 'sync-life': lifeId })
  const others = await send(eve.as, { 'sync-account': accountId, 'sync-life': lifeId })
  const earlier = await send(dan.as, { 'sync-account': accountId, 'sync-life': crypto.randomUUID() })
  expect(own.status).toBe(200)
  expect([others.status, others.body.code]).toEqual([409, 'other_account'])
  expect([earlier.status, earlier.body.code]).toEqual([409, 'other_life'])
})

test('the private key is for the session and for the password alone, and fits the public one', async () => {
  const fay = await signUp(t, 'fay')
  const { sealKey, accountId } = await sessionOf(fay.as)
  const bySession = await t.call('GET', '/api/seal-keys', { as: fay.as })
  const byPassword = await t.call('POST', '/api/seal-keys', { body: { username: 'Fay', password: TEST_PASSWORD } })
  expect(bySession.body).toMatchObject({ accountId, publicKey: sealKey })
  expect(byPassword.body).toEqual(bySession.body)
  expect(byPassword.headers.get('set-cookie')).toBeNull()
  expect((await t.call('GET', '/api/seal-keys')).status).toBe(401)
  const wrong = await t.call('POST', '/api/seal-keys', { body: { username: 'fay', password: 'wrong' } })
  expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])

  const ecdh = { name: 'ECDH', namedCurve: 'P-256' }
  const own = await crypto.subtle.importKey('pkcs8', decode(bySession.body.privateKey), ecdh, false, ['deriveBits'])
  const known = await crypto.subtle.importKey('raw', decode(sealKey), ecdh, true, [])
  const pair = await crypto.subtle.generateKey(ecdh, false, ['deriveBits'])
  const derive = (publicKey: CryptoKey, privateKey: CryptoKey) =>
    crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  expect(await derive(pair.publicKey, own)).toEqual(await derive(known, pair.privateKey))
})
