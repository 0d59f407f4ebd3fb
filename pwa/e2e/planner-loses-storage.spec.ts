import type { Page } from '@playwright/test'
import type { PostView } from '#schema/inspiration'
import { loseSignal, readyForNoSignal, STILL_WAITING } from './connection'
import { expectCopied, privateRows } from './device-storage'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { signIn } from './person'
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

async function openStorage(page: Page): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Offline & storage' }).click()
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
    await expect(page.getByText('Your unsent work is still here.')).toBeVisible()
    expect((await privateRows(page)).filter((rows) => /bookings|messages/.test(rows))).toEqual([])
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

    await test.step('with a connection everything comes back by itself', async () => {
      await openThread(page, booking.id)
      await readyForNoSignal(page)
      await clearStorage(kit, page, FOR_ROOM)
      await expect(page.getByText('This browser has cleared its storage')).toBeVisible()
      const fetched = async () => (await privateRows(page)).filter((rows) => /bookings|messages/.test(rows)).length
      // By itself it would look again 48 seconds later, at the earliest; a request may be lost with the worker first.
      await expect.poll(fetched, { timeout: 40_000 }).toBe(2)
      await expectSent(page, texts)
    })

    await test.step('and the app opens without a signal again', async () => {
      await readyForNoSignal(page)
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
  await expect(page.getByText('Your data is being fetched again.')).toBeVisible()
  // The disk is asked when the app has seen to it.
  await expect(bubbles(page, 'Nobody is to read this')).toHaveCount(0)
  await expect.poll(() => privateRows(page)).toEqual([])
  await kit.proxy.reset()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome to Trestle' })).toBeVisible()
  expect(await privateRows(page)).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Nobody')
})

test(
  'the browser is asked to keep what is here when the first words have to stay, and not before',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const profile = await kit.profile()
    const context = await profile.open()
    let asked = 0
    await context.exposeFunction('noteAsked', () => ++asked)
    await context.addInitScript(() => {
      if (!navigator.storage) return
      const persist = navigator.storage.persist.bind(navigator.storage)
      navigator.storage.persist = async () => {
        await (globalThis as unknown as { noteAsked(): Promise<number> }).noteAsked()
        return persist()
      }
    })
    await signIn(kit.api({ context }), 'planner')
    const booking = await findBooking(kit.api({ context }), 'pending')
    const page = await context.newPage()
    await openStorage(page)
    await expect(page.getByText('The browser may clear this')).toBeVisible()
    await openThread(page, booking.id)
    await readyForNoSignal(page)
    const texts = ['At once', 'Later', 'Later still'].map((words) => `${words} ${Date.now()}`)
    const [now, later, last] = texts as [string, string, string]
    await writeMessage(page, now)
    await expectSent(page, [now])
    expect(asked).toBe(0)

    await loseSignal(kit, page)
    await writeMessage(page, later)
    await expect.poll(() => asked).toBe(1)
    await writeMessage(page, last)
    await expectCopied(page, last)
    expect(asked).toBe(1)

    // What the browser answers is its own affair; what it has answered can be read.
    const session = await context.newCDPSession(page)
    const permission = { name: 'persistent-storage' }
    await session.send('Browser.setPermission', { permission, setting: 'granted', origin: kit.origin })
    await openStorage(page)
    await expect(page.getByText('Protected', { exact: true })).toBeVisible()
  },
)

test('an iPhone is told what keeps its data', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' }),
  )
  await openStorage(page)
  await expect(page.getByText('The browser may clear this')).toBeVisible()
  await expect(page.getByText('Safari removes this after seven days without a visit.')).toBeVisible()
  await expect(page.getByText('tap Share, then “Add to Home Screen”')).toBeVisible()
})
