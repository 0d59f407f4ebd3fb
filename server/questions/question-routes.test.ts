import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Change } from '#schema/sync'
import { build, step } from '../db/steps'
import { listings, madeToOrderItems, questionMessages, questions } from '../db/tables'
import { buyItem } from '../test-support/order-kit'
import { confirmHold, holdOffer, makeOffer, openRental, type Rental } from '../test-support/rental-kit'
import type { TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'

const ITEM = 71

let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  const item = {
    ...{ id: ITEM, userId: rental.owner.id, title: 'Place cards', description: 'Lettered by hand.', price: 4000 },
    ...{ mainImage: testPhoto('a'), images: [testPhoto('b')], category: 'stationery' as const },
    ...{ customizationOptions: [], leadTimeInDays: 7, terms: '', createdAt: t.clock.now.toISOString() },
  }
  await t.deps.db.write(() => [step(build.insert(madeToOrderItems).values(item))])
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const listing = () => ({ listingId: rental.listingId })
const item = () => ({ itemId: ITEM })
const ask = (by: TestPerson, about: object, words: object = {}, headers = {}) =>
  t.call('POST', '/api/questions', { as: by.as, body: { content: 'Is there a ramp?', ...about, ...words }, headers })
const say = (by: TestPerson, id: number, words: object = {}, headers = {}) =>
  t.call('POST', `/api/questions/${id}/messages`, { as: by.as, body: { content: 'There is.', ...words }, headers })
const read = (by: TestPerson, id: number) => t.call('GET', `/api/questions/${id}/messages`, { as: by.as })
const counted = async () => [
  (await t.deps.db.read.select().from(questions)).length,
  (await t.deps.db.read.select().from(questionMessages)).length,
]

/** The questions and their messages that a device of this person holds after a first pull. */
async function held({ id, as }: TestPerson): Promise<unknown[]> {
  const body = { epoch: null, scopes: { [`u:${id}`]: [0, null] } }
  const { changes } = (await t.call('POST', '/api/sync/pull', { as, body })).body as { changes: Change[] }
  return changes.flatMap(({ c, d }) => ((c === 'question' || c === 'questionMessage') && d ? [d] : []))
}

test.each([
  ['listing', listing, listings, 'Forty plates'],
  ['item', item, madeToOrderItems, 'Place cards'],
] as const)(
  'a question about the %s comes to both sides anew when its thing is renamed',
  async (_kind, about, table, title) => {
    const { owner, renter } = rental
    await ask(renter, about())
    const heads = () => Promise.all([renter, owner].map(({ id }) => t.deps.feed.head(`u:${id}`)))
    const before = await heads()
    await t.deps.db.write(() => [step(build.update(table).set({ title: `${title} and forks` }))])
    const after = await heads()
    expect(after.every((head, n) => head > (before[n] ?? 0))).toBe(true)
    for (const side of [renter, owner])
      expect(await held(side)).toContainEqual(expect.objectContaining({ title: `${title} and forks` }))
  },
)

describe.each([
  ['listing', listing, 'Forty plates'],
  ['item', item, 'Place cards'],
] as const)('a question about a %s', (_kind, about, title) => {
  test('opens one thread, which both sides hold and go on in, and nobody else', async () => {
    const { owner, renter, rival } = rental
    const clientId = crypto.randomUUID()
    const asked = await ask(renter, about(), { clientId, composedAt: '2026-11-20T10:00:00.000Z' })
    expect(asked).toMatchObject({
      status: 201,
      body: { senderId: renter.id, content: 'Is there a ramp?', clientId, composedAt: '2026-11-20T10:00:00.000Z' },
    })
    const id = asked.body.questionId
    expect((await say(owner, id)).status).toBe(201)
    expect((await ask(renter, about(), { content: 'How wide?' })).body.questionId).toBe(id)
    expect((await say(renter, id, { content: 'And how steep?' })).status).toBe(201)
    const thread = ['Is there a ramp?', 'There is.', 'How wide?', 'And how steep?']
    for (const side of [owner, renter]) {
      const { body } = await read(side, id)
      expect(body.map(({ content }: { content: string }) => content)).toEqual(thread)
      expect(body[0].clientId).toBe(side === renter ? clientId : null)
      const [question, ...messages] = await held(side)
      expect(question).toMatchObject({ id, userId: renter.id, ownerId: owner.id, title, username: 'rene' })
      expect(messages).toEqual(body)
    }
    expect([(await read(rival, id)).status, (await say(rival, id)).status, await held(rival)]).toEqual([404, 404, []])
    expect((await ask(rival, about())).body.questionId).not.toBe(id)
    expect(await counted()).toEqual([2, 5])
  })

  test('is refused about one’s own, and about what is not on show', async () => {
    const { owner, renter } = rental
    expect(await ask(owner, about())).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('your own') },
    })
    const at = t.clock.now.toISOString()
    const table = 'listingId' in about() ? listings : madeToOrderItems
    await t.deps.db.write(() => [step(build.update(table).set({ hiddenAt: at }))])
    expect((await ask(renter, about())).status).toBe(409)
    expect(await counted()).toEqual([0, 0])
  })

  test('is refused after a block by either, in words that do not say why; an open thread is closed for both', async () => {
    const { owner, renter, rival } = rental
    const { questionId } = (await ask(renter, about())).body
    await t.call('POST', `/api/users/${rental.rival.id}/block`, { as: owner.as })
    await t.call('POST', `/api/users/${owner.id}/block`, { as: renter.as })
    const refused = await ask(rival, about())
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('takes no questions')])
    for (const side of [owner, renter])
      expect(await say(side, questionId)).toMatchObject({ status: 409, body: { code: 'thread_closed' } })
    expect((await ask(renter, about())).body.code).toBe('thread_closed')
    expect((await read(owner, questionId)).body).toHaveLength(1)
  })
})

