import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { Refusal } from '#schema/errors'
import { sendMails } from '../jobs/timers'
import { runOperatorCommand } from '../operator/operator-commands'
import { operatorStep } from '../operator/operator-steps'
import { keptMailsOf } from '../test-support/kept-mails'
import { cookieOf, signUp, TEST_PASSWORD, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

const HOUR_MS = 3_600_000

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

const start = (password = TEST_PASSWORD) => t.call('POST', '/api/user/codes/start', { as: rosa.as, body: { password } })
const turnOn = (code: string) => t.call('POST', '/api/user/codes', { as: rosa.as, body: { code } })
const turnOff = (password = TEST_PASSWORD) => t.call('POST', '/api/user/codes/off', { as: rosa.as, body: { password } })
const login = (code?: string, password = TEST_PASSWORD) =>
  t.call('POST', '/api/login', { body: { username: 'rosa', password, ...(code === undefined ? {} : { code }) } })
const codesOf = async () => (await t.call('GET', '/api/user/security', { as: rosa.as })).body.codes
const codeOf = (secret: string, secondsOn = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now.getTime() + secondsOn * 1000 })
const refusal = ({ status, body }: Awaited<ReturnType<typeof login>>) => [status, body.code]

async function withCodes(): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = (await start()).body
  const { body } = await turnOn(codeOf(secret))
  t.clock.advance(HOUR_MS)
  return { secret, recovery: body.recoveryCodes }
}

test('where the key of the codes is lost, a code is wrong and a recovery code still opens', async () => {
  const { secret, recovery } = await withCodes()
  rmSync(join(t.deps.env.dataDir, 'codes.key'))
  expect(refusal(await login(codeOf(secret)))).toEqual([401, 'wrong_code'])
  expect((await login(recovery[0])).status).toBe(200)
})

