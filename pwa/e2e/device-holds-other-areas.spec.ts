import type { Locator, Page, Route } from '@playwright/test'
import { type ErrorCode, errorCatalogue } from '#schema/errors'
import type { Listing } from '#schema/listing'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { countHeldIn, tablesOf } from './device-storage'
import { answeredWith, expect, NETWORK_ERRORS, testWith } from './fixtures'
import { watchCards, watchWords } from './watch'
import { expectWorker } from './workers'

/** Fewer than the demo marketplace has listings, so that a device holds a few areas. */
const test = testWith({ DEVICE_ROWS: '50' })

const SNAPSHOTS = { path: /^\/api\/sync\/snapshot/ }
const PLACE = 'Harlem'
const SLOW_MS = 12_000
const HOME = { street: '1 Main Street', city: 'New York', state: 'NY' }

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article')
const beyond = (page: Page): Locator => page.getByRole('region', { name: 'Farther away' })

/** Answers in the server's place, with its headers. */
async function refuse(route: Route, code: ErrorCode): Promise<void> {
  const { status, message } = errorCatalogue[code]
  await route.fulfill({ response: await route.fetch(), status, json: { code, message } })
}

async function choosePlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filter Items' })
  await panel.getByLabel('Place').selectOption(PLACE)
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(panel).toBeHidden()
}

const countIn = (all: readonly Listing[]) => all.filter(({ neighborhood }) => neighborhood === PLACE).length

test('while the listings of a place are on their way to the device, those of the server are shown; then they stay where they are', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page, context } = await kit.visitor()
  const there = countIn(await kit.api({ context }).getAll<Listing>('/api/listings'))
  await page.goto('/listings')
  await expectWorker(page)
  await expect(beyond(page).getByRole('article').first()).toBeVisible()
  await kit.proxy.mode({ kind: 'delay', ms: SLOW_MS }, SNAPSHOTS)
  await kit.proxy.forget()
  await choosePlace(page)
  await expect.poll(() => kit.proxy.traffic().some(({ path }) => SNAPSHOTS.path.test(path))).toBe(true)
  await expect(cards(page)).toHaveCount(there)
  await expect(beyond(page).getByRole('article')).toHaveCount(there)
  const moves = await watchCards(page)
  await kit.proxy.mode({ kind: 'pass' }, SNAPSHOTS)
  await expect.poll(() => countHeldIn(page, PLACE), { timeout: 60_000 }).toBe(there)
  await expect(beyond(page).getByRole('article')).toHaveCount(there)
  expect(await moves()).toEqual([])

  // On the next visit they are the device's own.
  await page.reload()
  await expect(page.getByText(`${there} items`, { exact: true })).toBeVisible()
  await expect(cards(page)).toHaveCount(there)
  await expect(beyond(page)).toHaveCount(0)
})

test('a place that was chosen without signal comes with the signal', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page, context } = await kit.newcomer()
  const there = countIn(await kit.api({ context }).getAll<Listing>('/api/listings'))
  await page.goto('/listings')
  await readyForNoSignal(page)
  await expect(beyond(page).getByRole('article').first()).toBeVisible()
  await loseSignal(kit, page)
  await choosePlace(page)
  await expect(page.getByText('These are the items in the areas on this device')).toBeVisible()
  await regainSignal(kit, page)
  await expect.poll(() => countHeldIn(page, PLACE), { timeout: 60_000 }).toBe(there)
  await expect(cards(page)).toHaveCount(there)
})

test('the device of a person who moves house holds the areas around the new address, also when the move was noted without signal', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const mover = await kit.newcomer()
  const { page } = mover
  await kit.api(mover).post('/api/user/address', { ...HOME, zipCode: '10307' })
  const all = await kit.api(mover).getAll<Listing>('/api/listings')
  const inAll = (place: string) => all.filter(({ neighborhood }) => neighborhood === place).length
  const kept = page.getByText('and around', { exact: false })
  await page.goto('/settings?tab=storage')
  await expect(kept).toContainText('Tottenville and around')
  expect(await countHeldIn(page, PLACE)).toBe(0)

  await page.getByRole('tab', { name: 'Address' }).click()
  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('10026')
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await regainSignal(kit, page)
  await expect.poll(() => countHeldIn(page, PLACE), { timeout: 60_000 }).toBe(inAll(PLACE))
  await page.getByRole('tab', { name: 'Storage' }).click()
  await expect(kept).toContainText('Harlem and around')
})

