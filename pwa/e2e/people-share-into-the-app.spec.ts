import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readyForNoSignal } from './connection'
import { expect, test } from './fixtures'
import { sharedLeft, shareFromGallery } from './photos-on-device'
import { signInAs } from './sessions'
import { expectWorker } from './workers'

const ON_PHONE = { tag: '@phone' }
const PHOTOS = join(import.meta.dirname, '../../server/demo/photos')
const ROSES = join(PHOTOS, 'inspo-blush-dessert-table.jpg')
const form = (page: Page) => page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
const title = (page: Page) => form(page).getByRole('textbox', { name: 'Title' })

test(
  'what was shared while signed out is offered after signing in, whichever way that was',
  ON_PHONE,
  async ({ kit }) => {
    const { page } = await kit.visitor()
    await page.goto('/')
    await expectWorker(page)
    await shareFromGallery(page, [ROSES], { title: 'Roses', text: 'Shared while signed out' })
    await expect(page).toHaveURL(/\/auth/)
    // Off to somewhere else, and in by another page.
    await page.goto('/listings')
    await expect(page.getByText('What you shared is kept here. Sign in to post it')).toBeVisible()
    await shareFromGallery(page, [], { text: 'Ferns for the ceiling', url: 'https://example.com/ferns' })
    await expect(page).toHaveURL(/\/auth/)
    await signInAs(page, 'planner')

    await page.getByRole('link', { name: '2 things you shared wait to be posted' }).click()
    await expect(title(page)).toHaveValue('Roses')
    await expect(form(page).locator('.image-field__photo')).toBeVisible()
    await form(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'What you shared waits to be posted' }).click()
    await expect(form(page).getByLabel('Description')).toHaveValue('Ferns for the ceiling\nhttps://example.com/ferns')
    const begun = form(page).getByRole('region', { name: 'Your other drafts' })
    await begun.getByRole('button', { name: 'Continue Roses' }).click()
    await expect(title(page)).toHaveValue('Roses')
    await expect(form(page).getByLabel('Description')).toHaveValue('Shared while signed out')
    await expect(form(page).locator('.image-field__photo')).toBeVisible()
    expect(await sharedLeft(page)).toBe(0)
  },
)

test('words that are shared over an open draft are a draft of their own', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.newcomer()
  await page.goto('/inspiration?share=1')
  await readyForNoSignal(page)
  await title(page).fill('Half a thought')
  await shareFromGallery(page, [], { title: 'A link for later', text: 'Long tables' })
  await expect(title(page)).toHaveValue('A link for later')
  const begun = form(page).getByRole('region', { name: 'Your other drafts' })
  await expect(begun.getByRole('listitem')).toHaveCount(1)
  await begun.getByRole('button', { name: 'Discard' }).click()
  await begun.getByRole('group', { name: 'Discard this?' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await begun.getByRole('button', { name: 'Continue Half a thought' }).click()
  await expect(title(page)).toHaveValue('Half a thought')
})

test('another site puts nothing on this device', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.newcomer()
  await page.goto('/')
  await expectWorker(page)
  const elsewhere = kit.origin.replace('127.0.0.1', 'localhost')
  await page.route(`${elsewhere}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<link rel="icon" href="data:,"><form method="post" action="${kit.origin}/share" enctype="multipart/form-data">
        <input name="title" value="Buy this"></form>`,
    }),
  )
  await page.goto(`${elsewhere}/trap`)
  await page.locator('form').evaluate((element) => (element as HTMLFormElement).submit())
  await expect(page.getByText('Please choose the photo again')).toBeVisible()
  await expect(title(page)).toHaveValue('')
  expect(await sharedLeft(page)).toBe(0)
})
