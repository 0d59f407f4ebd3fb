import type { Post } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { grayPng } from '../../server/test-support/test-pictures'
import { expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { hold } from './hold'
import { comparePlaces, expectSamePlaces, readPlaces } from './picture-places'
import { newOwner, postListing } from './rentals'

const ON_PHONE = { tag: '@phone' }
const MAIN_SCRIPT = '**/assets/index-*.js'

async function first<Row>(kit: Kit, path: string): Promise<Row> {
  const visitor = await kit.visitor()
  const [row] = await kit.api(visitor).get<Row[]>(path)
  if (row === undefined) throw new Error('The demo marketplace is empty')
  return row
}

/** The first photo is flatter than its neighbors, so that the second row does not begin at one height. */
async function unevenWall(kit: Kit): Promise<string> {
  const person = await kit.newcomer()
  const file = { name: 'table.png', mimeType: 'image/png', buffer: Buffer.from(grayPng(90, 60)) }
  const uploaded = await person.context.request.post(`${kit.origin}/api/upload`, { multipart: { file } })
  const { url: imageUrl } = (await uploaded.json()) as { url: string }
  await kit.api(person).post('/api/inspiration', { title: 'Flat as a table', imageUrl, tags: [] })
  return '/inspiration'
}

const PAGES: [name: string, path: (kit: Kit) => Promise<string>][] = [
  ['the front page', async () => '/'],
  ['the list of rentals', async () => '/listings'],
  ['a listing', async (kit) => `/listings/${(await first<Listing>(kit, '/api/listings')).id}`],
  ['the list of items', async () => '/made-to-order'],
  ['an item', async (kit) => `/made-to-order/${(await first<Item>(kit, '/api/made-to-order')).id}`],
  ['the wall', unevenWall],
  ['a post', async (kit) => `/inspiration/${(await first<Post>(kit, '/api/inspiration')).id}`],
  ['a profile', async (kit) => `/profile/${(await first<Listing>(kit, '/api/listings')).userId}`],
]

for (const [name, pathOf] of PAGES)
  test(`${name} comes with the page, and everything stays where it is when the app takes over`, async ({ kit }) => {
    const path = await pathOf(kit)
    const { page } = await kit.visitor()
    await page.addInitScript(comparePlaces)
    // A server that is still busy with a page answers without its picture.
    const openWithPicture = async () =>
      expect(await (await page.goto(path, { waitUntil: 'commit' }))?.text()).toContain('<last-screen')
    const [before, after] = await readPlaces(page, () => expect(openWithPicture).toPass())
    expectSamePlaces(before, after)
  })

test(
  'the rows of the page are used before the device has any, and a search asks the server',
  ON_PHONE,
  async ({ kit }) => {
    const listing = await postListing(kit, await newOwner(kit))
    const { page } = await kit.visitor()
    const letGo = await hold(page, '**/api/sync/**')
    await page.goto('/listings')
    await expect(page.locator('last-screen')).toHaveCount(0)
    await expect(page.getByText('The first 24 items')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(24)
    await page.getByRole('searchbox').fill(listing.title)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('article').getByRole('link', { name: listing.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible()
    letGo()
    await page.goBack()
    await page.getByRole('searchbox').fill('')
    await expect(page.getByText(/^[\d,]+ items$/)).toBeVisible()
  },
)

test('a press before the app is there is done once the app is there', ON_PHONE, async ({ kit }) => {
  const listing = await first<Listing>(kit, '/api/listings')
  const { page } = await kit.visitor()
  const letGo = await hold(page, MAIN_SCRIPT)
  await page.goto('/listings', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('last-screen:defined') !== null)
  // The tree of the picture is closed to scripts: the place of the first card's photo is pressed.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.click(width / 2, height / 2)
  await expect(page).toHaveURL('/listings')
  letGo()
  await expect(page).toHaveURL(`/listings/${listing.id}`)
  await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible()
})

for (const file of ['library', 'thing'])
  test(
    `a file of the app that does not arrive (${file}) leaves the page readable, and is fetched again`,
    ON_PHONE,
    async ({ kit }) => {
      kit.allowErrors(NETWORK_ERRORS, MODULE_LOST)
      const listing = await first<Listing>(kit, '/api/listings')
      const { page } = await kit.visitor()
      await loseFile(kit, file)
      const failed = page.waitForEvent('pageerror')
      await page.goto(`/listings/${listing.id}`, { waitUntil: 'commit' })
      await failed
      await expect(page.locator('last-screen')).toBeVisible()
      await kit.proxy.reset()
      await expect(page.locator('last-screen')).toHaveCount(0, { timeout: 40_000 })
      await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible()
    },
  )

for (const file of ['library', 'browse'])
  test(
    `words typed into a screen whose app does not arrive (${file}) are in the app that comes later`,
    ON_PHONE,
    async ({ kit }) => {
      kit.allowErrors(NETWORK_ERRORS, MODULE_LOST)
      const { page } = await kit.visitor()
      await loseFile(kit, file)
      const failed = page.waitForEvent('pageerror')
      await page.goto('/listings', { waitUntil: 'commit' })
      await failed
      // The tree of the picture is closed to scripts: the search field is pressed by its place.
      await page.mouse.click(130, 169)
      await page.keyboard.type('oak')
      await kit.proxy.reset()
      await expect(page.locator('last-screen')).toHaveCount(0, { timeout: 40_000 })
      await expect(page.getByLabel('Search listings')).toHaveValue('oak')
    },
  )

const MODULE_LOST = /Failed to fetch dynamically imported module|Uncaught Event/
const loseFile = (kit: Kit, name: string) =>
  kit.proxy.mode({ kind: 'cut-before' }, { path: new RegExp(`^/assets/${name}-[\\w-]{8}\\.js$`) })

test('crawlers read what people see; nobody’s own page comes from the server', ON_PHONE, async ({ kit, request }) => {
  const listing = await first<Listing>(kit, '/api/listings')
  const asked = { headers: { accept: 'text/html' } }
  const html = await (await request.get(`${kit.origin}/listings/${listing.id}`, asked)).text()
  for (const words of [`<title>${listing.title}`, 'property="og:title"', listing.ownerUsername, listing.description])
    expect(html).toContain(words.split(/[&'"<]/)[0])
  const host = await kit.newPerson('host')
  const own = await host.page.goto(`/listings/${listing.id}`)
  expect(await own?.text()).not.toContain('<last-screen')
})
