import type { Locator, Page } from '@playwright/test'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { listingTexts } from '#schema/places'
import { searchRows } from '#schema/text-search'
import { axe } from './axe'
import { loseSignal, regainSignal } from './connection'
import { expect, NETWORK_ERRORS, testWith } from './fixtures'
import { hold } from './hold'
import { showAll } from './screens'
import { watchCards } from './watch'
import { expectWorker } from './workers'

/** Fewer than the demo marketplace has listings and items, so that a device holds parts of them. */
const test = testWith({ DEVICE_ROWS: '50' })

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article')
const addresses = (of: Locator): Promise<string[]> =>
  of.locator(':is(h2, h3) a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))

/** So many finds there are, whether they are rendered yet or not. */
async function countFinds(page: Page): Promise<number> {
  const words = await page.getByText(/^[\d,]+ items?$/).textContent()
  const far = page.getByRole('region', { name: 'Farther away' }).getByRole('article')
  return Number(words?.replace(/\D/g, '')) + (await far.count())
}

const SNAPSHOTS = '**/api/sync/snapshot**'
const SEARCHES = '**/api/search?**'

test('cards keep their places when the areas of a search come to the device and others leave it', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page } = await kit.visitor()
  const beyond = page.getByRole('region', { name: 'Farther away' })
  await page.goto('/listings')
  await expectWorker(page)
  await expect(beyond.getByRole('article').first()).toBeVisible()
  const letCome = await hold(page, SNAPSHOTS)
  await page.goto('/listings?place=Park+Slope&miles=5')
  await expect(beyond.getByRole('article').first()).toBeVisible()
  const moves = await watchCards(page)
  const shown = await cards(page).count()
  letCome()
  // The device brings listings that the server has not shown yet.
  await expect.poll(() => cards(page).count()).toBeGreaterThan(shown)
  expect(await moves()).toEqual([])
  await showAll(beyond)
  expect(await moves()).toEqual([])
  expect(await axe(page)).toEqual([])

  const all = await countFinds(page)
  await beyond.getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(all)

  // The way back from a card leads to the same page, although the card is on this device by now.
  const before = await addresses(cards(page))
  await beyond.getByRole('article').first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Book Dates' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => addresses(cards(page))).toEqual(before)

  // The next visit shows all of them, those of the device first.
  await page.reload()
  await expect(beyond.getByRole('article').first()).toBeVisible()
  await showAll(beyond)
  expect(await countFinds(page)).toBe(all)
  await loseSignal(kit, page)
  await expect(beyond).toHaveCount(0)
  await expect(cards(page).first()).toBeVisible()
  await regainSignal(kit, page)
  await expect(beyond.getByRole('article').first()).toBeVisible()
})

test('finds of other kinds come once the marketplace was searched, where it has none of the own kind', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page, context } = await kit.visitor()
  const api = kit.api({ context })
  // The one cake that a device of this size holds.
  const [, rows = ''] = (await (await context.request.get('/api/sync/snapshot/pub:m:custom_cakes')).text()).split('\n')
  const [[, , item]] = JSON.parse(rows) as [[number, string, Item]]
  const search = `${item.title} ${item.ownerUsername}`
  expect(searchRows(await api.getAll<Listing>('/api/listings'), listingTexts, search)).toEqual([])
  const beyond = page.getByRole('region', { name: 'Farther away' })
  const elsewhere = page.getByRole('region', { name: 'Made-to-Order' })
  const isAsked = page.getByRole('list', { name: 'Searching the marketplace' })
  const none = page.getByRole('heading', { name: 'No items found matching your filters.' })
  await page.goto('/listings')
  await expectWorker(page)
  await expect(beyond.getByRole('article').first()).toBeVisible()
  const box = page.getByLabel('Search listings')
  const found = page.getByRole('link', { name: /in Made-to-Order$/ })
  await box.fill(search)
  await expect(found).toBeVisible()
  await expect(none).toBeVisible()
  await box.fill('')
  await expect(beyond.getByRole('article').first()).toBeVisible()
  const letCome = await hold(page, SEARCHES)
  await box.fill(search)
  await expect(found).toBeVisible()
  await expect(isAsked).toBeVisible()
  await expect(elsewhere).toHaveCount(0)
  letCome()
  await expect(none).toBeVisible()
  await expect(elsewhere.getByRole('article').first()).toBeVisible()

  // The server has a listing for the same words by now.
  const withoutText = (url: string) => url.replace(/text=[^&]*/, 'text=')
  await page.route(SEARCHES, (route) => route.continue({ url: withoutText(route.request().url()) }))
  await box.fill('')
  await expect(beyond.getByRole('article').first()).toBeVisible()
  await box.fill(search)
  await expect(elsewhere).toHaveCount(0)
  await expect(beyond.getByRole('article').first()).toBeVisible()
  await expect(elsewhere).toHaveCount(0)

  // The page of items waits for the marketplace too.
  await loseSignal(kit, page)
  await box.fill('')
  await expect(elsewhere).toHaveCount(0)
  const rental = await cards(page).first().getByRole('heading').innerText()
  await regainSignal(kit, page)
  const letItemsCome = await hold(page, '**/api/search/items?**')
  const rentals = page.getByRole('region', { name: 'Rentals' })
  await page.goto(`/made-to-order?search=${encodeURIComponent(rental)}`)
  await expect(isAsked).toBeVisible()
  await expect(page.getByRole('link', { name: /in Rentals$/ })).toBeVisible()
  await expect(rentals).toHaveCount(0)
  letItemsCome()
  await expect(rentals.getByRole('article').first()).toBeVisible()
  await expect(none).toBeVisible()
})

const PAGES = [
  { path: '/listings', name: 'Farther away' },
  { path: '/made-to-order', name: 'More items' },
]
for (const { path, name } of PAGES)
  test(`the cards with which ${path} comes keep their places when the device gets its own`, { tag: '@phone' }, async ({
    kit,
  }) => {
    kit.allowErrors(NETWORK_ERRORS)
    const { page } = await kit.visitor()
    const letCome = await hold(page, SNAPSHOTS)
    await page.goto(path)
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByText(/^The first \d+ items$/)).toBeVisible()
    const moves = await watchCards(page)
    letCome()
    await expectWorker(page)
    await expect(page.getByRole('region', { name })).toBeVisible()
    expect(await moves()).toEqual([])
  })
