import type { Locator, Page } from '@playwright/test'
import { errorCatalogue } from '#schema/errors'
import type { Post } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import { type Item, itemTexts } from '#schema/made-to-order'
import { searchRows } from '#schema/text-search'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal } from './connection'
import { countHeldIn, tablesOf } from './device-storage'
import { expectFits } from './fits'
import { answeredWith, expect, NETWORK_ERRORS, testWith } from './fixtures'
import { showAll } from './screens'
import { expectWorker } from './workers'

/** Fewer than the demo marketplace has listings, and few items and posts. */
const DEVICE_ROWS = 50

const test = testWith({ DEVICE_ROWS: String(DEVICE_ROWS) })

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article')
const beyond = (page: Page): Locator => page.getByRole('region', { name: 'Farther away' })

async function countItems(page: Page): Promise<number> {
  const words = await page.getByText(/^[\d,]+ items?$/).textContent()
  return Number(words?.replace(/\D/g, ''))
}

async function choosePlace(page: Page, place: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filter Items' })
  await panel.getByLabel('Place').selectOption(place)
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(panel).toBeHidden()
}

test('a device holds the areas around its person, finds what is farther away, and says offline what it knows', {
  tag: '@phone',
}, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  const all = await kit.api({ context }).getAll<Listing>('/api/listings')
  expect(all.length).toBeGreaterThan(DEVICE_ROWS)
  await browseWithAllHeld(page)
  await expectFits(page, 'items of a large market')
  expect(await axe(page)).toEqual([])
  await showAll(beyond(page))
  // The two lists together are the market, and nothing is in both.
  await expect
    .poll(async () => (await countItems(page)) + (await beyond(page).getByRole('article').count()))
    .toBe(all.length)
  const [held, pinned] = [await countItems(page), await pinnedOn(page)]
  expect(held - pinned).toBeGreaterThan(0)
  expect(held - pinned).toBeLessThanOrEqual(DEVICE_ROWS)

  // A listing from far away that was looked at stays here.
  const far = beyond(page).getByRole('article').first().getByRole('link').first()
  await far.click()
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await expect(page.getByRole('region', { name: 'Book Dates' })).toBeVisible()
  const address = page.url()
  await expect.poll(() => pinnedOn(page)).toBe(pinned + 1)

  kit.allowErrors(NETWORK_ERRORS)
  await page.goto('/listings')
  await loseSignal(kit, page)
  await page.reload()
  await expect(page.getByText('These are the items in the areas on this device')).toBeVisible()
  await expect(beyond(page)).toHaveCount(0)
  expect(await countItems(page)).toBe(held + 1)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goto('/settings?tab=storage')
  await expect(
    page.getByText(
      new RegExp(`[\\d,]+ of ${all.length} listings, the newest items, the last months’ posts, and people`),
    ),
  ).toBeVisible()
  await expectFits(page, 'storage of a large market')
  await regainSignal(kit, page)
})

/** How many listings outside of the areas this device keeps. */
/** Opens the rentals once the device holds all that belongs on it: “Farther away” shows what it does not hold. */
async function browseWithAllHeld(page: Page): Promise<void> {
  await page.goto('/listings')
  await readyForNoSignal(page)
  // Listings that the planner rents or has on a board come after the areas.
  await expect.poll(() => pinnedOn(page)).toBeGreaterThan(0)
  // The first visit began with the newest of the whole market, and no card has moved since.
  await page.reload()
  await expect(beyond(page).getByRole('article').first()).toBeVisible()
}

async function pinnedOn(page: Page): Promise<number> {
  const rows = (await tablesOf(page, 'chunks')).flatMap((table) => table.rows)
  const chunks = rows.map((row) => JSON.parse(row) as { coll: string; n: number; text: string })
  const pinned = chunks.filter(({ coll, n }) => coll === 'listing:pinned' && n === 0)
  return pinned.flatMap(({ text }) => JSON.parse(text)).length
}

