import type { Locator, Page } from '@playwright/test'
import { privateRows } from './device-storage'
import { expect, type Kit, test } from './fixtures'
import { holdPhoto } from './hold-photo'
import { SHOTS, tiles } from './listing-form'
import { newOwner, postListing } from './rentals'

const PHONE = { tag: '@phone' }

/** Presses a button, and the same one of the question that comes after it. */
async function pressTwice(scope: Page | Locator, name: string): Promise<void> {
  await scope.getByRole('button', { name }).click()
  await scope.getByRole('group').getByRole('button', { name }).click()
}

/** Waits until the page has ended its work on picked files, and has nothing of a form on the disk. */
async function expectNothingLeft(page: Page): Promise<void> {
  const busy = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('picked ')))
  await expect.poll(busy).toEqual([])
  const kept = (await privateRows(page)).filter((row) => /\/(picked|blobs|drafts):/.test(row))
  expect(kept).toEqual([])
}

test('a photo that is ready too late does not bring back an edit that was started over', PHONE, async ({ kit }) => {
  const owner = await newOwner(kit)
  const { page } = owner
  const listing = await postListing(kit, owner)
  await page.goto(`/listings/${listing.id}/edit`)
  const title = page.getByLabel('Title')
  await title.fill('Thrown away')
  const photo = await holdPhoto(page, 1)
  await page.getByLabel('Photos', { exact: true }).setInputFiles([SHOTS.stack, SHOTS.crate])
  await photo.asked()
  await pressTwice(page, 'Start over')
  await expect(title).toHaveValue(listing.title)
  await photo.go()
  await expectNothingLeft(page)
  await page.reload()
  await expect(title).toHaveValue(listing.title)
  await expect(tiles(page)).toHaveCount(1)
})

/** An edit of a listing with one photo, opened within the app, into which two more are picked; the first of them is held. */
async function pickIntoEdit(kit: Kit) {
  const owner = await newOwner(kit)
  const { page } = owner
  const listing = await postListing(kit, owner)
  await page.goto(`/listings/${listing.id}`)
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  const title = page.getByLabel('Title')
  await expect(title).toHaveValue(listing.title)
  const photo = await holdPhoto(page, 1)
  await page.getByLabel('Photos', { exact: true }).setInputFiles([SHOTS.stack, SHOTS.crate])
  await photo.asked()
  return { page, title, photo }
}

test(
  'a form that is left and opened again has the photos that were being made ready, and what is typed meanwhile',
  PHONE,
  async ({ kit }) => {
    const { page, title, photo } = await pickIntoEdit(kit)
    await page.goBack()
    await expect(title).toBeHidden()
    await page.goForward()
    await title.fill('Typed meanwhile')
    await photo.go()
    await expect(tiles(page)).toHaveCount(3)
    await expect(title).toHaveValue('Typed meanwhile')
    await page.reload()
    await expect(tiles(page)).toHaveCount(3)
    await expect(title).toHaveValue('Typed meanwhile')
  },
)

test('photos are made ready also after their form was left', PHONE, async ({ kit }) => {
  const { page, title, photo } = await pickIntoEdit(kit)
  await page.goBack()
  await expect(title).toBeHidden()
  await photo.go()
  await expect.poll(async () => (await privateRows(page)).filter((row) => /\/picked:/.test(row))).toEqual([])
  await page.goForward()
  await expect(tiles(page)).toHaveCount(3)
})

test('a photo that is ready too late does not bring back a draft that was thrown away', PHONE, async ({ kit }) => {
  const { page } = await newOwner(kit)
  await page.goto('/create')
  await page.getByLabel('Title').fill('Thrown away')
  const photo = await holdPhoto(page, 1)
  await page.getByLabel('Photos', { exact: true }).setInputFiles(SHOTS.stack)
  await photo.asked()
  await pressTwice(page, 'Throw away')
  await expect(page.getByText('Draft thrown away')).toBeVisible()
  await photo.go()
  await expectNothingLeft(page)
})

test('a photo that is ready too late comes into no new post or profile after starting over', PHONE, async ({ kit }) => {
  const { page } = await kit.newcomer()
  for (const { path, open, field } of [
    { path: '/inspiration', open: 'Share Inspiration', field: /^Photo$/ },
    { path: '/profile', open: 'Edit Profile', field: /^Profile photo/ },
  ]) {
    await page.goto(path)
    await page.getByRole('button', { name: open }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Description').fill('Thrown away')
    const photo = await holdPhoto(page, 1)
    await form.getByLabel(field).setInputFiles(SHOTS.stack)
    await photo.asked()
    await pressTwice(form, 'Start over')
    await expect(form.getByLabel('Description')).toHaveValue('')
    await photo.go()
    await expectNothingLeft(page)
  }
})
