import type { Page } from '@playwright/test'
import type { PostView } from '#schema/inspiration'
import { readyForNoSignal, STILL_WAITING } from './connection'
import { expectCopied, privateRows } from './device-storage'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { sharePost } from './posts'
import {
  bubbles,
  expectSent,
  findBooking,
  messageBox,
  messagesOffered,
  openThread,
  sentTexts,
  writeMessage,
} from './threads'
import { expectWorker } from './workers'

/** A disk does not care how wide the window is. */
const ON_PHONE = { tag: '@phone' }

/** A worker that was cleared away cannot be fetched without a connection. */
const NO_WORKER = /An unknown error occurred when fetching the script/

/** What a browser takes when it needs room: everything of a site but its cookies. */
const FOR_ROOM = 'indexeddb,cache_storage,service_workers,local_storage,file_systems'

async function clearStorage(kit: Kit, page: Page, storageTypes: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: kit.origin, storageTypes })
  await session.detach()
}

test(
  'a browser that clears what is kept here, under the open app: what was written and photographed is still there',
  ON_PHONE,
  async ({ kit }) => {
    test.slow()
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, NO_WORKER)
    const planner = await kit.newPerson('planner')
    const api = kit.api(planner)
    const { page } = planner
    const booking = await findBooking(api, 'pending')
    const [half, title, texts] = [
      'Half a sent',
      `Cleared ${Date.now()}`,
      ['One', 'two'].map((n) => `${n} ${Date.now()}`),
    ]
    await openThread(page, booking.id)
    await readyForNoSignal(page)
    await kit.proxy.mode({ kind: 'refuse' })
    await sharePost(page, title)
    await openThread(page, booking.id)
    for (const text of texts) await writeMessage(page, text)
    await messageBox(page).fill(half)
    await expectCopied(page, half)

    await clearStorage(kit, page, FOR_ROOM)
    await expect(page.getByText('This browser has cleared its storage')).toBeVisible()
    await expect(page.getByText('What you had not sent is still here.')).toBeVisible()
    expect((await privateRows(page)).filter((rows) => /bookings|messages/.test(rows))).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: /Offline/ }).click()
    for (const text of [...texts, title]) await expect(page.getByText(text)).toBeVisible()

    await kit.proxy.reset()
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    await openThread(page, booking.id)
    await expectSent(page, texts)
    await expect(messageBox(page)).toHaveValue(half)
    await expect(bubbles(page, half)).toHaveCount(0)
    expect(await sentTexts(api, booking.id, [half, ...texts])).toEqual(texts)
    expect(messagesOffered(kit.proxy)).toBe(texts.length)
    const posts = await api.get<PostView[]>('/api/inspiration')
    expect(posts.filter((post) => post.title === title)).toHaveLength(1)
    await page.goto('/inspiration')
    const photo = page.getByRole('article').filter({ hasText: title }).locator('.photo > img')
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)

    await test.step('and the app opens without a signal again', async () => {
      await expectWorker(page)
      await kit.proxy.mode({ kind: 'refuse' })
      await page.goto('/listings')
      await expect(page.getByRole('article').first()).toBeVisible()
    })
  },
)

test('who clears everything of the site, cookies too, leaves nothing behind', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, NO_WORKER, answeredWith(401))
  const planner = await kit.newPerson('planner')
  const { page } = planner
  const booking = await findBooking(kit.api(planner), 'pending')
  await openThread(page, booking.id)
  await readyForNoSignal(page)
  await kit.proxy.mode({ kind: 'refuse' })
  await writeMessage(page, 'Nobody is to read this')
  await clearStorage(kit, page, `${FOR_ROOM},cookies`)
  // The disk is asked when the app has seen to it.
  await expect(bubbles(page, 'Nobody is to read this')).toHaveCount(0)
  await expect.poll(() => privateRows(page)).toEqual([])
  await kit.proxy.reset()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  expect(await privateRows(page)).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Nobody')
})
