import { categoryName } from '#schema/category-names'
import { formatChipDay } from '#schema/date-range'
import type { Item } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import { pickDays } from './calendar'
import { expect, test } from './fixtures'
import { daysAhead, newOwner, postListing } from './rentals'

const DAYS = daysAhead(13, 15)

test('a planner finds by place, through a typo, and among the other kinds', { tag: '@phone' }, async ({ kit }) => {
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
  await panel.getByRole('button', { name: 'More pieces' }).click()
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(`${formatCents(6000)} for 3 days, 2 pieces`)
  await card.getByRole('link').first().click()
  const form = page.getByRole('region', { name: 'Book Dates' })
  await expect(form.getByText(`3 days x 2 x ${formatCents(1000)} = ${formatCents(6000)}`)).toBeVisible()

  await form.getByRole('button', { name: 'More quantity' }).click()
  await page.reload()
  await expect(form.getByText(`3 days x 3 x ${formatCents(1000)} = ${formatCents(9000)}`)).toBeVisible()
  await page.goBack()
  const bar = page.getByRole('region', { name: 'Active Filters' })
  const words = `Available: ${formatChipDay(DAYS.startDate)} - ${formatChipDay(DAYS.endDate)}`
  await expect(bar.getByText(words)).toBeVisible()
  await expect(bar.getByText('2 pieces')).toBeVisible()
  await expect(card).toContainText(`${formatCents(6000)} for 3 days, 2 pieces`)
})
