import type { Locator, Page } from '@playwright/test'
import type { Booking } from '#schema/booking'
import type { Post } from '#schema/inspiration'
import type { CurrentUser } from '#schema/user'
import { BROWSER } from './browsers'
import { STILL_WAITING } from './connection'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { buildNewer } from './newer-build'
import { bubbles, messageBox, openThread, sentTexts, writeMessage } from './threads'
import { leaveWaiting, planWork, waitingKeys } from './work-of-every-kind'
import { expectBuild, expectNoneWaiting, expectWorker } from './workers'

test.use({ launchOptions: { executablePath: BROWSER } })

/** How the worker tells the browser that it leaves the disk to a newer build. */
const NEWER_DISK = /was changed by a newer build/
const EARLIER = 'This is an earlier version of Trestle.'
const WAITING = 'Waiting for a connection'
/** The server serves its pages; nothing else gets through. */
const API = { path: /^\/api\/(?!ready)/ }

const updateNow = (page: Page): Locator => page.getByRole('button', { name: 'Update now' })

/** Acts as a browser whose person comes back to the app; a newer worker is there from then on. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const isThere = async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)
  await expect.poll(() => page.evaluate(isThere), { timeout: 40_000 }).toBe(true)
}

async function publish(kit: Kit, appDir?: string): Promise<void> {
  await kit.server.kill9()
  await kit.server.start(appDir)
}

test('a release goes forward, back and forward again: unsent work of every kind arrives, once, and no screen is stuck', {
  tag: '@phone',
}, async ({ kit }) => {
  test.slow()
  // The picture opened as a page has no icon of its own.
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, NEWER_DISK, answeredWith(404))
  const newer = await buildNewer()
  const mark = `Zephyr${Date.now()}`
  const maker = await kit.newPerson('maker')
  const { context } = maker
  let { page } = maker
  const api = kit.api(maker)
  const { id: userId } = await api.get<CurrentUser>('/api/user')
  const work = await planWork(kit, maker, mark)
  const bookingId = work['message.send'].bookingId
  await openThread(page, bookingId)
  await expectWorker(page)
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  await kit.proxy.mode({ kind: 'refuse' }, API)
  const words = (what: string) => `${mark} ${what}`
  await writeMessage(page, words('from today’s build'))
  await messageBox(page).fill(words('half typed'))
  await page.goto('/create-made-to-order')
  await page.getByLabel('Title').fill(words('half an item'))
  await expect(page.getByText('Your draft is kept on this device.')).toBeVisible()
  await page.goto('/mark.svg')
  const kinds = await leaveWaiting(page, userId, work)
  const keys = [...kinds.keys()]

  // Forward: everything that waits is there, and more is written.
  await publish(kit, newer.appDir)
  await page.goto('/outbox')
  await lookForUpdate(page)
  await updateNow(page).click()
  await expectBuild(page, 'newer')
  await expect(page.getByRole('link', { name: `Share “${words('post')}”` })).toBeVisible()
  expect(await waitingKeys(page)).toEqual(expect.arrayContaining(keys))
  await openThread(page, bookingId)
  await expect(messageBox(page)).toHaveValue(words('half typed'))
  await expect(bubbles(page, words('from today’s build'))).toContainText(WAITING)
  await writeMessage(page, words('from the newer build'))
  const waiting = await waitingKeys(page)

  // Back: the newer page is not told that the older build is a newer one; the next start is of the older.
  await publish(kit)
  await lookForUpdate(page)
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'Waiting', exact: true })).toBeVisible()
  await expect(updateNow(page)).toBeHidden()
  await page.close()
  await expectNoneWaiting(context, kit.origin)
  await kit.proxy.reset()
  page = await context.newPage()
  for (const path of ['/purchases', '/outbox', '/create', '/listings', `/offers?thread=${bookingId}`]) {
    await page.goto(path)
    await expect(page.getByText(EARLIER)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading|^Opening/)).toBeHidden()
  }
  await expect(page.locator('html')).not.toHaveAttribute('data-build')
  await expect(updateNow(page)).toBeHidden()
  await writeMessage(page, words('sent by the older build'))
  const all = ['from today’s build', 'from the newer build', 'sent by the older build', 'written at last'].map(words)
  const sent = () => sentTexts(api, bookingId, [...all, work['message.send'].content])
  await expect.poll(sent).toEqual([words('sent by the older build')])
  await kit.proxy.mode({ kind: 'refuse' }, API)
  await writeMessage(page, words('written at last'))
  await expect(bubbles(page, words('written at last'))).toContainText(WAITING)
  expect(await waitingKeys(page)).toEqual(expect.arrayContaining(waiting))

  // Forward again: the older page asks before it is left with words that it alone has.
  await publish(kit, newer.appDir)
  await lookForUpdate(page)
  const asked = page.waitForEvent('dialog')
  await updateNow(page).click({ noWaitAfter: true })
  await (await asked).dismiss()
  await kit.proxy.reset()
  await expect.poll(sent).toContain(words('written at last'))
  await updateNow(page).click()
  await expectBuild(page, 'newer')
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'Recently sent' })).toBeVisible()
  await expect.poll(() => waitingKeys(page), { timeout: 60_000 }).toEqual([])
  // The server has no receipt of an upload, nor of a decline, which changes nothing when it comes twice.
  const { missing } = await api.post<{ missing: string[] }>('/api/sync/check', { keys })
  expect([...new Set(missing.map((key) => kinds.get(key)))].toSorted()).toEqual(['booking.decline', 'photo.upload'])
  const offers = await api.get<Booking[]>(`/api/users/${userId}/listings/bookings`)
  expect(offers.find(({ id }) => id === work['booking.decline'].bookingId)?.status).toBe('declined')
  expect((await sent()).toSorted()).toEqual([...all, work['message.send'].content].toSorted())
  const posts = (await api.get<Post[]>('/api/inspiration')).filter(({ title }) => title === words('post'))
  expect(posts).toHaveLength(1)
  await page.goto('/manage-made-to-order')
  await expect(page.getByRole('link', { name: `Continue ${words('half an item')}` })).toBeVisible()
  await newer.remove()
})