test('items that do not fit on a device are found on the server, below those that do', { tag: '@phone' }, async ({
  kit,
}) => {
  const { page, context } = await kit.newPerson('planner')
  const further = page.getByRole('region', { name: 'More items' })
  const all = await kit.api({ context }).getAll<Item>('/api/made-to-order')
  expect(all.length).toBeGreaterThan(DEVICE_ROWS)
  await page.goto('/made-to-order')
  await expectWorker(page)
  await expect(further.getByRole('article').first()).toBeVisible()
  await showAll(further)
  // The two lists together are the market.
  await expect
    .poll(async () => (await countItems(page)) + (await further.getByRole('article').count()))
    .toBe(all.length)
  expect(await countItems(page)).toBeLessThan(all.length)
  await expectFits(page, 'items that do not fit on a device')
  expect(await axe(page)).toEqual([])
  const titles = await further.getByRole('article').getByRole('heading').allTextContents()
  const held = all.filter((item) => !titles.includes(item.title))
  const title = titles.find((text) => searchRows(held, itemTexts, text).length === 0) ?? ''
  const { id, userId } = all.find((item) => item.title === title) ?? { id: 0, userId: 0 }
  const search = page.getByLabel('Search items')
  await search.fill(title)
  await expect(further.getByRole('article').getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('No items found matching your filters.')).toBeHidden()
  await expect(further.getByRole('button', { name: 'Show more' })).toBeHidden()

  // The pages of their makers and of a board show them, too.
  await page.goto(`/profile/${userId}?tab=items`)
  await expect(page.getByRole('main').getByRole('heading', { name: title })).toBeVisible()
  const board = crypto.randomUUID()
  await kit.api({ context }).post(`/api/user/boards/${board}`, { name: 'Our wedding', eventDate: null })
  await kit.api({ context }).post(`/api/user/boards/${board}/things/item/${id}`, { pieces: 1 })
  await page.goto(`/inspiration?tab=saved&board=${board}`)
  await expect(page.getByRole('region', { name: 'Things for it' }).getByRole('link', { name: title })).toBeVisible()
  await page.goto('/made-to-order')

  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await expect(page.getByText('These are the newest items, which are on this device.')).toBeInViewport()
  await expect(further).toBeHidden()
  await regainSignal(kit, page)
})

test('things in a photo are there to be rented, whatever area they are in', { tag: '@phone' }, async ({ kit }) => {
  const { page, context } = await kit.newcomer()
  const posts = await kit.api({ context }).getAll<Post>('/api/inspiration')
  const linked = posts.filter(({ links }) => links.some(({ kind }) => kind === 'listing')).slice(0, 3)
  expect(linked.length).toBe(3)
  for (const { id, links } of linked) {
    await page.goto(`/inspiration/${id}`)
    await expect(rentable(page).getByRole('article')).toHaveCount(links.length)
  }
  await page.goto(`/inspiration/${linked[0]?.id}`)
  await readyForNoSignal(page)
  await expect(rentable(page).getByRole('article')).toHaveCount(linked[0]?.links.length ?? 0)
  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await page.reload()
  await expect(rentable(page)).toContainText('Not all things in the photo are on this device')
  await expectFits(page, 'a photo whose things are not on the device')
  await regainSignal(kit, page)
  await expect(rentable(page).getByRole('article')).toHaveCount(linked[0]?.links.length ?? 0, { timeout: 30_000 })
})

const rentable = (page: Page): Locator => page.getByRole('region', { name: 'Rent what you see' })

