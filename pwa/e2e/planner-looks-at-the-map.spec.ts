import type { Locator, Page } from '@playwright/test'
import type { Listing } from '#schema/listing'
import { middleOf } from '#schema/places'
import { axe } from './axe'
import { loseSignal, regainSignal } from './connection'
import { firstLoad } from './first-load'
import { expectFits } from './fits'
import { answeredWith, test as base, expect, type Kit, NETWORK_ERRORS, openWorld } from './fixtures'
import { startTileServer, type TileServer } from './tile-server'
import { expectWorker } from './workers'

const CREDIT = '© The mapmakers of this machine'

const test = base.extend<object, { tiles: TileServer; world: Awaited<ReturnType<typeof openWorld>> }>({
  tiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use) => {
      const tiles = await startTileServer()
      await use(tiles)
      await tiles.close()
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ tiles }, use) => {
      const world = await openWorld({ TILES_URL: `${tiles.origin}/{z}/{x}/{y}.svg`, TILES_CREDIT: CREDIT })
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const mapButton = (page: Page): Locator => page.getByRole('button', { name: 'Map', exact: true })
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Items on the map' })
const markers = (page: Page): Locator => dialogOf(page).getByRole('group', { name: 'Map' }).locator('[aria-pressed]')

/** This device holds all listings, and starts without a connection. */
async function expectAllHeld(page: Page): Promise<void> {
  await expect(page.getByText(/^[\d,]+ items?$/)).toBeVisible()
  await expectWorker(page)
}

async function openMap(page: Page): Promise<void> {
  await mapButton(page).click()
  await expect(markers(page).first()).toBeVisible()
}

/** The listings of each neighborhood that a map can show. */
async function listingsByPlace(kit: Kit, page: Page): Promise<Map<string, Listing[]>> {
  const all = await kit.api({ context: page.context() }).getAll<Listing>('/api/listings')
  const known = all.filter(({ neighborhood }) => neighborhood !== null && middleOf(neighborhood) !== null)
  const byPlace = new Map<string, Listing[]>()
  for (const listing of known) {
    const place = listing.neighborhood ?? ''
    byPlace.set(place, [...(byPlace.get(place) ?? []), listing])
  }
  return byPlace
}

const named = (place: string, count: number) => `${place}, ${count === 1 ? '1 item' : `${count} items`}`

/** The marker that nothing covers, by its name. */
async function uncoveredMarker(page: Page): Promise<string> {
  const name = await markers(page).evaluateAll((all) => {
    const free = all.find((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === one
    })
    return free?.getAttribute('aria-label')
  })
  if (!name) throw new Error('Every marker is covered by another one')
  return name
}

test('a planner sees where the items are, looks at one place, and goes on with its items', { tag: '@phone' }, async ({
  kit,
  tiles,
}) => {
  const { page } = await kit.visitor()
  await page.addInitScript(() => {
    Object.assign(window, { positionsAsked: 0 })
    navigator.geolocation.getCurrentPosition = () => {
      Object.assign(window, { positionsAsked: 1 })
    }
  })
  const byPlace = await listingsByPlace(kit, page)
  expect(byPlace.size).toBeGreaterThan(1)
  await page.goto('/listings')
  await expectAllHeld(page)
  await openMap(page)
  const names = await markers(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(names.toSorted()).toEqual([...byPlace].map(([place, there]) => named(place, there.length)).toSorted())
  await expect(dialogOf(page).getByText(CREDIT)).toBeVisible()
  await expect.poll(() => tiles.asked.length).toBeGreaterThan(0)
  for (const path of tiles.asked) expect(path).toMatch(/^\/\d+\/\d+\/\d+\.svg$/)
  await expect(dialogOf(page).getByText('The streets could not be loaded.')).toBeHidden()
  await expectFits(page, 'the map')
  expect(await axe(page)).toEqual([])

  const pressed = await uncoveredMarker(page)
  await markers(page)
    .and(page.getByRole('button', { name: pressed, exact: true }))
    .click()
  await expect(dialogOf(page).getByRole('heading', { name: pressed })).toBeFocused()
  const place = pressed.split(',')[0] ?? ''
  const there = byPlace.get(place) ?? []
  await expect(dialogOf(page).getByRole('link')).toHaveCount(Math.min(there.length, 5))
  const links = await dialogOf(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const addresses = there.map(({ id }) => `/listings/${id}`)
  for (const link of links) expect(addresses).toContain(link)
  await expectFits(page, 'a place on the map')
  expect(await axe(page)).toEqual([])

  await dialogOf(page).getByRole('button', { name: 'Show these' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByText(`In ${place}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(there.length)
  // The map shows what is found, and nothing else.
  await openMap(page)
  await expect(markers(page)).toHaveCount(1)
  expect(await page.evaluate(() => (window as unknown as { positionsAsked: number }).positionsAsked)).toBe(0)
})

test('the map is used by keyboard alone, and the focus comes back to its button', { tag: '@phone' }, async ({
  kit,
}) => {
  const { page } = await kit.visitor()
  await page.goto('/listings')
  await expectAllHeld(page)
  await mapButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(markers(page).first()).toBeVisible()
  const first = (await markers(page).first().getAttribute('aria-label')) ?? ''
  // The cross, the map itself, its first marker.
  for (const _ of [0, 1, 2]) {
    if (
      await markers(page)
        .first()
        .evaluate((one) => one === document.activeElement)
    )
      break
    await page.keyboard.press('Tab')
  }
  await expect(markers(page).first()).toBeFocused()
  for (const key of ['Enter', ' ']) {
    await markers(page).first().focus()
    await page.keyboard.press(key)
    await expect(dialogOf(page).getByRole('heading', { name: first })).toBeFocused()
    await expect(markers(page).first()).toHaveAttribute('aria-pressed', 'true')
    await dialogOf(page).getByRole('button', { name: 'All places' }).press('Enter')
    await expect(dialogOf(page).getByRole('heading', { name: first })).toBeHidden()
    await expect(markers(page).first()).toHaveAttribute('aria-pressed', 'false')
  }
  // The list beside the map leads to the same place.
  const place = first.split(',')[0] ?? ''
  await dialogOf(page).getByRole('listitem').getByRole('button', { name: place }).first().press('Enter')
  await expect(dialogOf(page).getByRole('heading', { name: first })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(mapButton(page)).toBeFocused()
})

test('without its tiles the map says so, and its places can be used', { tag: '@phone' }, async ({ kit, tiles }) => {
  kit.allowErrors(answeredWith(404))
  tiles.lose(true)
  const { page } = await kit.visitor()
  await page.goto('/listings')
  await expectAllHeld(page)
  await openMap(page)
  const words = dialogOf(page).getByText('The streets could not be loaded.')
  await expect(words).toBeVisible()
  await expectFits(page, 'a map without tiles')
  expect(await axe(page)).toEqual([])
  await markers(page).first().press('Enter')
  await expect(dialogOf(page).getByRole('button', { name: 'Show these' })).toBeVisible()
  tiles.lose(false)
  await dialogOf(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect(words).toBeHidden()
})

test('without signal there is no map, and with the signal it is back', { tag: '@phone' }, async ({ kit }) => {
  const { page } = await kit.visitor()
  await page.goto('/listings')
  await expectAllHeld(page)
  await expect(mapButton(page)).toBeVisible()
  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await expect(mapButton(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(mapButton(page)).toHaveCount(0)
  await regainSignal(kit, page)
  await expect(mapButton(page)).toBeVisible()
})

test('the code of the map comes when the map is opened, and no device keeps it', { tag: '@phone' }, async ({
  browser,
  kit,
  request,
}) => {
  const isOfMap = (url: string) => /\/onlineMap-[\w-]+\.js$/.test(url)
  const { scripts } = await firstLoad(browser, `${kit.origin}/listings`)
  const texts = await Promise.all(scripts.map(async ({ url }) => (await request.get(url)).text()))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => text.includes('leaflet-'))).toEqual([])

  const { page } = await kit.visitor()
  const loaded: string[] = []
  page.on('request', (asked) => void (isOfMap(asked.url()) && loaded.push(asked.url())))
  await page.goto('/listings')
  await expectAllHeld(page)
  expect(loaded).toEqual([])
  await openMap(page)
  expect(loaded).toHaveLength(1)
  expect(await (await request.get(loaded[0] ?? '')).text()).toContain('leaflet-')
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    return (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter((path) => path.includes('onlineMap'))).toEqual([])
})

test('a page with a map shows pictures of no third host', { tag: '@phone' }, async ({ kit, tiles }) => {
  const third = await startTileServer()
  kit.allowErrors(/Content Security Policy/)
  const { page } = await kit.visitor()
  await page.goto('/listings')
  await expect(mapButton(page)).toBeVisible()
  const shows = (origin: string) =>
    page.evaluate(
      (src) =>
        new Promise<boolean>((done) => {
          const image = Object.assign(new Image(), { onload: () => done(true), onerror: () => done(false) })
          image.src = src
        }),
      `${origin}/9/1/1.svg`,
    )
  expect([await shows(tiles.origin), await shows(third.origin)]).toEqual([true, false])
  expect(third.asked).toEqual([])
  await third.close()
})

base('a market without tiles has no map', { tag: '@phone' }, async ({ kit }) => {
  const { page } = await kit.visitor()
  await page.goto('/listings')
  await expectAllHeld(page)
  await expect(page.getByRole('button', { name: /^Filter/ })).toBeVisible()
  await expect(mapButton(page)).toHaveCount(0)
})