describe('codes', () => {
  test('are turned on with the password and the first code, and told by mail', async () => {
    expect((await start('wrong horse')).body.fields).toEqual({ password: 'That is not your password' })
    const { body } = await start()
    expect(body.uri).toBe(
      `otpauth://totp/Trestle:rosa?issuer=Trestle&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await codesOf()).toBeNull()
    expect((await login()).status).toBe(200)
    expect((await turnOn(codeOf(body.secret, 90))).status).toBe(422)
    const on = await turnOn(codeOf(body.secret))
    expect(on.body.recoveryCodes).toHaveLength(10)
    expect(new Set(on.body.recoveryCodes).size).toBe(10)
    expect(await codesOf()).toEqual({ recoveryLeft: 10 })
    await sendMails(t.deps)
    const subjects = (await keptMailsOf(t)).map(({ subject }) => subject)
    expect(subjects).toContain('Codes were turned on for your Trestle account')
    // Neither the secret nor a recovery code can be read in the database.
    const [rows] = await t.deps.db.readBatch([{ sql: 'SELECT * FROM code_secrets, recovery_codes', args: [] }])
    const stored = JSON.stringify(rows?.rows)
    for (const words of [body.secret, ...on.body.recoveryCodes.map((code: string) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(words)
    expect((await start()).status).toBe(422)
  })

  test('are asked for after the right password alone, and work once', async () => {
    const { secret } = await withCodes()
    expect(refusal(await login(undefined, 'wrong horse'))).toEqual([401, 'invalid_credentials'])
    expect(refusal(await login())).toEqual([401, 'code_required'])
    expect(refusal(await login('000000'))).toEqual([401, 'wrong_code'])
    const code = codeOf(secret)
    const entered = await login(code)
    expect(entered.status).toBe(200)
    expect(refusal(await login(code))).toEqual([401, 'wrong_code'])
    // Nor does one of a period before it.
    expect(refusal(await login(codeOf(secret, -30)))).toEqual([401, 'wrong_code'])
    const { signIns } = (await t.call('GET', '/api/user/security', { as: cookieOf(entered.headers) })).body
    expect(signIns.map(({ result }: { result: string }) => result)).toEqual(
      expect.arrayContaining(['wrong_code', 'code', 'wrong_password']),
    )
  })

  test('two uses of one code at once let one in', async () => {
    const { secret } = await withCodes()
    const answers = await Promise.all([login(codeOf(secret)), login(codeOf(secret))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const { signIns } = (await t.call('GET', '/api/user/security', { as: rosa.as })).body
    const [last, before] = signIns.map(({ result }: { result: string }) => result)
    expect([last, before].toSorted()).toEqual(['code', 'wrong_code'])
  })

  test('a clock that is half a minute off does not matter, one that is more does', async () => {
    const { secret } = await withCodes()
    expect((await login(codeOf(secret, -30))).status).toBe(200)
    t.clock.advance(HOUR_MS)
    expect((await login(codeOf(secret, 30))).status).toBe(200)
    t.clock.advance(HOUR_MS)
    expect(refusal(await login(codeOf(secret, 90)))).toEqual([401, 'wrong_code'])
  })

  test('nobody tries more than five at once', async () => {
    const { secret } = await withCodes()
    for (let nth = 0; nth < 5; nth++) expect(refusal(await login('000000'))).toEqual([401, 'wrong_code'])
    expect(refusal(await login(codeOf(secret)))).toEqual([429, 'too_many_attempts'])
    t.clock.advance(5 * 60_000)
    expect((await login(codeOf(secret))).status).toBe(200)
  })

  test('a recovery code takes their place, once each, however it is typed', async () => {
    const { recovery } = await withCodes()
    const [first = '', second = ''] = recovery
    expect((await login(first)).status).toBe(200)
    expect(refusal(await login(first))).toEqual([401, 'wrong_code'])
    expect((await login(second.replaceAll('-', ' ').toUpperCase())).status).toBe(200)
    expect(await codesOf()).toEqual({ recoveryLeft: 8 })
  })

  test('and recovery codes still work when their person was not let in', async () => {
    const { secret, recovery } = await withCodes()
    const { db } = t.deps
    const { write } = db
    for (const code of [codeOf(secret), recovery[0]]) {
      db.write = async () => {
        db.write = write
        throw new Refusal('busy')
      }
      expect((await login(code)).body.code).toBe('busy')
      expect((await login(code)).status).toBe(200)
    }
  })

  test('of somebody who has lost them are asked for after a new password, until an operator ends them', async () => {
    await withCodes()
    await t.call('POST', '/api/password-link', { body: { name: 'rosa' } })
    await sendMails(t.deps)
    const mails = await keptMailsOf(t)
    expect(mails[0]?.text).toContain('Turn codes off there while you are still signed in')
    const [, token] = /\/new-password#([\w-]{43})/.exec(mails.at(-1)?.text ?? '') ?? []
    const password = 'a better horse'
    expect((await t.call('POST', '/api/password', { body: { token, password } })).status).toBe(200)
    expect(refusal(await login(undefined, password))).toEqual([401, 'code_required'])
    const end = () => runOperatorCommand(t.deps, ['codes-off', 'rosa', 'Showed', 'her', 'passport'])
    expect(await end()).toBe('rosa signs in without a code.')
    expect((await login(undefined, password)).status).toBe(200)
    await sendMails(t.deps)
    expect((await keptMailsOf(t)).map(({ subject }) => subject)).toContain(
      'Codes were turned off for your Trestle account',
    )
    await end()
    expect(await runOperatorCommand(t.deps, ['log'])).toMatch(
      /^\S+ {2}the command line {2}end codes {2}user rosa {2}Showed her passport$/,
    )
  })

  test('of an operator are not ended: a stolen password would open what operators do', async () => {
    await withCodes()
    await t.deps.db.write(() => [operatorStep(rosa.id, true, 'admin')])
    await expect(runOperatorCommand(t.deps, ['codes-off', 'rosa', 'Lost'])).rejects.toThrow(
      'Revoke this operator first',
    )
    expect(refusal(await login())).toEqual([401, 'code_required'])
  })

  test('are turned off with the password', async () => {
    await withCodes()
    expect((await turnOff('wrong horse')).status).toBe(422)
    expect((await turnOff()).body.codes).toBeNull()
    expect((await login()).status).toBe(200)
  })
})
