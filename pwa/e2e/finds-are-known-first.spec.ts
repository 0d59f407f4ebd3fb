import type { Locator, Page } from '@playwright/test'
import { expect, NETWORK_ERRORS, test as testWhole, testWith } from './fixtures'
import { hold } from './hold'
import { watchCards, watchWords } from './watch'
import { expectWorker } from './workers'

/** Fewer than the demo marketplace has rows, so that a device holds parts of each collection. */
const test = testWith({ DEVICE_ROWS: '50' })

const NONE = /No items [^\n]*/
const isAsked = (page: Page): Locator => page.getByRole('list', { name: 'Searching the marketplace' })

const SEARCHES = '**/api/search**'

test('a page that is opened from another one does not say that there is none before it was looked for', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page } = await kit.visitor()
  const elsewhere = page.getByRole('region', { name: 'The same search elsewhere' })
  const none = page.getByRole('heading', { name: 'No items found matching your filters.' })
  const said = await watchWords(page, NONE)
  await page.goto('/listings')
  await expectWorker(page)
  await expect(page.getByRole('region', { name: 'Farther away' })).toBeVisible()
  await page.getByLabel('Search listings').fill('xylophone')
  await expect(none).toBeVisible()
  const ofListings = await said()

  const letItems = await hold(page, SEARCHES)
  await elsewhere.getByRole('link', { name: 'Search Made-to-Order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Made-to-Order' })).toBeVisible()
  await expect(isAsked(page)).toBeVisible()
  expect(await said()).toEqual(ofListings)
  letItems()
  await expect(none).toBeVisible()
  const ofBoth = await said()

  const letListings = await hold(page, SEARCHES)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Available Items' })).toBeVisible()
  await expect(isAsked(page)).toBeVisible()
  expect(await said()).toEqual(ofBoth)
  letListings()
  await expect(none).toBeVisible()
})

testWhole(
  'a first visit with a search does not say that there is none while the device gets its rows, and keeps its cards',
  {
    tag: '@phone',
  },
  async ({ kit }) => {
    const { page } = await kit.visitor()
    const said = await watchWords(page, NONE)
    const letCome = await hold(page, '**/api/sync/snapshot**')
    await page.goto('/listings?search=table')
    await expect(page.getByText(/^The first \d+ items$/)).toBeVisible()
    const moves = await watchCards(page)
    letCome()
    await expect(page.getByText(/^\d+ items$/)).toBeVisible()
    expect(await said()).toEqual([])
    expect(await moves()).toEqual([])
  },
)