test('a thing says in which photos it can be seen, however old they are', { tag: '@phone' }, async ({ kit }) => {
  const { page, context } = await kit.visitor()
  const posts = await kit.api({ context }).getAll<Post>('/api/inspiration')
  await page.goto('/inspiration')
  await expectWorker(page)
  for (const kind of ['listing', 'item'] as const) {
    const post = posts.findLast(({ links }) => links.some((link) => link.kind === kind))
    const { id } = post?.links.find((link) => link.kind === kind) ?? { id: 0 }
    await page.goto(`/${kind === 'listing' ? 'listings' : 'made-to-order'}/${id}`)
    const seenIn = page.getByRole('region', { name: 'Seen in' })
    await seenIn.getByRole('heading', { name: 'Seen in' }).scrollIntoViewIfNeeded()
    await expect(seenIn.getByRole('heading', { name: post?.title ?? '', exact: true })).toBeVisible()
    await expectFits(page, `a ${kind} that is seen in an old photo`)
  }
})

test('the page of a listing says what it does not know of its owner’s other listings and of photos', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, answeredWith(503))
  const { page, context } = await kit.newcomer()
  await page.goto('/listings')
  await readyForNoSignal(page)
  await page.reload()
  await expect(beyond(page).getByRole('article').first()).toBeVisible()
  const links = beyond(page).getByRole('article').getByRole('heading').getByRole('link')
  const far = await links.evaluateAll((all) => all.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))))
  const all = await kit.api({ context }).getAll<Listing>('/api/listings')
  const isNeighbour = (one: Listing) => (other: Listing) => other.id !== one.id && other.userId === one.userId
  const listing = all.find((one) => far.includes(one.id) && all.some(isNeighbour(one)))
  if (!listing) throw new Error('Everybody has one listing')
  const others = page.getByRole('region', { name: `More from ${listing.ownerUsername}` })
  const unknown = others.getByText('Not all rental listings are on this device. Connect to see all of them.')
  const loading = others.getByRole('list', { name: 'Loading rental listings' })

  let answer: 'now' | 'later' | 'busy' = 'later'
  let goOn = () => {}
  await context.route(/\/api\/users\/\d+\/listings/, async (route) => {
    if (answer === 'busy') return route.fulfill({ response: await route.fetch(), status: 503, json: { code: 'busy' } })
    if (answer === 'later') await new Promise<void>((resolve) => (goOn = resolve))
    return route.continue()
  })
  await page.goto(`/listings/${listing.id}`)
  await expect(loading).toBeVisible()
  await expect(unknown).toBeHidden()
  goOn()
  await expect(others.getByRole('article').first()).toBeVisible()
  await expect(loading.or(unknown)).toHaveCount(0)

  answer = 'busy'
  await page.reload()
  await expect(unknown).toBeVisible()
  await expectFits(page, 'a listing whose owner’s other listings are not known')
  expect(await axe(page)).toEqual([])
  answer = 'now'
  await expect(unknown).toBeHidden()
  await expect(others.getByRole('article').first()).toBeVisible()

  await loseSignal(kit, page)
  await page.reload()
  await expect(unknown).toBeVisible()
  const seenIn = page.getByRole('region', { name: 'Seen in' })
  await expect(seenIn.getByText('Not all posts are on this device. Connect to see all of them.')).toBeVisible()
  await regainSignal(kit, page)
})

