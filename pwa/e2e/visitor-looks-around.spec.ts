import type { Locator, Page } from '@playwright/test'
import { formatChipDay } from '#schema/date-range'
import type { Listing } from '#schema/listing'
import { axe } from './axe'
import { pickDays } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { expectFits } from './fits'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { hold } from './hold'
import { daysAhead, newOwner, postListing } from './rentals'

const DAYS = daysAhead(13, 15)
/** Nothing of the demo marketplace is called that. */
const NOWHERE = 'zeppelin'
const SKELETON_CARDS = 8

const cards = (page: Page): Locator => page.getByRole('article')
const filterButton = (page: Page): Locator => page.getByRole('button', { name: 'Filter', exact: false })

async function openPanel(page: Page): Promise<Locator> {
  await filterButton(page).click()
  return page.getByRole('dialog', { name: 'Filter Items' })
}

test(
  'a visitor searches from the front page, filters, and takes filters away again',
  { tag: '@phone' },
  async ({ kit }, { project }) => {
    const { page, context } = await kit.visitor()
    const wanted = await postListing(kit, await newOwner(kit), { price: 24 })
    const listings = await kit.api({ context }).getAll<Listing>('/api/listings')
    const everything = page.getByText(`${listings.length} items`, { exact: true })
    await page.goto('/')
    await expect(page.getByText('The place for apartment hosts of NYC')).toBeVisible()
    await page.getByPlaceholder('Search rentals and more...').fill(` ${wanted.title} `)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('heading', { name: 'Available Items' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('search')).toBe(wanted.title)
    const box = page.getByPlaceholder('Search listings...')
    await expect(box).toHaveValue(wanted.title)
    await expect(cards(page)).toHaveCount(1)
    // The first find may be the server's: the worker starts once the device has its own rows.
    const workers = () => page.workers().map((worker) => new URL(worker.url()).pathname)
    await expect.poll(workers).toContainEqual(expect.stringMatching('^/assets/search-worker-'))
    const card = cards(page).first()
    await expect(card).toContainText(`$${wanted.price}/day`)
    await expect(card).toContainText(wanted.neighborhood ?? '')
    await expect(card.getByRole('link', { name: wanted.ownerUsername })).toHaveAttribute(
      'href',
      `/profile/${wanted.userId}`,
    )

    await box.fill(NOWHERE)
    await expect(page.getByText('No items found matching your filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(box).toHaveValue('')
    await expect(everything).toBeVisible()

    const panel = await openPanel(page)
    await panel.getByRole('checkbox', { name: 'Linens' }).check()
    await panel.getByRole('button', { name: 'Pick a date range' }).click()
    await expect(panel.getByRole('grid')).toHaveCount(2)
    await expect(panel.getByRole('grid').first()).toBeInViewport({ ratio: 1 })
    await expect(panel.getByRole('button', { name: 'Clear dates' })).toBeHidden()
    await pickDays(panel, DAYS)
    await panel.getByRole('button', { name: 'Clear dates' }).click()
    await expect(panel.getByRole('button', { name: 'Pick a date range' })).toBeVisible()
    await pickDays(panel, DAYS)
    await panel.getByRole('button', { name: 'Reset All' }).click()
    await expect(panel.getByRole('checkbox', { name: 'Linens' })).not.toBeChecked()
    await panel.getByRole('checkbox', { name: 'Linens' }).check()
    await panel.getByRole('checkbox', { name: 'Serving' }).check()
    await pickDays(panel, DAYS)
    await panel.getByRole('button', { name: 'Apply Filters' }).click()
    const bar = page.getByRole('region', { name: 'Active Filters' })
    await expect(bar.getByText('Categories: 2')).toBeVisible()
    await expect(
      bar.getByText(`Available: ${formatChipDay(DAYS.startDate)} - ${formatChipDay(DAYS.endDate)}`),
    ).toBeVisible()
    await expect(filterButton(page)).toHaveAccessibleName('Filter 2 on')
    // What was chosen is in the address: it survives a reload and the way back.
    await page.reload()
    await expect(bar.getByText('Categories: 2')).toBeVisible()
    await cards(page).first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Book Dates' })).toBeVisible()
    await page.goBack()
    await bar.getByRole('button', { name: /^Remove Available/ }).click()
    await expect(filterButton(page)).toHaveAccessibleName('Filter 1 on')
    await bar.getByRole('button', { name: 'Clear All' }).click()
    await expect(bar).toBeHidden()
    await expect(everything).toBeVisible()

    const columns = await page.locator('.card-grid').evaluate((grid) => getComputedStyle(grid).gridTemplateColumns)
    expect(columns.split(' ')).toHaveLength(project.name === 'phone' ? 1 : 4)
  },
)

test('a visitor looks closer: photos, terms, the owner and what else they rent', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(answeredWith(404))
  const { page, context } = await kit.visitor()
  const listings = await kit.api({ context }).getAll<Listing>('/api/listings')
  const listing = listings.find(({ images }) => images.length === 1)
  if (!listing) throw new Error('No listing has two photos')
  await page.goto(`/listings/${listing.id}`)
  await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible()
  const photos = page.getByRole('region', { name: `Photos of ${listing.title}` })
  await expect(photos.getByRole('group', { name: 'Photo 1 of 2' })).toBeVisible()
  await expect(photos.getByRole('button', { name: 'Previous photo' })).toBeDisabled()
  await photos.getByRole('button', { name: 'Next photo' }).click()
  await expect(photos.getByRole('group', { name: 'Photo 2 of 2' })).toBeVisible()
  await photos.getByRole('group').press('ArrowLeft')
  await expect(photos.getByRole('group', { name: 'Photo 1 of 2' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rental Terms' })).toBeVisible()
  await expect(page.getByText(listing.terms)).toBeVisible()
  await page.getByRole('button', { name: `Save ${listing.title}` }).click()
  await expect(page.getByText('Please sign in to save things')).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: listing.ownerUsername }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: listing.ownerUsername })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Rental Listings' })).toHaveAttribute('aria-selected', 'true')
  const own = listings.filter(({ userId }) => userId === listing.userId)
  await expect(cards(page)).toHaveCount(own.length)
  await expect(page.getByRole('main').getByRole('link', { name: 'Settings' })).toBeHidden()

  const missing: [path: string, words: string][] = [
    ['/listings/999999', 'Listing not found'],
    ['/listings/plates', 'Listing not found'],
    ['/profile/999999', 'User Not Found'],
    ['/users/999999/inspiration', 'User Not Found'],
    ['/no/such/page', '404 Page Not Found'],
  ]
  for (const [path, words] of missing) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Browse Rentals' })).toBeVisible()
  }
})

test('until the marketplace has come, eight cards keep its place', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page } = await kit.visitor()
  await kit.proxy.mode({ kind: 'blackhole' }, { path: /^\/api\/sync/ })
  await page.goto('/listings?sort=low')
  const places = page.getByRole('list', { name: 'Loading items' })
  await expect(places.locator('.card-skeleton')).toHaveCount(SKELETON_CARDS)
  await kit.proxy.reset()
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await expect(places).toBeHidden()
})

