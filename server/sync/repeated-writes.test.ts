import { afterEach, beforeEach, expect, test } from 'bun:test'
import { KEY_HEADER, SEQ_HEADER } from '#schema/sync-scopes'
import { holdOffer, openRental, type Rental } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

let t: TestApp
let rental: Rental
beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

type Write = () => Promise<{ path: string; words: object }>
const shareArch: Write = async () => {
  await keepTestPhoto(t, rental.renter, 'arch')
  return { path: '/api/inspiration', words: { title: 'Gold arch', imageUrl: testPhoto('arch') } }
}
const writeAboutOffer: Write = async () => {
  const id = await holdOffer(t, rental, 'renter')
  return { path: `/api/bookings/${id}/messages`, words: { content: 'Hello' } }
}
const askAboutListing: Write = async () => {
  return { path: '/api/questions', words: { content: 'Is there a ramp?', listingId: rental.listingId } }
}
const goOnAsking: Write = async () => {
  const { path, words } = await askAboutListing()
  const { body } = await t.call('POST', path, { as: rental.renter.as, body: words })
  return { path: `${path}/${body.questionId}/messages`, words: { content: 'And a door?' } }
}

test.each([
  ['post', shareArch],
  ['message about an offer', writeAboutOffer],
  ['question', askAboutListing],
  ['message about a question', goOnAsking],
])('a %s that comes again under another key is known under both keys', async (_words, prepare) => {
  const { path, words } = await prepare()
  const [as, body] = [rental.renter.as, { ...words, clientId: crypto.randomUUID() }]
  const keys = [crypto.randomUUID(), crypto.randomUUID()]
  const answers: { status: number; body: { id: number } }[] = []
  for (const key of keys) answers.push(await t.call('POST', path, { as, body, headers: { [KEY_HEADER]: key } }))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[1]?.body.id).toBe(answers[0]?.body.id)
  expect((await t.call('POST', '/api/sync/check', { as, body: { keys } })).body).toEqual({ missing: [] })
})

test('a repeat that reaches another server names a change number not below that of its write', async () => {
  await t.close()
  t = await openTestApp({}, { servers: 2 })
  rental = await openRental(t)
  const { path, words } = await askAboutListing()
  const options = { as: rental.renter.as, body: words, headers: { [KEY_HEADER]: crypto.randomUUID() } }
  const first = await t.call('POST', path, options)
  const again = await t.call('POST', path, options)
  expect([first, again].map(({ status, body }) => [status, body.id])).toEqual(Array(2).fill([201, first.body.id]))
  const [wrote, repeated] = [first, again].map(({ headers }) => Number(headers.get(SEQ_HEADER)))
  expect(repeated).toBeGreaterThanOrEqual(wrote ?? Number.NaN)
})
