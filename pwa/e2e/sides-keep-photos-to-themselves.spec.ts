import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Handover } from '#schema/handover'
import type { SignedInUser } from '#schema/user'
import { halfClearPng } from '../../server/test-support/test-pictures'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { foundInBrowser } from './device-storage'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import type { Person } from './person'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'
import { expectVisitor, pressLogout } from './sessions'

/** Nobody else's: the same bytes in a post of somebody else would be everybody's. */
const CRATE = {
  name: 'crate.png',
  mimeType: 'image/png',
  buffer: Buffer.from(halfClearPng(randomInt(300, 900), randomInt(200, 600), [randomInt(256), randomInt(256), 90])),
}

/** Status and cache policy with which the server itself answers this browser. */
const askedBy = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const response = await fetch(address, { cache: 'no-store' })
    return [response.status, response.headers.get('cache-control')]
  }, path)

/** The caches that hold a photo, in whatever width. */
const cachesWith = (page: Page, hash: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const holds = async (name: string) =>
      (await (await caches.open(name)).keys()).some(({ url }) => url.includes(wanted))
    const names = await caches.keys()
    const held = await Promise.all(names.map(holds))
    return names.filter((_, at) => held[at])
  }, hash)

async function expectPhotoOf(page: Page, writer: Person): Promise<void> {
  const photos = page.getByRole('list', { name: `Pickup photos of ${writer.name}` }).getByRole('img')
  await expect(photos).toHaveCount(1)
  await photos.scrollIntoViewIfNeeded()
  await expect.poll(() => photos.evaluate((one) => (one as HTMLImageElement).currentSrc)).toContain('/uploads/')
  await expect.poll(() => photos.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(1)
}

test('a photo of a pickup is for the two sides alone, is there without a signal, and goes with the sign-out', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(404))
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const offer = await makeOffer(kit, renter, listing, daysAhead(2, 4))
  await answer(kit, owner, offer, 'approved')
  const path = `/offers/${offer.id}`

  await owner.page.goto(path)
  const mine = owner.page.getByRole('form', { name: 'Pickup: You' })
  await mine.getByLabel('Photos of the pickup').setInputFiles(CRATE)
  await expect(mine.getByRole('img')).toHaveCount(1)
  await mine.getByRole('button', { name: 'Save pickup' }).click()
  await expect(mine.getByText(/^Saved on/)).toBeVisible()
  const [page] = await kit.api(owner).get<Handover[]>(`/api/bookings/${offer.id}/handovers`)
  const photo = page?.photos[0] ?? ''
  const hash = photo.slice('/uploads/'.length, -'.jpg'.length)
  expect(hash).toMatch(/^[a-f0-9]{64}$/)

  await test.step('the renter sees it, and so does their device without a signal', async () => {
    await renter.page.goto(path)
    await readyForNoSignal(renter.page)
    await renter.page.reload()
    await expectPhotoOf(renter.page, owner)
    const { lifeId, accountId } = await kit.api(renter).get<SignedInUser>('/api/user')
    await expect.poll(() => cachesWith(renter.page, hash)).toEqual([`photos-trestle-${lifeId}-${accountId}`])
    await loseSignal(kit, renter.page)
    await renter.page.reload()
    await expectPhotoOf(renter.page, owner)
    await regainSignal(kit, renter.page)
  })

  await test.step('nobody else gets it', async () => {
    const [visitor, stranger] = [await kit.visitor(), await kit.newPerson('maker')]
    for (const { page: other } of [visitor, stranger]) {
      await other.goto('/listings')
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await askedBy(other, photo)).toEqual([404, 'no-store'])
      expect(await cachesWith(other, hash)).toEqual([])
    }
  })

  await test.step('after the sign-out no store of the device has it', async () => {
    expect(await foundInBrowser(renter.page, [hash])).toEqual([hash])
    await pressLogout(renter.page)
    await expectVisitor(renter.page)
    expect(await cachesWith(renter.page, hash)).toEqual([])
    await expect.poll(() => foundInBrowser(renter.page, [hash])).toEqual([])
    await expect.poll(() => askedBy(renter.page, photo)).toEqual([404, 'no-store'])
  })
})