test('a visitor finds help at the foot of the front page, and the way in from everywhere', async ({ kit }, {
  project,
}) => {
  const { page } = await kit.visitor()
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByText('What if something breaks?').click()
  await expect(page.getByText('An owner may report damage until 24 hours after the last day.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()

  if (project.name === 'phone') await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const navigation = page.getByRole(project.name === 'phone' ? 'dialog' : 'navigation').first()
  await expect(navigation.getByRole('link', { name: 'Offers' })).toHaveAttribute('href', '/offers')
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/contact')
})

test('a page that no device keeps says that it needs a connection, and opens by itself', { tag: '@phone' }, async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, /Unable to preload CSS|Failed to fetch|Needs a signal/)
  const { page } = await kit.newcomer()
  await page.goto('/listings')
  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible()
  await expect(page.getByText('every page opens without a connection')).toHaveCount(0)
  await regainSignal(kit, page)
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
})

test('opened anew while the server is away, a page that no device keeps says the same', { tag: '@phone' }, async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, /Unable to preload CSS|Failed to fetch|Needs a signal/)
  const { page } = await kit.newcomer()
  await page.goto('/listings')
  await readyForNoSignal(page)
  // The browser still says that it is online.
  await kit.proxy.mode({ kind: 'refuse' })
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible()
  await kit.proxy.mode({ kind: 'pass' })
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
})

test('a stranger finds things while the catalogue is still on its way', { tag: '@phone' }, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { title: `Samovar ${crypto.randomUUID().slice(0, 8)}` })
  const { page } = await kit.visitor()
  const letGo = await hold(page, '**/api/sync/**')
  await page.goto('/listings')
  await expect(page.getByText('The first 24 items')).toBeVisible()
  await expect(cards(page)).toHaveCount(24)
  const first = await cards(page).first().getByRole('heading').textContent()
  await page.getByPlaceholder('Search listings...').fill(listing.title.toUpperCase())
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page).getByRole('heading', { name: listing.title })).toBeVisible()
  await expectFits(page, 'the first finds')
  expect(await axe(page)).toEqual([])
  await page.getByPlaceholder('Search listings...').fill('')
  await expect(cards(page).first().getByRole('heading')).toHaveText(first ?? '')

  letGo()
  await expect(page.getByText(/^[\d,]+ items$/)).toBeVisible()
  await expect(page.getByText(/^Downloading listings near you/)).toBeHidden()
  // Nothing has moved: the newest come first on both sides.
  await expect(cards(page).first().getByRole('heading')).toHaveText(first ?? '')
})
