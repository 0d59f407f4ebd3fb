import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Question } from '#schema/message'
import type { Change } from '#schema/sync'
import { build, step } from '../db/steps'
import { personBlocks, questions } from '../db/tables'
import { getSessionUser } from '../http/session-user'
import { startTimers } from '../jobs/timers'
import { actToken } from '../mail/act-link'
import { offToken } from '../mail/mail-key'
import { findOwnersCancel } from '../money/ledger/cancel-fee'
import { suspendSteps } from '../operator/operator-steps'
import { findNotice } from '../push/push-queries'
import { fileTest } from '../test-support/file-test'
import { keptMailsOf } from '../test-support/kept-mails'
import { buyItem, postItem } from '../test-support/order-kit'
import { OF_OTHERS, PLANTED, type Planted, plantPerson } from '../test-support/planted-person'
import { armFault, confirmHold, holdOffer, makeOffer, openRental, saveCard } from '../test-support/rental-kit'
import { cookieOf, signIn, signUp, signUpOperator, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { until } from '../test-support/until'
import { closeAccount } from './close-account'
import { endClosedAccounts } from './end-account'
import { columnsIn, PERSONAL_TABLES } from './personal-tables'

const DAY_MS = 86_400_000

let t: TestApp
beforeEach(async () => {
  t = await openTestApp()
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const [found] = await t.deps.db.readBatch([{ sql, args: [] }])
  return (found?.rows ?? []).map((row) => ({ ...row }))
}

/** The migrated tables with their columns; `lp_` marks those of the built-in provider, which stands for somebody else's. */
async function tableColumns(): Promise<Map<string, string[]>> {
  const tables = await rows(
    "SELECT name FROM pragma_table_list WHERE type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'lp!_%' ESCAPE '!' AND name NOT LIKE '!_!_%' ESCAPE '!'",
  )
  const columns = new Map<string, string[]>()
  for (const { name } of tables)
    columns.set(
      String(name),
      (await rows(`SELECT name FROM pragma_table_info('${name}')`)).map((row) => String(row.name)),
    )
  return columns
}

/** Every value of every column that holds what was looked for. */
async function findAnywhere(what: RegExp): Promise<string[]> {
  const found: string[] = []
  for (const table of (await tableColumns()).keys())
    for (const row of await rows(`SELECT * FROM ${table}`))
      for (const [column, value] of Object.entries(row))
        if (what.test(String(value))) found.push(`${table}.${column}: ${value}`)
  return found
}

const close = (as: string, password = TEST_PASSWORD) => t.call('POST', '/api/user/closing', { as, body: { password } })
const login = (username: string, further: object = {}) =>
  t.call('POST', '/api/login', { body: { username, password: TEST_PASSWORD, ...further } })

/** One turn of the server's timers. */
async function timers(): Promise<void> {
  await startTimers(t.deps)()
}

describe('every table and column', () => {
  test('of the migrated database says what it holds of people and what becomes of it', async () => {
    const known = Object.fromEntries(
      Object.entries(PERSONAL_TABLES).map(([table, { own, secret, facts, inner }]) => [
        table,
        [own, secret, facts, inner].flatMap(columnsIn).sort(),
      ]),
    )
    const actual = Object.fromEntries([...(await tableColumns())].map(([table, columns]) => [table, columns.sort()]))
    expect(known).toEqual(actual)
  })

  test('that holds words of people names their end', () => {
    for (const [table, { own, secret, endings = [] }] of Object.entries(PERSONAL_TABLES)) {
      const isEmptied = endings.some(({ words }) => words === undefined)
      const changes = endings.flatMap(({ words = {} }) => Object.entries(words))
      const replaced = new Set(changes.flatMap(([column, value]) => (value === column ? [] : column)))
      const personal = [own, secret].flatMap(columnsIn)
      if (!isEmptied) expect([table, [...replaced].sort()]).toEqual([table, personal.sort()])
    }
  })
})

describe('closing', () => {
  test('names what is open, with its side, and refuses until it has ended', async () => {
    const rental = await openRental(t)
    const booking = await holdOffer(t, rental, 'renter')
    const open = { kind: 'booking', about: 'booking', id: booking, title: 'Forty plates' }
    expect((await t.call('GET', '/api/user/closing', { as: rental.renter.as })).body).toEqual({
      open: [{ ...open, selling: false }],
    })
    expect((await t.call('GET', '/api/user/closing', { as: rental.owner.as })).body.open).toEqual([
      { ...open, selling: true },
    ])
    expect((await t.call('GET', '/api/user/closing', { as: rental.rival.as })).body.open).toEqual([])
    expect((await close(rental.renter.as)).body.code).toBe('matters_open')
    const change = (path: string, as: string, body: unknown) =>
      t.call('POST', `/api/bookings/${booking}/${path}`, { as, body })
    await change('status', rental.owner.as, { status: 'approved' })
    await timers()
    expect((await t.call('GET', '/api/user/closing', { as: rental.owner.as })).body.open).toMatchObject([
      { kind: 'booking' },
    ])
    // Over, and its money still waits for its owner: a claim may come.
    t.clock.advance(12 * DAY_MS)
    await timers()
    const [owner, renter] = [await signIn(t, 'rosa'), await signIn(t, 'rene')]
    expect((await t.call('GET', '/api/user/closing', { as: renter })).body.open).toMatchObject([{ kind: 'money' }])
    t.clock.advance(3 * DAY_MS)
    await timers()
    expect((await t.call('GET', '/api/user/closing', { as: renter })).body.open).toEqual([])
    // The owner has no payout account that works: the money is on its way.
    expect((await t.call('GET', '/api/user/closing', { as: owner })).body.open).toMatchObject([
      { kind: 'money', selling: true },
    ])
    expect((await close(renter)).status).toBe(200)
  })

  test.each([
    ['refunded', 500, ['renter', 'owner']],
    ['refund_failed', 1000, ['renter', 'owner']],
    ['refunded', 1000, []],
    ['released', 0, []],
  ] as const)(
    'waits for the money of a cancelled rental: %s, %d of 1000 returned',
    async (state, returned, waiting) => {
      const rental = await openRental(t)
      const booking = await holdOffer(t, rental, 'renter')
      await until(async () => (await rows("SELECT 1 FROM payment_ops WHERE state <> 'done'")).length === 0)
      await t.deps.db.write(() => [
        step(sql`UPDATE bookings SET status = 'cancelled', payment_state = ${state}, total_amount = 1000,
          refunded_amount = ${returned} WHERE id = ${booking}`),
      ])
      const kinds = async (as: string) =>
        (await t.call('GET', '/api/user/closing', { as })).body.open.map(({ kind }: { kind: string }) => kind)
      for (const side of ['renter', 'owner'] as const)
        expect(await kinds(rental[side].as)).toEqual(waiting.some((one) => one === side) ? ['money'] : [])
    },
  )

  test('waits while a claim may still come, though everything was returned', async () => {
    const rental = await openRental(t)
    const booking = await holdOffer(t, rental, 'renter')
    const used = sql`UPDATE bookings SET status = 'completed', payment_state = 'refunded', total_amount = 1000,
      refunded_amount = 1000, start_date = '2026-11-28', end_date = '2026-11-30' WHERE id = ${booking}`
    await t.deps.db.write(() => [step(used)])
    expect((await close(rental.renter.as)).body.code).toBe('matters_open')
    expect((await t.call('GET', '/api/user/closing', { as: rental.renter.as })).body.open).toMatchObject([
      { kind: 'money', about: 'booking', id: booking, selling: false },
    ])
    expect((await t.call('GET', '/api/user/closing', { as: rental.owner.as })).body.open).toEqual([])
    // The owner has a day after the last one.
    t.clock.advance(DAY_MS)
    expect((await close(rental.renter.as)).status).toBe(200)
  })

  test('ends the offers and orders that nobody has paid yet: their money goes back', async () => {
    const rental = await openRental(t)
    const offer = await makeOffer(t, rental, 'renter')
    const paymentMethodId = await saveCard(t, rental.rival, 'pm_card_authenticationRequired')
    const order = await buyItem(t, rental.rival, await postItem(t, rental.owner), { paymentMethodId })
    expect([offer.body.booking.status, order.body.purchase.status]).toEqual(['pending', 'pending'])
    expect((await close(rental.owner.as)).status).toBe(200)
    await timers()
    const [ofRenter, ofRival] = [rental.renter, rental.rival].map(({ id, as }) => ({ id, as }))
    expect((await t.call('GET', `/api/users/${ofRenter?.id}/bookings`, ofRenter)).body).toMatchObject([
      { status: 'expired', statusReason: 'listing_deleted', paymentState: 'released' },
    ])
    expect((await t.call('GET', `/api/users/${ofRival?.id}/purchases`, ofRival)).body).toMatchObject([
      { status: 'cancelled' },
    ])
    // Its seller bears no fee, should the bank agree to the payment all the same.
    expect(await findOwnersCancel(t.deps.db, { purchaseId: order.body.purchase.id })).toBeNull()
    for (const { body } of [offer, order])
      expect((await confirmHold(t, body.clientSecret, rental.cards.renter)).error?.code).toBe(
        'payment_intent_unexpected_state',
      )
  })

  // Writes over a database server do not wait for each other.
  fileTest('is refused to a person whom an operator suspends meanwhile', async () => {
    const rosa = await signUp(t, 'rosa')
    const request = new Request(TEST_ORIGIN, { headers: { cookie: rosa.as } })
    const user = await getSessionUser(t.deps, request)
    const { db } = t.deps
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>()
    const suspended = db.write(async () => {
      await turn
      return suspendSteps(rosa.id, t.clock.now.toISOString())
    })
    const closing = closeAccount(t.deps, user, { password: TEST_PASSWORD }, request)
    await until(() => db.waitingWrites() === 2)
    begin()
    await expect(closing).rejects.toMatchObject({ kind: 'unauthenticated' })
    await suspended
    expect((await login('rosa', { reopen: true })).body.code).toBe('forbidden')
  })

  test('asks for the password, and is not for operators', async () => {
    const rosa = await signUp(t, 'rosa')
    expect((await close(rosa.as, 'wrong horse')).body.fields).toEqual({ password: 'That is not your password' })
    const olga = await signUpOperator(t, 'olga')
    expect((await close(olga.as)).body.code).toBe('forbidden')
  })

  test('takes everything off show, ends every session, and is told by mail', async () => {
    const rental = await openRental(t)
    const phone = await signIn(t, 'rosa')
    const closed = await close(rental.owner.as)
    expect(closed.body).toEqual({ until: '2026-12-15T17:00:00.000Z' })
    for (const as of [rental.owner.as, phone]) expect((await t.call('GET', '/api/user', { as })).status).toBe(401)
    for (const path of [`/api/listings/${rental.listingId}`, `/api/users/${rental.owner.id}`])
      expect([path, (await t.call('GET', path)).status]).toEqual([path, 404])
    const offer = {
      listingId: rental.listingId,
      startDate: '2026-12-10',
      endDate: '2026-12-12',
      paymentMethodId: rental.cards.renter,
    }
    expect((await t.call('POST', '/api/bookings', { as: rental.renter.as, body: offer })).status).toBe(404)
    await timers()
    const mail = (await keptMailsOf(t)).find(({ subject }) => /is closed/.test(subject))
    expect(mail?.text).toContain('Tuesday, December 15')
  })

  test('is taken back by a sign-in that says so, as it was', async () => {
    const rental = await openRental(t)
    await close(rental.owner.as)
    const refused = await login('rosa')
    expect([refused.status, refused.body.code, refused.body.now]).toEqual([
      403,
      'account_closing',
      { until: '2026-12-15T17:00:00.000Z' },
    ])
    // An operator neither hurries nor undoes it.
    const olga = await signUpOperator(t, 'olga')
    const unsuspend = { username: 'rosa', suspended: false, note: 'Mistake' }
    expect((await t.call('POST', '/api/operator/suspended', { as: olga.as, body: unsuspend })).status).toBe(403)
    t.clock.advance(14 * DAY_MS)
    await timers()
    const back = await login('rosa', { reopen: true })
    expect(back.status).toBe(200)
    expect((await t.call('GET', `/api/listings/${rental.listingId}`)).status).toBe(200)
    t.clock.advance(DAY_MS)
    await timers()
    expect((await t.call('GET', '/api/user', { as: cookieOf(back.headers) })).body.username).toBe('rosa')
  })

  test('waits for a dispute that comes within the days', async () => {
    const planted = await plantPerson(t)
    await close(planted.person.as)
    const again = sql`UPDATE payment_disputes SET state = 'open', closed_at = NULL`
    const told = sql`UPDATE bookings SET dispute_state = 'open' WHERE id = 902`
    await t.deps.db.write(() => [step(again), step(told)])
    t.clock.advance(15 * DAY_MS)
    await endClosedAccounts(t.deps)
    expect((await login('quillon')).body.code).toBe('account_closing')
  })
})

describe('after the days', () => {
  let planted: Planted
  beforeEach(async () => {
    planted = await plantPerson(t)
  })

  test('each table with words of people has some of this person’s: what follows looks at all of them', async () => {
    for (const [table, { endings = [] }] of Object.entries(PERSONAL_TABLES))
      for (const { of } of endings) {
        const [counted] = await rows(
          `SELECT count(*) AS n FROM ${table} WHERE ${of.replaceAll('@', String(planted.person.id))}`,
        )
        expect([table, of, Number(counted?.n) > 0]).toEqual([table, of, true])
      }
  })

  test('no word, photo, address or card is found anywhere; amounts stay under a number, and what others wrote stays', async () => {
    const { person, photo, customer, account } = planted
    const everything = new RegExp([PLANTED.source, photo, customer, account].join('|'), 'i')
    const others = await findAnywhere(OF_OTHERS)
    expect((await findAnywhere(everything)).length).toBeGreaterThan(90)
    await close(person.as)
    t.clock.advance(14 * DAY_MS + 1)
    await armFault(t, { kind: 'error_before', match: 'DELETE /v1/customers/*', times: 3 })
    await timers()
    expect(t.errors.splice(0)).toMatchObject([{ what: 'set aside', name: `removed customer of user ${person.id}` }])
    // The provider was not there: its number waits in the command, everything else is gone.
    expect(await findAnywhere(everything)).toEqual([`account_ops.provider_id: ${customer}`])
    t.clock.advance(DAY_MS)
    await timers()
    expect(await findAnywhere(everything)).toEqual([])
    expect(await findAnywhere(OF_OTHERS)).toEqual(others)
    expect(readdirSync(join(t.deps.env.dataDir, 'uploads')).filter((file) => file.includes(photo))).toEqual([])
    await expect(t.deps.payments.gateway.listCards(customer)).rejects.toThrow()
    await expect(t.deps.payments.gateway.getPayoutAccount(account)).rejects.toThrow()
    for (const name of ['quillon', 'Former member', `Former member ${person.id}`])
      expect((await login(name, { reopen: true })).body.code).toBe('invalid_credentials')
    const as = await signIn(t, 'olaf')
    const bookings = await t.call('GET', `/api/users/${planted.other.id}/bookings`, { as })
    expect(bookings.body[0]).toMatchObject({
      id: 902,
      ownerUsername: 'Former member',
      listingTitle: 'From a former member',
    })
    const messages = await t.call('GET', '/api/bookings/901/messages', { as })
    expect(messages.body.map(({ content }: { content: string }) => content)).toEqual([
      'Removed with its account',
      'Told message',
    ])
    // The name is free again.
    expect((await signUp(t, 'quillon')).id).not.toBe(person.id)
  })

  test('is ended beside others that cannot be: the failure is set aside, and no photo is gone before the words are', async () => {
    const { person, photo } = planted
    const bob = await signUp(t, 'bob')
    for (const { as } of [person, bob]) await close(as)
    const files = () => readdirSync(join(t.deps.env.dataDir, 'uploads')).filter((file) => file.includes(photo)).length
    const kept = files()
    const trouble = sql.raw(`CREATE TRIGGER trouble BEFORE DELETE ON passkeys WHEN OLD.user_id = ${person.id}
      BEGIN SELECT RAISE(ABORT, 'trouble'); END`)
    await t.deps.db.write(() => [step(trouble)])
    t.clock.advance(14 * DAY_MS + 1)
    await endClosedAccounts(t.deps)
    expect(t.errors.splice(0)).toMatchObject([{ what: 'set aside', name: `end of account ${person.id}` }])
    expect(await rows(`SELECT id FROM users WHERE closed_at IS NOT NULL`)).toEqual([{ id: bob.id }])
    expect([kept > 0, files()]).toEqual([true, kept])
    await t.deps.db.write(() => [step(sql`DROP TRIGGER trouble`)])
    t.clock.advance(DAY_MS)
    await endClosedAccounts(t.deps)
    expect(files()).toBe(0)
  })

  test('no link of an older mail writes anything about the person again, and no appeal waits for an operator', async () => {
    const { person } = planted
    const { dataDir } = t.deps.env
    const open = sql`UPDATE appeals SET decided_at = NULL, taken_back = NULL, answer = NULL, operator = NULL`
    const copied = sql`INSERT INTO moderation_acts SELECT 902, at, kind, subject_id, person_id, act, reason, operator
      FROM moderation_acts WHERE id = 901`
    await t.deps.db.write(() => [step(open), step(copied)])
    const token = actToken(dataDir, { actId: 902, personId: person.id })
    const off = `/mail/off/${offToken(dataDir, person.id, 'reviews')}`
    expect((await t.call('POST', '/api/moderation-act', { body: { token } })).status).toBe(200)
    expect((await t.call('GET', off)).status).toBe(200)
    await close(person.as)
    t.clock.advance(14 * DAY_MS + 1)
    await timers()
    expect((await t.call('POST', '/api/moderation-act', { body: { token } })).status).toBe(404)
    expect((await t.call('POST', '/api/appeal', { body: { token, words: 'Still here' } })).status).toBe(404)
    for (const method of ['GET', 'POST']) expect([method, (await t.call(method, off)).status]).toEqual([method, 404])
    expect(await rows(`SELECT * FROM mail_muted WHERE user_id = ${person.id}`)).toEqual([])
    expect(await findAnywhere(/Still here/)).toEqual([])
    const olga = await signUpOperator(t, 'olga')
    expect((await t.call('GET', '/api/operator/appeals', { as: olga.as })).body).toEqual([])
  })

  test('the other side’s devices, old and new, are told its questions without the name and the title', async () => {
    const { person, other } = planted
    const asked = {
      id: 902,
      listingId: 902,
      userId: person.id,
      ownerId: other.id,
      createdAt: t.clock.now.toISOString(),
    }
    await t.deps.db.write(() => [step(build.insert(questions).values(asked))])
    const pull = async (as: string, epoch: string | null, since: number) => {
      const body = { epoch, scopes: { [`u:${other.id}`]: [since, null] } }
      return (await t.call('POST', '/api/sync/pull', { as, body })).body
    }
    const titles = ({ changes }: { changes: Change[] }) =>
      changes.flatMap(({ c, d }) => (c === 'question' ? (d as Question) : [])).toSorted((a, b) => a.id - b.id)
    const before = await pull(other.as, null, 0)
    expect(titles(before)).toMatchObject([
      { ownerUsername: 'Quillon', title: 'Planted cards' },
      { username: 'Quillon', title: 'Told chairs' },
    ])
    await close(person.as)
    t.clock.advance(14 * DAY_MS + 1)
    await timers()
    const as = await signIn(t, 'olaf')
    const told = [
      { ownerUsername: 'Former member', title: 'From a former member' },
      { username: 'Former member', title: 'Told chairs' },
    ]
    expect(titles(await pull(as, before.epoch, before.to))).toMatchObject(told)
    expect(titles(await pull(as, null, 0))).toMatchObject(told)
    const line = { event: 'question:901', kind: 'messages', word: 'message', about: 'question', aboutId: 901 } as const
    expect(await findNotice(t.deps.db, line, other.id)).toMatchObject({
      who: 'Former member',
      title: 'From a former member',
    })
  })

  test('no message is taken in a thread with the person any more; one that arrived before is answered again', async () => {
    const { person, other } = planted
    await t.deps.db.write(() => [step(build.delete(personBlocks))])
    const clientId = crypto.randomUUID()
    const write = async (path: string, as: string, body: object) => {
      const said = await t.call('POST', `/api/${path}`, { as, body: { content: 'Elsewhere told', ...body } })
      return [path, said.status, said.body.code]
    }
    const threads: [string, object][] = [
      ['bookings/901/messages', {}],
      ['bookings/902/messages', {}],
      ['purchases/902/messages', {}],
      ['questions/901/messages', {}],
      ['questions', { itemId: 901 }],
    ]
    const writeEverywhere = (as: string) => Promise.all(threads.map(([path, body]) => write(path, as, body)))
    const taken = threads.map(([path]) => [path, 201, undefined])
    await close(person.as)
    // The person may still come back.
    expect(await writeEverywhere(other.as)).toEqual(taken)
    await write('bookings/902/messages', other.as, { clientId })
    t.clock.advance(14 * DAY_MS + 1)
    await timers()
    const as = await signIn(t, 'olaf')
    expect(await writeEverywhere(as)).toEqual(threads.map(([path]) => [path, 409, 'thread_closed']))
    expect(await write('bookings/902/messages', as, { clientId })).toEqual(['bookings/902/messages', 201, undefined])
  })

  test('devices learn that what they have of the account can go', async () => {
    const { body } = await t.call('GET', '/api/user', { as: planted.person.as })
    const ask = async () =>
      (await t.call('POST', '/api/closed-accounts', { body: { accountIds: [body.accountId, 'nobody'] } })).body
        .accountIds
    await close(planted.person.as)
    expect(await ask()).toEqual([])
    t.clock.advance(14 * DAY_MS + 1)
    await timers()
    expect(await ask()).toEqual([body.accountId])
  })
})