test('a photo is linked to things that are not on the device, and a search says of other kinds what it knows', {
  tag: '@phone',
}, async ({ kit }) => {
  const { page } = await kit.newPerson('planner')
  await browseWithAllHeld(page)
  const title = (await beyond(page).getByRole('article').first().getByRole('heading').textContent()) ?? ''
  const elsewhere = page.getByRole('region', { name: 'The same search elsewhere' })
  await page.getByLabel('Search listings').fill('xylophone')
  await expect(elsewhere.getByRole('link')).toHaveText(['Search Made-to-Order', 'Search Inspiration'])
  await page.getByLabel('Search listings').fill('a')
  await expect(elsewhere.getByRole('link', { name: /^\d+\+ in Made-to-Order$/ })).toBeVisible()

  await page.goto('/inspiration')
  await page.getByRole('button', { name: 'Share Inspiration' }).click()
  const form = page.getByRole('dialog', { name: /^Share / })
  const search = form.getByRole('searchbox', { name: 'Search rentals and made-to-order items' })
  await search.fill(title)
  const far = form.getByRole('list', { name: 'Found farther away' })
  await far.getByRole('button', { name: `Link ${title}` }).click()
  await expect(form.getByRole('button', { name: `Remove ${title}` })).toBeVisible()
  await expect(far.getByRole('button', { name: `Link ${title}` })).toHaveCount(0)
  await search.fill('xylophone')
  const none = form.getByText(/^Nothing found for /)
  await expect(none).toHaveText('Nothing found for “xylophone”')
  expect(await axe(page)).toEqual([])

  kit.allowErrors(NETWORK_ERRORS, answeredWith(503))
  let isBusy = true
  const question = /\/api\/search\b.*text=xylophones/
  const { status, message } = errorCatalogue.busy
  await page.route(question, async (route) =>
    isBusy
      ? route.fulfill({ response: await route.fetch(), status, json: { code: 'busy', message } })
      : route.continue(),
  )
  await search.fill('xylophones')
  await expect(form.getByText('The rest of the marketplace could not be searched.')).toBeVisible()
  await expect(none).toHaveCount(0)
  isBusy = false
  await form.getByRole('button', { name: 'Try again' }).click()
  await expect(none).toHaveText('Nothing found for “xylophones”')
  await search.fill('xylophone')
  await loseSignal(kit, page)
  await expect(form.getByText('Nothing found on this device for “xylophone”')).toBeVisible()
  await regainSignal(kit, page)
})

test('a search finds posts that are older than those on the device', { tag: '@phone' }, async ({ kit }) => {
  const { page, context } = await kit.visitor()
  const posts = await kit.api({ context }).getAll<Post>('/api/inspiration')
  const oldest = posts.at(-1)
  await page.goto('/inspiration')
  await expectWorker(page)
  await expect
    .poll(async () => (await tablesOf(page, 'scopes')).flatMap(({ rows }) => rows).join())
    .toMatch(/"pub:p:[^}]*"most":2/)
  const asked = page.waitForRequest(/\/api\/inspiration\?.*cursor=/)
  await page.getByRole('searchbox').fill(oldest?.title ?? '')
  expect(Number(new URL((await asked).url()).searchParams.get('cursor'))).toBeGreaterThan(oldest?.id ?? 0)
  await expect(page.getByRole('main').getByRole('heading', { name: oldest?.title ?? '' })).toBeVisible()
})

test('a place that somebody searches is on the device from then on, without signal too', { tag: '@phone' }, async ({
  kit,
}) => {
  const { page, context } = await kit.visitor()
  const all = await kit.api({ context }).getAll<Listing>('/api/listings')
  const there = all.filter(({ neighborhood }) => neighborhood === 'Harlem')
  expect(there.length).toBeGreaterThan(0)
  await page.goto('/listings')
  await expectWorker(page)
  await expect(beyond(page)).toBeVisible()
  await choosePlace(page, 'Harlem')
  // At first they are the server's; when the area has come they are the device's own, and stay where they are.
  await expect(cards(page)).toHaveCount(there.length)
  await expect.poll(() => countHeldIn(page, 'Harlem'), { timeout: 30_000 }).toBe(there.length)
  await expect(cards(page)).toHaveCount(there.length)

  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await page.reload()
  await expect(cards(page)).toHaveCount(there.length)
  await expect(page.getByText('These are the items in the areas on this device, Harlem and around.')).toBeVisible()
  await regainSignal(kit, page)
})

test('a listing of another area that was opened without signal comes with the signal', { tag: '@phone' }, async ({
  kit,
}) => {
  const { page } = await kit.newPerson('planner')
  await browseWithAllHeld(page)
  const link = beyond(page).getByRole('article').first().getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This listing is not on this device yet' })).toBeVisible()
  await regainSignal(kit, page)
  await expect(page.getByRole('region', { name: 'Book Dates' })).toBeVisible({ timeout: 30_000 })
})
