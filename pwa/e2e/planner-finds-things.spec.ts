import { categoryName } from '#schema/category-names'
import { formatChipDay } from '#schema/date-range'
import type { Item } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import { axe } from './axe'
import { pickDays } from './calendar'
import { loseSignal, regainSignal } from './connection'
import { NETWORK_ERRORS } from './console-guard'
import { expectFits } from './fits'
import { expect, test } from './fixtures'
import { daysAhead, newOwner, postListing } from './rentals'
import { expectWorker } from './workers'

const DAYS = daysAhead(13, 15)

test('a planner finds by place, through a typo, and among the other kinds', async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { title: 'Wrought candelabra' })
  const { page } = await kit.visitor()
  const [item] = await kit.api(owner).get<Item[]>('/api/made-to-order')
  if (!item) throw new Error('The demo marketplace has no items')
  const title = page.getByRole('article').getByRole('heading', { name: listing.title })
  await page.goto('/')
  await page.getByPlaceholder('Search rentals and more...').fill('brooklyn candlabra')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(title).toBeVisible()
  const box = page.getByPlaceholder('Search listings...')
  for (const search of ['11215 candelabras', 'lighting wrought park slope']) {
    await box.fill(search)
    await expect(title).toBeVisible()
  }
  await box.fill('candelabra queens')
  await expect(title).toBeHidden()

  await box.fill(`${item.title} ${categoryName(item.category)}`)
  await page.getByRole('link', { name: /\d+ in Made-to-Order/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Made-to-Order' })).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { name: item.title })).toBeVisible()
})

test('chosen days and pieces go along into the form, and are there on Back', { tag: '@phone' }, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { title: 'Wrought candelabra for two', price: 10, quantity: 4 })
  const { page } = await kit.visitor()
  await page.goto(`/listings?search=${encodeURIComponent(listing.title)}`)
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filter Items' })
  await panel.getByRole('button', { name: 'Pick a date range' }).click()
  await pickDays(panel, DAYS)
  await panel.getByRole('button', { name: 'Increase pieces' }).click()
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(`${formatCents(6000)} for 3 days, 2 pieces`)
  await card.getByRole('link').first().click()
  const form = page.getByRole('region', { name: 'Book Dates' })
  await expect(form.getByText(`3 days x 2 x ${formatCents(1000)} = ${formatCents(6000)}`)).toBeVisible()

  await form.getByRole('button', { name: 'Increase quantity' }).click()
  await page.reload()
  await expect(form.getByText(`3 days x 3 x ${formatCents(1000)} = ${formatCents(9000)}`)).toBeVisible()
  await page.goBack()
  const bar = page.getByRole('region', { name: 'Active Filters' })
  const words = `Available: ${formatChipDay(DAYS.startDate)} - ${formatChipDay(DAYS.endDate)}`
  await expect(bar.getByText(words)).toBeVisible()
  await expect(bar.getByText('2 pieces')).toBeVisible()
  await expect(card).toContainText(`${formatCents(6000)} for 3 days, 2 pieces`)
})

