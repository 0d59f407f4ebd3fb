import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type EndedRental, openEndedRental, reportDamage } from '../../test-support/damage-kit'
import { signIn, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../../test-support/test-app'
import { grayPng } from '../../test-support/test-pictures'
import { deleteOrphanUploads, ORPHAN_DAYS, saveUpload } from '../../uploads/upload-service'

const DAY_MS = 86_400_000

let t: TestApp
let rental: EndedRental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const save = async (by: TestPerson, moment: 'pickup' | 'return', body: object) => {
  t.clock.advance(1_000)
  return (await t.call('POST', `/api/bookings/${rental.bookingId}/handovers/${moment}`, { as: by.as, body })).body
}
const pagesOf = async (by: TestPerson) =>
  (await t.call('GET', `/api/bookings/${rental.bookingId}/handovers`, { as: by.as })).body
const file = async () => {
  t.clock.advance(1_000)
  return reportDamage(t, rental)
}
const contentOf = ({ checks, photos, note, composedAt, updatedAt }: Record<string, unknown>) => ({
  checks,
  photos,
  note,
  composedAt,
  updatedAt,
})

test('a page that is saved again after a claim shows both sides and operators how the claim met it, whatever is saved later', async () => {
  const { owner, renter, operator } = rental
  const { url } = await saveUpload(t.deps, renter.id, grayPng(40, 30))
  const photo = new URL(url).pathname
  await save(renter, 'return', { note: 'Typed too soon' })
  const met = await save(renter, 'return', { checks: ['counted'], photos: [photo], note: 'One plate is chipped' })
  expect(met.atClaim).toBeNull()
  await file()
  const changed = await save(renter, 'return', { checks: ['undamaged'], note: 'All was fine' })
  expect(changed.atClaim).toEqual(contentOf(met))
  const last = await save(renter, 'return', { note: 'Nothing to see' })
  expect(last.atClaim).toEqual(contentOf(met))
  for (const side of [owner, renter]) expect(await pagesOf(side)).toEqual([last])
  const [claim] = (await t.call('GET', '/api/operator/claims', { as: operator.as })).body
  expect(claim.handovers).toEqual([last])

  // Its photos are kept, and seen by the same people.
  t.clock.advance((ORPHAN_DAYS + 1) * DAY_MS)
  await deleteOrphanUploads(t.deps)
  // After so many days nobody is signed in any more.
  const seenBy = async ({ username }: TestPerson) =>
    (await t.fetch(new Request(TEST_ORIGIN + photo, { headers: { cookie: await signIn(t, username) } }))).status
  expect(await Promise.all([owner, renter, operator, rental.rival].map(seenBy))).toEqual([200, 200, 200, 404])
})

test('a page that was first written after the claim, or not saved again since, has nothing beside it', async () => {
  const { owner, renter } = rental
  const pickup = await save(owner, 'pickup', { note: 'Forty plates' })
  await file()
  await save(renter, 'return', { note: 'First' })
  const second = await save(renter, 'return', { note: 'Second' })
  expect(second.atClaim).toBeNull()
  expect(await pagesOf(renter)).toEqual([pickup, second])
})

test('a photo that a later page takes out can be put back for thirty days', async () => {
  const upload = async (width: number) =>
    new URL((await saveUpload(t.deps, rental.renter.id, grayPng(width, 30))).url).pathname
  const [before, after] = [await upload(40), await upload(50)]
  const saveAfter = async (days: number, photo: string) => {
    t.clock.advance(days * DAY_MS)
    await deleteOrphanUploads(t.deps)
    // After so many days nobody is signed in any more.
    const renter = { ...rental.renter, as: await signIn(t, rental.renter.username) }
    return save(renter, 'return', { photos: [photo] })
  }
  expect((await saveAfter(0, before)).photos).toEqual([before])
  expect((await saveAfter(20, after)).photos).toEqual([after])
  expect((await saveAfter(29, before)).photos).toEqual([before])
  expect((await saveAfter(32, after)).code).toBe('upload_gone')
})
