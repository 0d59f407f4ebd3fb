import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { build, step } from '../db/steps'
import {
  damageReports,
  handovers,
  inspirationPosts,
  listings,
  madeToOrderItems,
  messages,
  questionMessages,
  questions,
  reports,
  reviews,
} from '../db/tables'
import { type EndedRental, openEndedRental } from '../test-support/damage-kit'
import type { TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

const POST = 41
const ITEM = 42
const MESSAGE = 43
const REVIEW = 44
const PAGE = 45
const CLAIM = 46
const QUESTION = 48

let t: TestApp
let rental: EndedRental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
  const { owner, renter, bookingId, listingId } = rental
  const createdAt = t.clock.now.toISOString()
  const common = { userId: owner.id, createdAt, description: 'As it was.' }
  const item = { price: 4000, category: 'stationery' as const, customizationOptions: [], leadTimeInDays: 7, terms: '' }
  const photos = { mainImage: testPhoto('b'), images: [testPhoto('c')] }
  const sides = { authorId: owner.id, subjectId: renter.id }
  await t.deps.db.write(() =>
    [
      build.insert(inspirationPosts).values({ ...common, id: POST, title: 'Arch', imageUrl: testPhoto('a'), tags: [] }),
      build.insert(madeToOrderItems).values({ ...common, ...item, ...photos, id: ITEM, title: 'Cards' }),
      build.insert(messages).values({ id: MESSAGE, bookingId, senderId: owner.id, content: 'Pay in cash', createdAt }),
      build.insert(questions).values({ id: QUESTION, listingId, userId: renter.id, ownerId: owner.id, createdAt }),
      build.insert(questionMessages).values({
        ...{ id: QUESTION, questionId: QUESTION, senderId: owner.id, content: 'Pay outside', createdAt },
      }),
      build.insert(reviews).values({
        ...{ ...sides, id: REVIEW, bookingId, listingId, stars: 1, points: [], content: 'Never again' },
        ...{ createdAt, revealsAt: createdAt, revealedAt: createdAt },
      }),
      build.insert(handovers).values({
        ...{ id: PAGE, bookingId, userId: owner.id, moment: 'pickup', checks: [], note: 'All there' },
        ...{ photos: [testPhoto('d')], updatedAt: createdAt },
      }),
      build.insert(damageReports).values({
        ...{ id: CLAIM, bookingId, reporterId: owner.id, description: 'Two are chipped', images: [testPhoto('d')] },
        ...{ createdAt, statusChangedAt: createdAt, responseDeadline: createdAt },
      }),
    ].map((query) => step(query)),
  )
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const put = (by: TestPerson, body: object, headers = {}) =>
  t.call('POST', '/api/reports', { as: by.as, body: { reason: 'scam', words: 'Look at this', ...body }, headers })
const kept = () => t.deps.db.read.select().from(reports)

/** The kind, its number, the title that it has, and its words. */
type Case = readonly [kind: string, idOf: () => number, title: string, content: string]

describe.each<Case>([
  ['listing', () => rental.listingId, 'Forty plates', expect.any(String) as unknown as string],
  ['item', () => ITEM, 'Cards', 'As it was.'],
  ['post', () => POST, 'Arch', 'As it was.'],
  ['person', () => rental.owner.id, 'rosa', ''],
  ['message', () => MESSAGE, 'Forty plates', 'Pay in cash'],
  ['question', () => QUESTION, 'Forty plates', 'Pay outside'],
  ['review', () => REVIEW, 'Forty plates', 'Never again'],
  ['handover', () => PAGE, 'Forty plates', 'All there'],
  ['claim', () => CLAIM, 'Forty plates', 'Two are chipped'],
])('a %s', (kind, idOf, title, content) => {
  test('is reported with its owner and its words as they stood; the owner cannot, and is told nothing', async () => {
    const { owner, renter } = rental
    const pulled = async () => {
      const body = { epoch: null, scopes: { [`u:${owner.id}`]: [0, null] } }
      return (await t.call('POST', '/api/sync/pull', { as: owner.as, body })).body
    }
    const before = await pulled()
    expect(await put(renter, { kind, id: idOf() })).toMatchObject({ status: 200, body: {} })
    const report = { kind, subjectId: idOf(), reporterId: renter.id, ownerId: owner.id, reason: 'scam', closedAt: null }
    expect(await kept()).toMatchObject([{ ...report, words: 'Look at this', title, content, photo: '' }])
    expect(await pulled()).toEqual(before)
    expect(await put(owner, { kind, id: idOf() })).toMatchObject({ status: 409, body: { code: 'own_account' } })
  })
})

test('what only two people see is reported by the other one alone: a hand-over, a claim, its answer', async () => {
  const { owner, renter, rival } = rental
  for (const kind of ['handover', 'claim'])
    expect((await put(rival, { kind, id: kind === 'claim' ? CLAIM : PAGE })).status).toBe(404)
  const answer = { kind: 'answer', id: CLAIM, photo: testPhoto('e') }
  expect((await put(owner, answer)).status).toBe(404)
  const answered = { renterResponse: 'They were so', renterResponseImages: [testPhoto('e')] }
  const respond = build.update(damageReports).set(answered).where(eq(damageReports.id, CLAIM))
  await t.deps.db.write(() => [step(respond)])
  expect([(await put(rival, answer)).status, (await put(renter, answer)).body.code]).toEqual([404, 'own_account'])
  expect((await put(owner, answer)).status).toBe(200)
  expect(await kept()).toMatchObject([
    { kind: 'answer', subjectId: CLAIM, ownerId: renter.id, content: 'They were so', photo: testPhoto('e') },
  ])
})

test('a second report stands beside the first, with what is shown by now; the same words are one report', async () => {
  const { renter, rival, listingId: id } = rental
  await put(renter, { kind: 'listing', id })
  await put(renter, { kind: 'listing', id, reason: 'stolen', words: 'Those are mine' })
  await put(rival, { kind: 'listing', id })
  const retitled = build.update(listings).set({ title: 'Nothing to see' }).where(eq(listings.id, id))
  await t.deps.db.write(() => [step(retitled)])
  for (let again = 0; again < 2; again += 1) await put(renter, { kind: 'listing', id })
  expect((await kept()).map(({ reporterId, reason, words, title }) => [reporterId, reason, words, title])).toEqual([
    [renter.id, 'scam', 'Look at this', 'Forty plates'],
    [renter.id, 'stolen', 'Those are mine', 'Forty plates'],
    [rival.id, 'scam', 'Look at this', 'Forty plates'],
    [renter.id, 'scam', 'Look at this', 'Nothing to see'],
  ])
})

test('a report that has been decided on stays, and the next one is new', async () => {
  const { renter, listingId: id } = rental
  await put(renter, { kind: 'listing', id })
  const close = build.update(reports).set({ closedAt: t.clock.now.toISOString() })
  await t.deps.db.write(() => [step(close)])
  await put(renter, { kind: 'listing', id, words: 'Again' })
  expect((await kept()).map(({ words, closedAt }) => [words, closedAt !== null])).toEqual([
    ['Look at this', true],
    ['Again', false],
  ])
})

test('a repeat out of the outbox is one report', async () => {
  const { renter, listingId: id } = rental
  const headers = { 'idempotency-key': crypto.randomUUID(), 'sync-queued': '1' }
  for (let times = 0; times < 2; times++) expect((await put(renter, { kind: 'listing', id }, headers)).status).toBe(200)
  expect(await kept()).toHaveLength(1)
})

test('a photo is reported beside the thing that shows it, and no other photo', async () => {
  const { renter } = rental
  for (const name of ['b', 'c']) await put(renter, { kind: 'item', id: ITEM, photo: testPhoto(name) })
  await put(renter, { kind: 'item', id: ITEM })
  expect((await kept()).map(({ photo }) => photo)).toEqual([testPhoto('b'), testPhoto('c'), ''])
  const other = () => put(renter, { kind: 'item', id: ITEM, photo: testPhoto('a') })
  expect((await other()).status).toBe(404)
  // The maker has taken it off the item since.
  await keepTestPhoto(t, rental.owner, 'a')
  expect((await other()).status).toBe(200)
})

test('a thing that was taken down meanwhile is reported all the same', async () => {
  const { renter, listingId: id } = rental
  const at = t.clock.now.toISOString()
  const gone = build.update(listings).set({ deletedAt: at, hiddenAt: at }).where(eq(listings.id, id))
  await t.deps.db.write(() => [step(gone)])
  expect((await put(renter, { kind: 'listing', id })).status).toBe(200)
})

test('a message about a thing of an ended account is reported under the title that others read', async () => {
  await t.deps.db.write(() => [step(build.update(listings).set({ title: '' }))])
  await put(rental.renter, { kind: 'question', id: QUESTION })
  expect(await kept()).toMatchObject([{ title: 'From a former member', content: 'Pay outside' }])
})

test('what the caller cannot see answers as what there is not', async () => {
  const { rival, renter } = rental
  for (const [kind, id] of [
    ['message', MESSAGE],
    ['question', QUESTION],
  ])
    expect(await put(rival, { kind, id })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const secret = build.update(reviews).set({ revealedAt: null })
  await t.deps.db.write(() => [step(secret)])
  for (const kind of ['listing', 'item', 'post', 'person', 'message', 'question'])
    expect((await put(renter, { kind, id: 999 })).status).toBe(404)
  expect((await put(renter, { kind: 'review', id: REVIEW })).status).toBe(404)
  expect(await kept()).toEqual([])
})