test('counts and orders of a part say that they are', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(answeredWith(400))
  const { page, context } = await kit.visitor()
  await page.goto('/listings')
  await expectWorker(page)
  await expect(beyond(page).getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: /^Filter/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filter Items' })
  await expect(panel.getByRole('status')).toHaveText(/^\d+\+ items$/)
  await panel.getByLabel('Place').selectOption(PLACE)
  await expect(panel.getByRole('status')).toHaveText('')
  await page.keyboard.press('Escape')

  await page.getByLabel('Sort by').selectOption('Best rated')
  await expect(page.getByRole('region', { name: 'Farther away, newest first' })).toBeVisible()

  let isRefused = true
  await context.route(/\/api\/search\b.*text=t/, async (route) => {
    return isRefused ? refuse(route, 'bad_request') : route.continue()
  })
  await page.getByLabel('Search listings').fill('table')
  await expect(page.getByText('The rest of the marketplace could not be searched.')).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  expect(await axe(page)).toEqual([])
  isRefused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Farther away, best match first' })).toBeVisible()
})

test('a listing that was looked at stays on the device when its area leaves', { tag: '@phone' }, async ({ kit }) => {
  const { page } = await kit.newcomer()
  await page.goto('/listings')
  await readyForNoSignal(page)
  await expect(beyond(page).getByRole('article').first()).toBeVisible()
  // On the next visit the first cards are those that this device holds.
  await page.reload()
  await expect(beyond(page).getByRole('article').first()).toBeVisible()
  const link = cards(page).first().getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  await link.click()
  await expect(page.getByRole('region', { name: 'Book Dates' })).toBeVisible()
  // A page that is left at once would take the note along.
  await expect.poll(() => rowsOf(page, 'pins')).toMatch(/"kind":"listing"/)
  for (const place of ['Tottenville', 'Riverdale', 'Glen Oaks']) {
    await page.goto(`/listings?place=${encodeURIComponent(place)}`)
    await expect.poll(() => rowsOf(page, 'meta')).toMatch(new RegExp(`"places":"[^"]*${place}`))
  }
  await expect.poll(() => pinnedOn(page)).toContain(Number(address.split('/').at(-1)))
  await readyForNoSignal(page)
  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Book Dates' })).toBeVisible()
  await regainSignal(kit, page)
})

/** The numbers of the listings outside of its areas that this device keeps. */
async function pinnedOn(page: Page): Promise<number[]> {
  const chunks = (await tablesOf(page, 'chunks')).flatMap(({ rows }) => rows.map((row) => JSON.parse(row)))
  return chunks.flatMap(({ coll, text }) =>
    coll === 'listing:pinned' ? JSON.parse(text).map(([, id]: [number, string]) => Number(id)) : [],
  )
}

const rowsOf = async (page: Page, table: string): Promise<string> =>
  (await tablesOf(page, table)).flatMap(({ rows }) => rows).join('\n')

test('a server that has no time to answer does not say that a listing is gone, and is asked again', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(answeredWith(429), NETWORK_ERRORS)
  const { page, context } = await kit.visitor()
  await page.goto('/listings')
  await expectWorker(page)
  const link = beyond(page).getByRole('article').last().getByRole('link').first()
  await expect(link).toBeVisible()
  const one = /\/api\/listings\/\d+/
  let isBusy = true
  await context.route(one, async (route) => {
    return isBusy ? refuse(route, 'too_many_requests') : route.continue()
  })
  const asked = page.waitForResponse((response) => one.test(response.url()))
  await link.click()
  await asked
  await expect(page.getByRole('heading', { name: 'This listing is not on this device yet' })).toBeVisible()
  isBusy = false
  await expect(page.getByRole('region', { name: 'Book Dates' })).toBeVisible({ timeout: 30_000 })
})

