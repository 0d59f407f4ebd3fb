import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { accountLinks, codeSecrets, mailOutbox, passkeyChallenges, passkeys, sessions } from '../db/tables'
import { sendMails } from '../jobs/timers'
import { CLI, resetPassword } from '../operator/operator-service'
import { suspendSteps } from '../operator/operator-steps'
import { type KeptMail, keptMailsOf } from '../test-support/kept-mails'
import { cookieOf, signIn, signUp, TEST_PASSWORD, type TestPerson } from '../test-support/sign-up'
import { softwareAuthenticator } from '../test-support/software-authenticator'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'a better horse'

let t: TestApp
let rosa: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  rosa = await signUp(t, 'rosa', { email: 'Rosa@example.com' })
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

/** Works what was asked for; the mails since the last time. */
async function mails(): Promise<KeptMail[]> {
  await sendMails(t.deps)
  return keptMailsOf(t)
}

const ask = (name: string) => t.call('POST', '/api/password-link', { body: { name } })
const tokenIn = ({ text }: KeptMail) => /\/new-password#([\w-]{43})/.exec(text)?.[1] ?? ''
const setWith = (token: string, password = NEW_PASSWORD) =>
  t.call('POST', '/api/password', { body: { token, password } })
const login = (password: string) => t.call('POST', '/api/login', { body: { username: 'rosa', password } })
const isSignedIn = async (as: string) => (await t.call('GET', '/api/user', { as })).status === 200

async function linkFor(name: string): Promise<string> {
  await ask(name)
  const [mail] = await mails()
  if (!mail) throw new Error('No mail came')
  return tokenIn(mail)
}

