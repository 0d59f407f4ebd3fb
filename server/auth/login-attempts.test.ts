import { afterEach, beforeEach, expect, test } from 'bun:test'
import { loginAttempts } from '../db/tables'
import { signUp, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { ATTEMPT_WINDOW_MS, ATTEMPTS_PER_WINDOW, attemptKey, countAttempt } from './login-attempts'

let t: TestApp
beforeEach(async () => {
  t = await openTestApp()
})
afterEach(() => t.close())

const login = (username: string, password: string) => t.call('POST', '/api/login', { body: { username, password } })

test('the eleventh try after ten failures is refused, even with the right password, until the window is over', async () => {
  await signUp(t, 'rosa')
  for (let tries = 0; tries < ATTEMPTS_PER_WINDOW; tries++) {
    expect((await login(tries % 2 ? 'ROSA' : 'rosa', `guess ${tries}`)).status).toBe(401)
    t.clock.advance(1_000)
  }
  const refused = await login('rosa', TEST_PASSWORD)
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({
    code: 'too_many_attempts',
    message: 'Too many attempts. Please wait a few minutes and try again.',
  })
  expect(refused.headers.get('retry-after')).toBe('60')
  expect((await login('somebody-else', 'guess')).status).toBe(401)

  t.clock.advance(ATTEMPT_WINDOW_MS - 11_000)
  expect((await login('rosa', TEST_PASSWORD)).status).toBe(429)
  t.clock.advance(1_000)
  expect((await login('rosa', TEST_PASSWORD)).status).toBe(200)
}, 20_000)

test('a right password clears the failures before it', async () => {
  await signUp(t, 'rosa')
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < ATTEMPTS_PER_WINDOW - 1; tries++) {
      expect((await login('rosa', 'guess')).status).toBe(401)
    }
    expect((await login('rosa', TEST_PASSWORD)).status).toBe(200)
  }
  expect(await t.deps.db.read.select().from(loginAttempts)).toEqual([])
}, 20_000)

test('of many tries at once, ten are looked at', async () => {
  const answers = await Promise.all(Array.from({ length: 14 }, () => login('nobody', 'guess')))
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
}, 20_000)

test('another address has its own count, and what is over is forgotten', async () => {
  const count = (address: string) => countAttempt(t.deps.db, attemptKey('rosa', address), t.clock.now)
  for (let tries = 0; tries < ATTEMPTS_PER_WINDOW; tries++) await count('192.0.2.1')
  await expect(count('192.0.2.1')).rejects.toThrow('Too many attempts')
  await count('192.0.2.2')
  t.clock.advance(ATTEMPT_WINDOW_MS)
  await count('192.0.2.3')
  expect((await t.deps.db.read.select().from(loginAttempts)).map((row) => row.failures)).toEqual([1])
})

test('neither names nor addresses are kept', async () => {
  await login('hunter2 typed into the wrong field', 'guess')
  const [row] = await t.deps.db.read.select().from(loginAttempts)
  expect(row?.key).toMatch(/^[a-f0-9]{64}$/)
})