test('a repeat out of the outbox is one question, and one message', async () => {
  const { owner, renter } = rental
  const clientId = crypto.randomUUID()
  const headers = { 'idempotency-key': crypto.randomUUID(), 'sync-queued': '1' }
  for (let times = 0; times < 2; times++) expect((await ask(renter, listing(), { clientId }, headers)).status).toBe(201)
  const { questionId } = (await ask(renter, listing(), { clientId })).body
  const reply = { clientId: crypto.randomUUID() }
  for (let times = 0; times < 2; times++) expect((await say(owner, questionId, reply)).status).toBe(201)
  expect(await counted()).toEqual([1, 2])
})

test('two questions at once about one listing are one thread', async () => {
  const answers = await Promise.all([ask(rental.renter, listing()), ask(rental.renter, listing())])
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.questionId}`)).size).toBe(1)
  expect(await counted()).toEqual([1, 2])
})

test.each([
  [{}, 'A question is about a listing or about an item'],
  [{ listingId: 1, itemId: ITEM }, 'A question is about a listing or about an item'],
  [{ listingId: 1, content: ' ' }, 'Message cannot be empty'],
])('%j is refused', async (words, message) => {
  expect(await ask(rental.renter, words)).toMatchObject({ status: 422, body: { message } })
})

test('it goes on in the thread of the offer while the owner sees one that has not ended, and can still be read', async () => {
  const { owner, renter, rival } = rental
  const { questionId } = (await ask(renter, listing())).body
  const { body: offer } = await makeOffer(t, rental, 'renter')
  expect((await say(owner, questionId)).status).toBe(201)
  await confirmHold(t, offer.clientSecret, rental.cards.renter)
  await t.call('POST', '/api/bookings/update-statuses', { as: renter.as })
  for (const answer of [await say(owner, questionId), await say(renter, questionId), await ask(renter, listing())])
    expect(answer).toMatchObject({ status: 409, body: { code: 'question_moved' } })
  expect((await read(owner, questionId)).body).toHaveLength(2)
  expect((await ask(rival, listing())).status).toBe(201)
  const declined = { as: owner.as, body: { status: 'declined' } }
  await t.call('POST', `/api/bookings/${offer.booking.id}/status`, declined)
  expect((await ask(renter, listing(), { content: 'Another day, perhaps?' })).body.questionId).toBe(questionId)
})

test('there is nothing to ask before an offer when the offer is there', async () => {
  await holdOffer(t, rental, 'renter')
  expect(await ask(rental.renter, listing())).toMatchObject({ status: 409, body: { code: 'question_moved' } })
  expect(await counted()).toEqual([0, 0])
})

test('it goes on in the thread of the order once the order is paid', async () => {
  const { owner, renter } = rental
  const { questionId } = (await ask(renter, item())).body
  const bought = await buyItem(t, renter, ITEM, { paymentMethodId: rental.cards.renter })
  expect(bought.status).toBe(201)
  for (const side of [owner, renter]) expect((await say(side, questionId)).body.code).toBe('question_moved')
})

test('an asker goes on about a listing that was paused meanwhile', async () => {
  const { questionId } = (await ask(rental.renter, listing())).body
  const pause = build.update(listings).set({ available: false }).where(eq(listings.id, rental.listingId))
  await t.deps.db.write(() => [step(pause)])
  expect((await ask(rental.renter, listing())).body.questionId).toBe(questionId)
  expect((await ask(rental.rival, listing())).body.code).toBe('listing_unavailable')
})