describe('a forgotten password', () => {
  test('of many accounts that name an address which is not theirs floods nobody’s mailbox', async () => {
    for (let nth = 0; nth < 8; nth++) {
      const body = { username: `bot-${nth}`, password: TEST_PASSWORD, email: 'nina@example.com' }
      expect((await t.call('POST', '/api/register', { body })).status).toBe(201)
    }
    expect(await mails()).toHaveLength(5)
    for (let nth = 0; nth < 8; nth++) await ask(`bot-${nth}`)
    expect(await mails()).toEqual([])
    t.clock.advance(60 * MINUTE_MS)
    for (let nth = 0; nth < 8; nth++) await ask(`bot-${nth}`)
    expect(await mails()).toHaveLength(5)
  })

  test('is asked for by an address that older accounts of strangers name: its owner gets a link', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const body = { username: `bot-${nth}`, password: TEST_PASSWORD, email: 'nina@example.com' }
      await t.call('POST', '/api/register', { body })
    }
    await signUp(t, 'nina', { email: 'Nina@example.com' })
    await mails()
    await ask('nina@example.com')
    const [mail, ...others] = await mails()
    expect([mail?.address, others]).toEqual(['Nina@example.com', []])
    expect((await setWith(mail ? tokenIn(mail) : '')).body).toEqual({ username: 'nina' })
  })

  test.each(['rosa', 'ROSA', 'rosa@EXAMPLE.com'])(
    'is asked for as %s, set by the link, and ends every session',
    async (name) => {
      expect((await ask(name)).body).toEqual({})
      const [mail, ...others] = await mails()
      if (!mail) throw new Error('No mail came')
      expect(others).toEqual([])
      expect([mail.address, mail.subject]).toEqual(['Rosa@example.com', 'A new password for Trestle'])
      const set = await setWith(tokenIn(mail))
      expect([set.status, set.body]).toEqual([200, { username: 'rosa' }])
      expect(await isSignedIn(rosa.as)).toBe(false)
      expect((await login(TEST_PASSWORD)).status).toBe(401)
      expect((await login(NEW_PASSWORD)).status).toBe(200)
      expect((await mails()).map(({ subject }) => subject)).toEqual([
        'Your Trestle password was changed',
        'A new device signed in to Trestle',
      ])
    },
  )

  test('works once, for thirty minutes, and only the newest link does', async () => {
    const first = await linkFor('rosa')
    const second = await linkFor('rosa')
    expect((await setWith(first)).status).toBe(404)
    t.clock.advance(30 * MINUTE_MS - 1)
    expect((await setWith(second)).status).toBe(200)
    expect((await setWith(second)).status).toBe(404)
    const third = await linkFor('rosa')
    t.clock.advance(30 * MINUTE_MS)
    expect((await setWith(third)).status).toBe(404)
    expect((await login(NEW_PASSWORD)).status).toBe(200)
  })

  test('a password that attackers try first is refused, and the link still works', async () => {
    const token = await linkFor('rosa')
    const refused = await setWith(token, 'password1')
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['password']])
    expect((await setWith(token)).status).toBe(200)
  })

  test('two presses at once with one link: one sets the password', async () => {
    const token = await linkFor('rosa')
    const answers = await Promise.all([setWith(token, 'first horse'), setWith(token, 'second horse')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('a name that nobody has gets the same answer from the same writes, and no mail', async () => {
    const answers = []
    for (const name of ['rosa', 'nobody', 'nobody@example.com', "' OR 1=1 --"]) {
      const { status, body } = await ask(name)
      const [rows] = await t.deps.db.readBatch([
        {
          sql: 'SELECT (SELECT count(*) FROM password_requests) AS asked, (SELECT count(*) FROM account_links) AS links',
          args: [],
        },
      ])
      answers.push([status, body, rows?.rows[0]?.asked, rows?.rows[0]?.links])
    }
    expect(answers).toEqual([1, 2, 3, 4].map((asked) => [200, {}, asked, 0]))
    expect((await mails()).map(({ address }) => address)).toEqual(['Rosa@example.com'])
  })

  test('a mailbox is not filled by strangers', async () => {
    for (let times = 0; times < 10; times++) await ask('rosa')
    expect(await mails()).toHaveLength(1)
    for (let times = 0; times < 10; times++) {
      await ask('rosa')
      await mails()
    }
    await ask('rosa')
    expect(await mails()).toEqual([])
    t.clock.advance(60 * MINUTE_MS)
    await ask('rosa')
    expect(await mails()).toHaveLength(1)
  })

  test('wrong tries from before do not delay the new password', async () => {
    for (let times = 0; times < 8; times++) await login('wrong')
    expect((await login(TEST_PASSWORD)).status).toBe(429)
    await setWith(await linkFor('rosa'))
    expect((await login(NEW_PASSWORD)).status).toBe(200)
  })

  test('a suspended person, a token that was made up and a short password get nothing', async () => {
    const token = await linkFor('rosa')
    expect((await setWith(token, 'short')).status).toBe(422)
    for (const wrong of ['', 'x', 'a'.repeat(43), `${token}=`]) expect((await setWith(wrong)).status).toBe(404)
    await t.deps.db.write(() => suspendSteps(rosa.id, t.clock.now.toISOString()))
    expect((await setWith(token)).status).toBe(404)
    await ask('rosa')
    expect(await mails()).toEqual([])
  })

  test('takes the address of the calendar along: whoever was signed in may know it', async () => {
    const { url } = (await t.call('POST', '/api/user/calendar', { as: rosa.as })).body
    const read = async () => (await t.fetch(new Request(url))).status
    const body = { oldPassword: TEST_PASSWORD, password: 'another horse' }
    await t.call('POST', '/api/user/password', { as: rosa.as, body })
    expect(await read()).toBe(200)
    await mails()
    await setWith(await linkFor('rosa'))
    expect(await read()).toBe(404)
    const as = cookieOf((await login(NEW_PASSWORD)).headers)
    expect((await t.call('GET', '/api/user/calendar', { as })).body).toEqual({ url: null })
    const made: string = (await t.call('POST', '/api/user/calendar', { as })).body.url
    await resetPassword(t.deps, CLI, { username: 'rosa', note: 'Lost phone.' })
    expect((await t.fetch(new Request(made))).status).toBe(404)
  })

  describe('leaves no browser of before known to the account', () => {
    const deviceIn = ({ headers }: { headers: Headers }) =>
      headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('device='))
        ?.split(';')[0] ?? ''
    const enter = async (as: string, password = NEW_PASSWORD) =>
      deviceIn(await t.call('POST', '/api/login', { as, body: { username: 'rosa', password } }))
    const linkByOperator = async () => {
      await resetPassword(t.deps, CLI, { username: 'rosa', note: 'A thief.' })
      return tokenIn((await mails()).find((mail) => tokenIn(mail)) as KeptMail)
    }

    test.each([
      ['a link that was asked for', () => linkFor('rosa')],
      ['a link of an operator', linkByOperator],
    ])('by %s: a sign-in from one is told, and one from where the link was used is not', async (_, link) => {
      const thief = await enter('', TEST_PASSWORD)
      await mails()
      const own = deviceIn(await setWith(await link()))
      await mails()
      expect(await enter(thief)).toBe(thief)
      expect((await mails()).map(({ subject }) => subject)).toEqual(['A new device signed in to Trestle'])
      expect(await enter(own)).toBe(own)
      expect(await mails()).toEqual([])
    })
  })

  test('is worked by two at once: one link is made, and it opens', async () => {
    await ask('rosa')
    await Promise.all([sendMails(t.deps), sendMails(t.deps)])
    const lines = await t.deps.db.read.select().from(mailOutbox).where(eq(mailOutbox.word, 'password_link'))
    expect(lines).toHaveLength(1)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect((await setWith(mail ? tokenIn(mail) : '')).status).toBe(200)
  })

  test('the database holds neither the token nor a mail with it', async () => {
    await ask('rosa')
    await sendMails(t.deps)
    const [mail] = await mails()
    const token = mail ? tokenIn(mail) : ''
    expect(token).toHaveLength(43)
    const dump = await t.deps.db.readBatch(
      ['account_links', 'mail_outbox', 'password_requests'].map((name) => ({ sql: `SELECT * FROM ${name}`, args: [] })),
    )
    expect(JSON.stringify(dump.map(({ rows }) => rows))).not.toContain(token)
  })

  test('a server without mail says so', async () => {
    const silent = await openTestApp({ MAIL: 'off' })
    const { status, body } = await silent.call('POST', '/api/password-link', { body: { name: 'rosa' } })
    expect([status, body.message]).toEqual([403, 'This server sends no mail. Ask whoever runs it for a new password.'])
    await silent.close()
  })
})

describe('a change by whoever is signed in', () => {
  const change = (as: string, oldPassword: string, password = NEW_PASSWORD) =>
    t.call('POST', '/api/user/password', { as, body: { oldPassword, password } })

  test('asks for the old one, ends the other sessions and keeps this one', async () => {
    const other = await signIn(t, 'rosa')
    const link = await linkFor('rosa')
    const wrong = await change(rosa.as, 'not this one')
    expect([wrong.status, wrong.body.fields]).toEqual([422, { oldPassword: 'That is not your password' }])
    expect(await isSignedIn(other)).toBe(true)
    expect((await change(rosa.as, TEST_PASSWORD)).status).toBe(200)
    expect([await isSignedIn(rosa.as), await isSignedIn(other)]).toEqual([true, false])
    expect((await login(NEW_PASSWORD)).status).toBe(200)
    // A link from before sets nothing any more.
    expect((await setWith(link)).status).toBe(404)
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Your Trestle password was changed',
      'A new device signed in to Trestle',
    ])
  })

  test('guesses of the old one are slowed down as at the sign-in', async () => {
    let last = 0
    for (let times = 0; times < 20; times++) last = (await change(rosa.as, 'not this one')).status
    expect(last).toBe(429)
  })
})

