import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { bookings } from '../db/tables'
import { type EndedRental, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { createListingRow } from '../test-support/rental-kit'
import type { TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { saveUpload } from './upload-service'

const NOT_THERE = [404, 'no-store']
const PUBLIC = [200, 'public, max-age=31536000, immutable']
const PRIVATE = [200, 'private, no-store']
/** Both sides see it, and operators. */
const OF_A_CLAIM = { owner: PRIVATE, renter: PRIVATE, operator: PRIVATE, stranger: NOT_THERE, visitor: NOT_THERE }

let t: TestApp
let rental: EndedRental
let owner: TestPerson
let renter: TestPerson
let stranger: TestPerson
beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
  owner = rental.owner
  renter = rental.renter
  stranger = rental.rival
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

let shade = 10
/** @returns the path of a picture that nobody else has */
const upload = async (by: TestPerson) => pathOf(await saveUpload(t.deps, by.id, grayPng(++shade, 20)))
const pathOf = ({ url }: { url: string }) => new URL(url).pathname

/** Status and cache policy of the photo as somebody gets it, the same in each width. */
async function seen(path: string, person?: TestPerson) {
  const answers = await Promise.all(
    ['', '-320', '-640'].map(async (width) => {
      const headers = new Headers(person ? { cookie: person.as } : {})
      const answer = await t.fetch(new Request(TEST_ORIGIN + path.replace('.jpg', `${width}.jpg`), { headers }))
      return [answer.status, answer.headers.get('cache-control')]
    }),
  )
  expect(new Set(answers.map(String)).size).toBe(1)
  return answers[0]
}
const putHandover = (by: TestPerson, photos: string[]) =>
  t.call('POST', `/api/bookings/${rental.bookingId}/handovers/return`, { as: by.as, body: { checks: [], photos } })
const seenByAll = async (path: string) => ({
  owner: await seen(path, owner),
  renter: await seen(path, renter),
  operator: await seen(path, rental.operator),
  stranger: await seen(path, stranger),
  visitor: await seen(path),
})

test('an upload is its uploader’s alone until something names it', async () => {
  const path = await upload(owner)
  expect(await seenByAll(path)).toEqual({
    owner: PRIVATE,
    renter: NOT_THERE,
    operator: NOT_THERE,
    stranger: NOT_THERE,
    visitor: NOT_THERE,
  })
})

test('a photo of a hand-over is seen by both sides, and by operators once there is a claim', async () => {
  const path = await upload(renter)
  expect((await putHandover(renter, [path])).status).toBe(200)
  const sides = { owner: PRIVATE, renter: PRIVATE, stranger: NOT_THERE, visitor: NOT_THERE }
  expect(await seenByAll(path)).toEqual({ ...sides, operator: NOT_THERE })
  expect((await putHandover(renter, [])).status).toBe(200)
  expect(await seen(path, owner)).toEqual(NOT_THERE)
  expect((await putHandover(renter, [path])).status).toBe(200)
  await reportDamage(t, rental)
  expect(await seenByAll(path)).toEqual({ ...sides, operator: PRIVATE })
})

test('a photo of a hand-over that a claim has met stays in sight of the same people', async () => {
  const path = await upload(renter)
  await putHandover(renter, [path])
  await reportDamage(t, rental)
  expect((await putHandover(renter, [])).status).toBe(200)
  expect(await seenByAll(path)).toEqual(OF_A_CLAIM)
})

test('photos of a claim and of its answer are seen by both sides and by operators', async () => {
  const [chip, answer] = [await upload(owner), await upload(renter)]
  const claim = { description: 'Two plates came back chipped.', images: [chip], repairEstimate: 2000 }
  const id = await reportDamage(t, rental, claim)
  const body = { acceptResponsibility: false, response: 'They were chipped before.', images: [answer] }
  expect((await t.call('POST', `/api/damage-reports/${id}/respond`, { as: renter.as, body })).status).toBe(200)
  for (const path of [chip, answer]) expect(await seenByAll(path)).toEqual(OF_A_CLAIM)
})

test('nobody sees a photo with a session that has ended, or after they were suspended', async () => {
  const path = await upload(renter)
  await putHandover(renter, [path])
  await t.call('POST', '/api/operator/suspended', {
    as: rental.operator.as,
    body: { username: owner.username, suspended: true, note: 'They threaten people.' },
  })
  expect(await seen(path, owner)).toEqual(NOT_THERE)
  expect(await seen(path, renter)).toEqual(PRIVATE)
  await t.call('POST', '/api/logout', { as: renter.as })
  expect(await seen(path, renter)).toEqual(NOT_THERE)
})

test('what is on show shows its photos to everybody, and no longer when it is gone', async () => {
  const [main, further, cover, face] = [
    await upload(owner),
    await upload(owner),
    await upload(stranger),
    await upload(stranger),
  ]
  const id = await createListingRow(t, owner, { mainImage: main, images: [further] })
  const post = { title: 'Blue dusk', imageUrl: cover, tags: [], links: [] }
  const shared = await t.call('POST', '/api/inspiration', { as: stranger.as, body: post })
  await t.call('POST', '/api/user/profile', { as: stranger.as, body: { profilePhoto: face } })
  for (const path of [main, further, cover, face]) expect(await seen(path)).toEqual(PUBLIC)
  expect((await t.call('DELETE', `/api/listings/${id}`, { as: owner.as })).status).toBeLessThan(300)
  await t.call('POST', '/api/operator/hidden', {
    as: rental.operator.as,
    body: { kind: 'post', id: shared.body.id, hidden: true, note: 'An advertisement.' },
  })
  await t.call('POST', '/api/user/profile', { as: stranger.as, body: { profilePhoto: '' } })
  for (const path of [main, further, cover, face]) expect(await seen(path)).toEqual(NOT_THERE)
  for (const path of [cover, face]) expect(await seen(path, stranger)).toEqual(PRIVATE)
})

test('what was rented is seen by both sides as it looked then, after its listing is gone', async () => {
  const path = await upload(owner)
  await t.deps.db.write(() => [
    step(build.update(bookings).set({ listingPhoto: path }).where(eq(bookings.id, rental.bookingId))),
  ])
  expect(await seenByAll(path)).toEqual(OF_A_CLAIM)
})

test('whoever knows an address gains nothing by writing it into a row of theirs', async () => {
  const path = await upload(renter)
  await putHandover(renter, [path])
  const steal = { description: 'Stolen', images: [path], repairEstimate: 100 }
  await createListingRow(t, stranger, { mainImage: path, images: [path] })
  await t.call('POST', '/api/user/profile', { as: stranger.as, body: { profilePhoto: path } })
  expect(
    (await t.call('POST', '/api/inspiration', { as: stranger.as, body: { title: 'x', imageUrl: path } })).body,
  ).toMatchObject({ code: 'upload_gone' })
  await reportDamage(t, rental, steal)
  expect([await seen(path, stranger), await seen(path)]).toEqual([NOT_THERE, NOT_THERE])
})

test('the same picture, kept privately by one and shown by another, is public while it is shown', async () => {
  const picture = grayPng(++shade, 20)
  const path = pathOf(await saveUpload(t.deps, renter.id, picture))
  await putHandover(renter, [path])
  expect(pathOf(await saveUpload(t.deps, stranger.id, picture))).toBe(path)
  // Uploading what one already has tells nobody anything: it is shown to its uploaders alone, as before.
  expect([await seen(path, stranger), await seen(path)]).toEqual([PRIVATE, NOT_THERE])
  const id = await createListingRow(t, stranger, { mainImage: path })
  expect(await seen(path)).toEqual(PUBLIC)
  await t.call('DELETE', `/api/listings/${id}`, { as: stranger.as })
  expect([await seen(path), await seen(path, owner), await seen(path, renter)]).toEqual([NOT_THERE, PRIVATE, PRIVATE])
})

test('a reported photo is seen by operators also when its page has gone, and by nobody else', async () => {
  const [reported, other] = [await upload(owner), await upload(owner)]
  const id = await createListingRow(t, owner, { mainImage: reported, images: [other] })
  const report = { kind: 'listing', id, photo: reported, reason: 'stolen' }
  expect((await t.call('POST', '/api/reports', { as: renter.as, body: report })).status).toBe(200)
  const hide = { kind: 'listing', id, hidden: true, note: 'Stolen' }
  await t.call('POST', '/api/operator/hidden', { as: rental.operator.as, body: hide })
  expect(await seen(reported, rental.operator)).toEqual(PRIVATE)
  expect(await seen(other, rental.operator)).toEqual(NOT_THERE)
  for (const person of [renter, stranger]) expect(await seen(reported, person)).toEqual(NOT_THERE)
})