test('a planner at a venue without signal looks near them', { tag: '@phone' }, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { title: `Candelabra ${crypto.randomUUID().slice(0, 8)}` })
  const { page } = await kit.visitor()
  const context = page.context()
  await page.goto(`/listings?search=${encodeURIComponent(listing.title)}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectWorker(page)
  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filter Items' })
  const nearMe = panel.getByRole('button', { name: 'Near me' })

  await context.grantPermissions([])
  await nearMe.click()
  await expect(panel.getByText('Your browser does not tell where you are. Please choose a place.')).toBeVisible()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 39.9526, longitude: -75.1652 })
  await nearMe.click()
  await expect(panel.getByText('No neighborhood of the marketplace is near you.')).toBeVisible()
  // A place that was not found keeps nobody from the other filters.
  await panel.getByRole('checkbox', { name: 'Lighting' }).check()
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: /^Filter/ }).click()
  await nearMe.click()
  await expect(panel.getByText('No neighborhood of the marketplace is near you.')).toBeVisible()
  await panel.getByRole('button', { name: 'Reset All' }).click()
  await expect(panel.getByText('No neighborhood of the marketplace is near you.')).toBeHidden()

  await context.setGeolocation({ latitude: 40.6721, longitude: -73.9771 })
  await nearMe.click()
  await expect(panel.getByLabel('Place')).toHaveValue('Park Slope')
  await expect(panel.getByLabel('Distance')).toHaveValue('2')
  await expectFits(page, 'the filters')
  expect(await axe(page)).toEqual([])
  await panel.getByLabel('Distance').selectOption('Within 5 miles')
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  const bar = page.getByRole('region', { name: 'Active Filters' })
  await expect(bar.getByText('Within 5 miles of Park Slope')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  // The position stays with the browser: the address names the neighborhood.
  expect(page.url()).not.toMatch(/40\.|73\./)
  await bar.getByRole('button', { name: /Within 5 miles/ }).click()
  await expect(bar).toBeHidden()
  await regainSignal(kit, page)
})

test('a place, an order of the cards, and what only another kind has', { tag: '@phone' }, async ({ kit }) => {
  const owner = await newOwner(kit)
  const word = `candelabra ${crypto.randomUUID().slice(0, 8)}`
  await postListing(kit, owner, { title: `Costly ${word}`, price: 40 })
  const cheap = await postListing(kit, owner, { title: `Cheap ${word}`, price: 10 })
  const { neighborhood } = cheap
  const away = { ...daysAhead(0, 3), listingId: cheap.id }
  await kit.api(owner).post(`/api/users/${cheap.userId}/blocked-dates`, away)
  if (!neighborhood) throw new Error('The owner lives nowhere')
  const { page } = await kit.visitor()
  const titles = page.getByRole('article').getByRole('heading', { level: 2 })
  await page.goto(`/listings?search=${encodeURIComponent(word)}`)
  await expect(titles).toHaveCount(2)
  for (const [order, first] of [
    ['Lowest price first', 'Cheap'],
    ['Highest price first', 'Costly'],
  ] as const) {
    await page.getByLabel('Sort by').selectOption(order)
    await expect(titles.first()).toContainText(first)
  }
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filter Items' })
  await panel.getByLabel('Place').selectOption(neighborhood)
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByRole('region', { name: 'Active Filters' }).getByText(`In ${neighborhood}`)).toBeVisible()
  await expect(titles).toHaveCount(2)
  await expect(titles.first()).toContainText('Costly')
  await titles.first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Book Dates' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(`In ${neighborhood}`)).toBeVisible()
  await page.getByRole('button', { name: `Remove In ${neighborhood}` }).click()

  // The cheap one is blocked from today on, so the other one is free sooner.
  await page.getByLabel('Sort by').selectOption('Soonest free')
  await expect(titles.first()).toContainText('Costly')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await panel.getByLabel('Lowest price').fill('10')
  await panel.getByLabel('Highest price').fill('39.99')
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(titles).toHaveCount(1)
  await expect(titles).toContainText('Cheap')
  await expect(page.getByRole('region', { name: 'Active Filters' }).getByText('$10 to $39.99 a day')).toBeVisible()

  const items = await kit.api(owner).get<Item[]>('/api/made-to-order')
  const item = items.find(({ leadTimeInDays, pausedUntil }) => leadTimeInDays <= 10 && !pausedUntil)
  if (!item) throw new Error('The demo marketplace makes nothing within ten days')
  const nowhere = `${item.title} ${item.ownerUsername} ${categoryName(item.category)}`
  await page.goto(`/listings?search=${encodeURIComponent(nowhere)}&from=${DAYS.startDate}&to=${DAYS.endDate}&pieces=2`)
  await expect(page.getByText('No items found matching your filters.')).toBeVisible()
  await expectFits(page, 'finds of other kinds')
  expect(await axe(page)).toEqual([])
  const elsewhere = page.getByRole('region', { name: 'Made-to-Order' }).getByRole('article')
  await expect(elsewhere.filter({ hasText: item.title })).toContainText(`${formatCents(2 * item.price)} for 2 pieces`)
})

test('the days that were looked for are those of the front page', { tag: '@phone' }, async ({ kit }, { project }) => {
  const { page } = await kit.visitor()
  await page.goto(`/listings?from=${DAYS.startDate}&to=${DAYS.endDate}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('link', { name: 'Trestle', exact: true }).first().click()
  const words = `Free ${formatChipDay(DAYS.startDate)} - ${formatChipDay(DAYS.endDate)}`
  const shelf = page.getByRole('region', { name: words })
  await expect(shelf.getByRole('article')).toHaveCount(4)
  await expect(shelf.getByRole('article').first()).toContainText('for 3 days')
  await expect(page.getByRole('region', { name: /^Ready by/ })).toBeVisible()
  await expectFits(page, `the front page for days, on a ${project.name}`)
  expect(await axe(page)).toEqual([])
  await shelf.getByRole('link', { name: 'All rentals' }).click()
  await expect(page.getByRole('region', { name: 'Active Filters' })).toContainText('Available:')
})