describe('a request that has proven the old password', () => {
  const press = (path: string, body: object) => t.call('POST', path, { as: rosa.as, body })
  const password = TEST_PASSWORD
  const firstCode = async () => {
    const { secret } = (await press('/api/user/codes/start', { password })).body
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now.getTime() })
  }
  const newPasskey = async () => {
    const { options } = (await press('/api/user/passkeys/start', { password })).body
    return softwareAuthenticator(TEST_ORIGIN).create(options)
  }

  /** Holds the next write back. @returns when it has come, and what lets it go on */
  function holdWrite() {
    const { db } = t.deps
    const { write } = db
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    db.write = async (plan) => {
      db.write = write
      reached.resolve()
      await gate.promise
      return write(plan)
    }
    return { reached: reached.promise, letGo: gate.resolve }
  }

  test.each<[string, path: string, body: () => object | Promise<object>, status: number]>([
    ['sign in', '/api/login', () => ({ username: 'rosa', password }), 401],
    ['set another one', '/api/user/password', () => ({ oldPassword: password, password: 'a thief’s horse' }), 422],
    ['name another address', '/api/user/email', () => ({ email: 'thief@example.com', password }), 422],
    ['begin codes', '/api/user/codes/start', () => ({ password }), 422],
    ['turn codes on', '/api/user/codes', async () => ({ code: await firstCode() }), 422],
    ['turn codes off', '/api/user/codes/off', () => ({ password }), 422],
    ['begin a passkey', '/api/user/passkeys/start', () => ({ password }), 422],
    ['add a passkey', '/api/user/passkeys', async () => ({ name: 'Mine', answer: await newPasskey() }), 422],
    ['close the account', '/api/user/closing', () => ({ password }), 422],
  ])('does not %s once a link has set a new one', async (_, path, body, status) => {
    const token = await linkFor('rosa')
    const sent = await body()
    const held = holdWrite()
    const late = press(path, sent)
    await held.reached
    expect((await setWith(token)).status).toBe(200)
    held.letGo()
    expect((await late).status).toBe(status)
    for (const table of [sessions, accountLinks, codeSecrets, passkeyChallenges, passkeys])
      expect(await t.deps.db.read.$count(table)).toBe(0)
    expect((await login(TEST_PASSWORD)).status).toBe(401)
    expect((await login(NEW_PASSWORD)).status).toBe(200)
  })

  test('is handed no keys once a link has set a new one', async () => {
    const token = await linkFor('rosa')
    const { passwords } = t.deps
    const { matches } = passwords
    const gate = Promise.withResolvers<void>()
    const proven = new Promise<void>((reached) => {
      passwords.matches = async (...asked) => {
        const isRight = await matches(...asked)
        reached()
        await gate.promise
        return isRight
      }
    })
    const late = press('/api/seal-keys', { username: 'rosa', password })
    await proven
    await setWith(token)
    gate.resolve()
    expect((await late).status).toBe(401)
  })
})

test('password managers are led to the form', async () => {
  const answer = await t.fetch(new Request(`${TEST_ORIGIN}/.well-known/change-password`))
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings?tab=security'])
  expect(cookieOf(answer.headers)).toBe('')
})
