import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Found } from '#schema/operator'
import { build, step } from '../db/steps'
import { bookings, users } from '../db/tables'
import { createPostRows } from '../test-support/factories'
import { holdOffer, openRental, type Rental } from '../test-support/rental-kit'
import { signUpOperator, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

let t: TestApp
let rental: Rental
let operator: TestPerson
let bookingId: number
beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  operator = await signUpOperator(t, 'olga', 'support')
  bookingId = await holdOffer(t, rental, 'renter')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const found = async (q: string): Promise<string[]> => {
  const { body } = await t.call('GET', `/api/operator/find?q=${encodeURIComponent(q)}`, { as: operator.as })
  return body.map(({ kind, id }: Found) => `${kind} ${id}`)
}
const personOf = (id: number) => t.call('GET', `/api/operator/people/${id}`, { as: operator.as })
const log = async () => (await t.call('GET', '/api/operator/log', { as: operator.as })).body

describe('operators find', () => {
  test('people by name, the beginning of a name, mail address, number and provider id', async () => {
    const { owner } = rental
    const [row] = await t.deps.db.read.select().from(users).where(eq(users.id, owner.id))
    const known = build.update(users).set({ stripeAccountId: 'acct_of_rosa' }).where(eq(users.id, owner.id))
    await t.deps.db.write(() => [step(known)])
    for (const q of [
      owner.username,
      owner.username.slice(0, 3).toUpperCase(),
      row?.email ?? '',
      `#${owner.id}`,
      'acct_of_rosa',
    ])
      expect(await found(q)).toContain(`user ${owner.id}`)
  })

  test('bookings by number, title, either side and provider id', async () => {
    const [row] = await t.deps.db.read.select().from(bookings).where(eq(bookings.id, bookingId))
    for (const q of [
      String(bookingId),
      'forty pla',
      rental.owner.username,
      rental.renter.username,
      row?.stripePaymentIntentId ?? '',
    ])
      expect(await found(q)).toContain(`booking ${bookingId}`)
    expect(await found('pi_of_nobody')).toEqual([])
  })

  test('nothing by nothing, and percent signs are letters', async () => {
    expect(await found('')).toEqual([])
    expect(await found('%')).toEqual([])
    expect(await found('Forty_plates')).toEqual([])
  })
})

test('a person’s history holds sales, things on show, and the notes and acts about all of them', async () => {
  const leave = (body: object) => t.call('POST', '/api/operator/notes', { as: operator.as, body })
  await leave({ kind: 'user', id: rental.owner.id, note: 'Called about a broken plate.' })
  await leave({ kind: 'booking', id: bookingId, note: 'Both sides agree.' })
  expect((await leave({ kind: 'booking', id: 999, note: 'Nothing there.' })).status).toBe(404)
  const { body } = await personOf(rental.owner.id)
  expect(body).toMatchObject({ username: rental.owner.username, isVerified: true, suspendedAt: null, reports: 0 })
  expect(body.sales).toMatchObject([{ kind: 'booking', id: bookingId }])
  expect(body.things).toMatchObject([{ kind: 'listing', id: rental.listingId }])
  expect(body.acts.map(({ act, note }: { act: string; note: string }) => [act, note])).toEqual([
    ['note', 'Both sides agree.'],
    ['note', 'Called about a broken plate.'],
  ])
  expect((await personOf(9999)).status).toBe(404)
})

test('a person’s history holds the acts about their profile and about what is on no list of it, but no dismissal', async () => {
  const { owner, renter } = rental
  const [kept = 0, hidden = 0] = await createPostRows(t, owner.id, 2)
  const decide = async (kind: string, id: number, act: string) => {
    const report = { kind, id, reason: 'scam', words: '' }
    expect((await t.call('POST', '/api/reports', { as: renter.as, body: report })).status).toBe(200)
    const [{ reports }] = (await t.call('GET', '/api/operator/reports', { as: operator.as })).body
    const body = { kind, id, reports: reports.map((one: { id: number }) => one.id), act, note: 'A scam.' }
    expect((await t.call('POST', '/api/operator/reports', { as: operator.as, body })).status).toBe(200)
  }
  await decide('person', owner.id, 'warn')
  await decide('post', kept, 'dismiss')
  await decide('post', hidden, 'hide')
  const acts = async (id: number) =>
    (await personOf(id)).body.acts.map(({ act, subject }: { act: string; subject: string }) => `${act} ${subject}`)
  expect(await acts(owner.id)).toEqual([`hide post ${hidden}`, `warn person ${owner.id}`])
  expect(await acts(renter.id)).toEqual([])
})

test('who reads a thread says why, and the log has it', async () => {
  await t.call('POST', `/api/bookings/${bookingId}/messages`, {
    as: rental.renter.as,
    body: { content: 'Is noon fine?' },
  })
  const read = (body: object) => t.call('POST', '/api/operator/threads', { as: operator.as, body })
  expect((await read({ kind: 'booking', id: bookingId, note: '  ' })).status).toBe(422)
  expect(await log()).toEqual([])
  const { body } = await read({ kind: 'booking', id: bookingId, note: 'A report of the renter' })
  expect(body.messages).toMatchObject([{ content: 'Is noon fine?', senderUsername: rental.renter.username }])
  expect(await log()).toMatchObject([
    { operator: 'olga', act: 'read thread', subject: `booking ${bookingId}`, note: 'A report of the renter' },
  ])
  expect((await read({ kind: 'purchase', id: 999, note: 'A report' })).status).toBe(404)
})

test('a question before an offer is read for a reason too, and a report about its message says which one it is', async () => {
  const { rival, owner, listingId } = rental
  const asked = await t.call('POST', '/api/questions', { as: rival.as, body: { listingId, content: 'Cash is fine?' } })
  const { id, questionId } = asked.body
  await t.call('POST', '/api/reports', { as: owner.as, body: { kind: 'question', id, reason: 'scam', words: '' } })
  const [reported] = (await t.call('GET', '/api/operator/reports', { as: operator.as })).body
  expect(reported).toMatchObject({ kind: 'question', thread: { kind: 'question', id: questionId } })
  const { body } = await t.call('POST', '/api/operator/threads', {
    as: operator.as,
    body: { ...reported.thread, note: 'A report of the owner' },
  })
  expect(body.messages).toMatchObject([{ content: 'Cash is fine?', senderUsername: rival.username }])
  expect(await log()).toMatchObject([{ act: 'read thread', subject: `question ${questionId}` }])
})

test('finance holds payouts and lets them go on; nobody does so for themselves', async () => {
  const finance = await signUpOperator(t, 'fay', 'finance')
  const hold = (username: string, held: boolean) =>
    t.call('POST', '/api/operator/payouts', { as: finance.as, body: { username, held, note: 'The bank asks.' } })
  const heldAt = async () => (await personOf(rental.owner.id)).body.payoutsHeldAt
  await hold(rental.owner.username, true)
  expect(await heldAt()).toBe(t.clock.now.toISOString())
  await hold(rental.owner.username, false)
  expect(await heldAt()).toBeNull()
  expect((await hold('fay', true)).status).toBe(403)
  expect((await log()).map(({ act }: { act: string }) => act)).toEqual(['release payouts', 'hold payouts'])
})

test('suspending by a report is an admin’s alone, hiding is support’s too', async () => {
  await t.call('POST', '/api/reports', {
    as: rental.renter.as,
    body: { kind: 'listing', id: rental.listingId, reason: 'scam' },
  })
  const [subject] = (await t.call('GET', '/api/operator/reports', { as: operator.as })).body
  const decide = (act: string) =>
    t.call('POST', '/api/operator/reports', {
      as: operator.as,
      body: {
        kind: 'listing',
        id: rental.listingId,
        reports: subject.reports.map(({ id }: { id: number }) => id),
        act,
        note: 'A scam.',
      },
    })
  expect((await decide('suspend')).status).toBe(403)
  expect((await decide('hide')).status).toBe(200)
})
