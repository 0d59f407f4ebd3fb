import type { Locator, Page } from '@playwright/test'
import type { Post } from '#schema/inspiration'
import type { Item } from '#schema/made-to-order'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal } from './connection'
import { expectFits } from './fits'
import { expect, type Kit, NETWORK_ERRORS, testWith } from './fixtures'
import { hold } from './hold'

/** The demo marketplace has more rows, and so many more posts than a tenth of this that the older ones come in two pages. */
const DEVICE_ROWS = 200

const test = testWith({ DEVICE_ROWS: String(DEVICE_ROWS) })

test('old posts are shown on the pages of people, among saved posts and on boards; without signal nobody says that there are none', {
  tag: '@phone',
}, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  const api = kit.api({ context })
  const posts = await api.getAll<Post>('/api/inspiration')
  const [saved, pinned, liked] = posts.toReversed()
  if (!saved || !pinned || !liked) throw new Error('The market has too few posts')
  await api.post(`/api/inspiration/${saved.id}/save`)
  await api.post(`/api/inspiration/${liked.id}/like`)
  const board = crypto.randomUUID()
  await api.post(`/api/user/boards/${board}`, { name: 'Our wedding', eventDate: null })
  await api.post(`/api/user/boards/${board}/posts/${pinned.id}`)
  const silent = await newcomerId(kit)
  const makers = new Set((await api.getAll<Item>('/api/made-to-order')).map(({ userId }) => userId))
  const idle = posts.find(({ userId }) => !makers.has(userId))?.userId
  await page.goto('/inspiration')
  await readyForNoSignal(page)

  const pages = [
    { path: '/inspiration?tab=saved', title: saved.title, none: "You haven't saved any posts yet." },
    { path: '/inspiration?tab=liked', title: liked.title, none: "You haven't liked any posts yet." },
    { path: `/inspiration?tab=saved&board=${board}`, title: pinned.title, none: 'Nothing on this board yet' },
    { path: `/users/${saved.userId}/inspiration`, title: saved.title, none: /hasn't shared any/ },
  ]
  for (const { path, title, none } of pages) {
    await page.goto(path)
    await expect(post(page, title)).toBeAttached()
    await expect(page.getByText(none)).toBeHidden()
    await expectFits(page, path)
    expect(await axe(page)).toEqual([])
  }
  await page.goto(`/users/${silent}/inspiration`)
  await expect(page.getByText(/hasn't shared any/)).toBeVisible()
  const noItems = page.getByText(/has no made-to-order items yet/)
  await page.goto(`/profile/${idle}?tab=items`)
  await expect(noItems).toBeVisible()

  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  const unknown = page.getByText('Not all posts are on this device')
  for (const { path, title, none } of pages) {
    await page.goto(path)
    await expect(unknown.or(post(page, title)).first()).toBeVisible()
    await expect(page.getByText(none)).toBeHidden()
  }
  await page.goto(`/profile/${idle}?tab=items`)
  await expect(page.getByRole('heading', { name: 'Not all made-to-order items are on this device' })).toBeVisible()
  await expect(noItems).toBeHidden()
  await page.goto(`/users/${silent}/inspiration`)
  await expect(unknown).toBeVisible()
  await expect(page.getByText(/hasn't shared any/)).toBeHidden()
  await regainSignal(kit, page)
  await expect(page.getByText(/hasn't shared any/)).toBeVisible({ timeout: 30_000 })
})

test('a search among saved posts does not say that there is none while the rest of them is on its way', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page, context } = await kit.newPerson('planner')
  const api = kit.api({ context })
  const posts = await api.getAll<Post>('/api/inspiration')
  const [newest, oldest] = [posts[0], posts.at(-1)]
  if (!newest || !oldest) throw new Error('The market has too few posts')
  for (const { id } of [newest, oldest]) await api.post(`/api/inspiration/${id}/save`)
  const letCome = await hold(page, '**/api/inspiration?ids=*')
  await page.goto('/inspiration?tab=saved')
  await expect(post(page, newest.title)).toBeAttached()
  await page.getByLabel('Search saved posts').fill(oldest.title)
  await expect(post(page, newest.title)).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Loading posts' })).toBeVisible()
  await expect(page.getByText(/Nothing found/)).toHaveCount(0)
  letCome()
  await expect(post(page, oldest.title)).toBeAttached()
  await page.getByLabel('Search saved posts').fill('xylophone')
  await expect(page.getByText('Nothing found for “xylophone”')).toBeVisible()
})

const post = (page: Page, name: string): Locator => page.getByRole('main').getByRole('heading', { name, exact: true })

/** Of somebody who has shared nothing yet. */
async function newcomerId(kit: Kit): Promise<number> {
  const { context } = await kit.newcomer()
  return (await kit.api({ context }).get<{ id: number }>('/api/user')).id
}

test('the feed goes on with older posts where those on the device end, and ends where the market ends', {
  tag: '@phone',
}, async ({ kit }) => {
  const { page, context } = await kit.newcomer()
  const posts = await kit.api({ context }).getAll<Post>('/api/inspiration')
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/inspiration\?.*cursor=/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/inspiration')
  await readyForNoSignal(page)
  const onDevice = await countCards(page.getByRole('main'))

  const older = page.getByRole('region', { name: 'Older posts' })
  const more = older.getByRole('button', { name: 'Show more' })
  await scrollUntil(page, older)
  while (await more.isVisible()) {
    const before = await countCards(older)
    await more.click()
    await expect.poll(() => countCards(older)).toBeGreaterThan(before)
  }
  expect(onDevice + (await countCards(older))).toBe(posts.length)
  await scrollUntil(page, older.getByRole('heading', { name: posts.at(-1)?.title ?? '' }))
  await expectFits(page, 'the end of a large feed')
  expect(await axe(page)).toEqual([])
  const requests = asked.length
  expect(new Set(asked).size).toBe(requests)

  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await expect(older.getByRole('heading', { name: posts.at(-1)?.title ?? '' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Not all posts are on this device. Connect to see all of them.')).toBeVisible()
  await expect(older).toHaveCount(0)
  await page.getByRole('searchbox').fill(posts.at(-1)?.title ?? '')
  await expect(page.getByRole('heading', { name: 'Not all posts are on this device' })).toBeVisible()
  await regainSignal(kit, page)
  await expect(older.getByRole('heading', { name: posts.at(-1)?.title ?? '' })).toBeVisible({ timeout: 30_000 })
  expect(asked.length).toBeGreaterThan(requests)
})

/** A wall renders the cards near the screen alone, and tells how many there are. */
async function countCards(wall: Locator): Promise<number> {
  return Number(await wall.getByRole('listitem').and(wall.locator('[data-card]')).first().getAttribute('aria-setsize'))
}

async function scrollUntil(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(target).toBeVisible({ timeout: 250 })
  }).toPass({ timeout: 30_000 })
}