const SEARCHES = [
  { path: '/listings', label: 'Search listings' },
  { path: '/made-to-order', label: 'Search items' },
]
for (const { path, label } of SEARCHES)
  test(`a search at ${path} says that there is none once the whole marketplace was searched, and before what it knows`, {
    tag: '@phone',
  }, async ({ kit }) => {
    kit.allowErrors(answeredWith(429), NETWORK_ERRORS)
    const { page, context } = await kit.visitor()
    let answer: 'now' | 'later' | 'no' = 'later'
    let goOn = () => {}
    await context.route(/\/api\/search\b.*xylophone/, async (route) => {
      if (answer === 'no') return refuse(route, 'too_many_requests')
      if (answer === 'later') await new Promise<void>((resolve) => (goOn = resolve))
      return route.continue()
    })
    const none = page.getByRole('heading', { name: 'No items found matching your filters.' })
    const onDevice = page.getByRole('heading', { name: 'No items on this device match your filters.' })
    const isAsked = page.getByRole('list', { name: 'Searching the marketplace' })
    await page.goto(path)
    await expectWorker(page)
    await expect(
      page
        .getByRole('region', { name: /^(Farther away|More items)$/ })
        .getByRole('article')
        .first(),
    ).toBeVisible()
    await page.getByLabel(label).fill('xylophone')
    await expect(isAsked).toBeVisible()
    await expect(none.or(onDevice)).toHaveCount(0)
    answer = 'now'
    goOn()
    await expect(none).toBeVisible()

    answer = 'no'
    await page.getByLabel(label).fill('xylophones')
    await expect(onDevice).toBeVisible()
    await expect(none).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    answer = 'now'
    // A server that was too busy is asked again by itself, too.
    const again = page.getByRole('button', { name: 'Try again' })
    await again.or(none).first().waitFor()
    if (await again.isVisible()) await again.click()
    await expect(none).toBeVisible({ timeout: 30_000 })

    await loseSignal(kit, page)
    await expect(onDevice).toBeVisible()
    await expect(none).toHaveCount(0)
    await regainSignal(kit, page)
    await expect(none).toBeVisible({ timeout: 30_000 })
  })

for (const { path, label } of SEARCHES)
  test(`a server that is too busy for a search at ${path} is asked again by itself, and one line stands there until it answers`, {
    tag: '@phone',
  }, async ({ kit }) => {
    kit.allowErrors(answeredWith(503))
    const { page, context } = await kit.visitor()
    const said = await watchWords(page, /could not be searched/)
    await page.goto(path)
    await expectWorker(page)
    await expect(page.getByRole('region', { name: /^(Farther away|More items)$/ })).toBeVisible()
    let [isBusy, refused] = [true, 0]
    await context.route(/\/api\/search\b.*xylophone/, async (route) => {
      if (!isBusy) return route.continue()
      await refuse(route, 'busy')
      refused++
    })
    await page.getByLabel(label).fill('xylophone')
    await expect(page.getByText('The rest of the marketplace could not be searched.')).toBeVisible()
    await expect.poll(() => refused, { timeout: 30_000 }).toBe(2)
    isBusy = false
    await expect(page.getByText('No items found matching your filters.')).toBeVisible({ timeout: 30_000 })
    expect(await said()).toHaveLength(1)
  })

test('a further page that the server refuses is said to be missing, and comes with the next press', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(answeredWith(503))
  const { page, context } = await kit.visitor()
  let isBusy = false
  await context.route(/\/api\/search\b.*cursor/, async (route) => (isBusy ? refuse(route, 'busy') : route.continue()))
  await page.goto('/listings')
  await expectWorker(page)
  const more = beyond(page).getByRole('button', { name: 'Show more' })
  await expect(more).toBeVisible()
  const moves = await watchCards(page)
  const shown = await beyond(page).getByRole('article').count()
  isBusy = true
  await more.click()
  await expect(beyond(page).getByText('The rest of the marketplace could not be searched.')).toBeVisible()
  await expect(more).toBeHidden()
  isBusy = false
  await beyond(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => beyond(page).getByRole('article').count()).toBeGreaterThan(shown)
  expect(await moves()).toEqual([])
})
