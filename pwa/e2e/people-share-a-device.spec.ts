import type { Page } from '@playwright/test'
import type { SignedInUser } from '#schema/user'
import { STILL_WAITING } from './connection'
import { cachedPaths, loseSession, privateRows } from './device-storage'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { holdAnswers } from './hold'
import type { Person } from './person'
import { expectVisitor, fillSignIn, pressLogout, signInAs } from './sessions'
import {
  bubbles,
  expectSent,
  findBooking,
  findBookingWith,
  messagesOffered,
  openThread,
  sentTexts,
  writeMessage,
} from './threads'
import { expectWorker } from './workers'

/** Only the way to Logout depends on the size, and one story goes it at both. */
const ON_PHONE = { tag: '@phone' }

/** Parts of the built app, photos that everybody may see, and avatars. */
const PUBLIC_PATH =
  /^\/(assets|drawings|icons|still-life|uploads)\/|^\/(index\.html|manifest\.webmanifest|[\w-]+\.(svg|webp))$|^\/api\/users\/\d+\/avatar$/

interface Writer extends Person {
  bookingId: number
  text: string
  /** How often the server has the text. */
  sent(): Promise<number>
}

/** The planner with a message that waits for a connection. */
async function plannerWithUnsentMessage(kit: Kit, text: string): Promise<Writer> {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const planner = await kit.newPerson('planner')
  // One that the maker is the other side of: they sign in on the same device later.
  const { id: bookingId } = await findBookingWith(kit.api(planner), kit.api(await kit.newPerson('maker')))
  // A browser of their own, so that it stays signed in whatever happens to the shared one.
  const elsewhere = kit.api(await kit.newPerson('planner'))
  await openThread(planner.page, bookingId)
  await expectWorker(planner.page)
  await kit.offline(planner.context, true)
  await writeMessage(planner.page, text)
  await expect(bubbles(planner.page, text)).toContainText('Waiting for a connection')
  kit.proxy.forget()
  return { ...planner, bookingId, text, sent: async () => (await sentTexts(elsewhere, bookingId, [text])).length }
}

/** The names of the accounts' databases in this browser. */
const accountDisks = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name && /^trestle-.{36}-/.test(name) ? name : [])),
  )
const closeDialog = (page: Person['page']) => page.getByRole('button', { name: 'Close', exact: true }).click()

test('signing out without a signal wipes at once and ends the session later', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page, context } = await kit.newPerson('planner')
  await page.goto('/offers')
  await expectWorker(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await privateRows(page)).not.toEqual([])

  await kit.offline(context, true)
  await pressLogout(page)
  await expect(page).toHaveURL('/')
  await expectVisitor(page)
  expect(await privateRows(page)).toEqual([])
  await page.reload()
  await expectVisitor(page)
  const stillOpen = await context.cookies()
  expect(stillOpen.map(({ name }) => name)).toContain('sid')

  await kit.offline(context, false)
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('sid')
  await context.addCookies(stillOpen)
  await expect(kit.api({ context }).get('/api/user')).rejects.toThrow('401')
})

test('signing out where nothing answers does not wait for an answer', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page } = await kit.newPerson('planner')
  await page.goto('/offers')
  await expectWorker(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await kit.proxy.mode({ kind: 'blackhole' })
  await pressLogout(page)
  await expect(page).toHaveURL('/', { timeout: 3_000 })
  await expectVisitor(page)
  expect(await privateRows(page)).toEqual([])
})

test('a tab that is asleep keeps nobody from signing out or in', ON_PHONE, async ({ kit }) => {
  // The picture opened as a page has no icon of its own.
  kit.allowErrors(answeredWith(404))
  const { page, context } = await kit.newPerson('planner')
  await page.goto('/offers')
  await expect(page.getByRole('article').first()).toBeVisible()
  // Like a page that its browser has put to sleep: it holds the account's disk, and hears nothing.
  const asleep = await context.newPage()
  await asleep.goto('/mark.svg')
  const [account = ''] = await accountDisks(page)
  await asleep.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        void navigator.locks.request(`${name}/open`, { mode: 'shared' }, () => new Promise(() => undefined))
        indexedDB.open(name).onsuccess = () => resolve()
      }),
    account,
  )

  await pressLogout(page)
  await expect(page).toHaveURL('/')
  await expectVisitor(page)
  expect(await privateRows(page)).toEqual([])
  await signInAs(page, 'planner')
  await page.goto('/offers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await pressLogout(page)
  await expectVisitor(page)
  expect(await accountDisks(page)).toEqual([account])
  expect(await privateRows(page)).toEqual([])
  // The next start deletes the empty disk.
  await asleep.close()
  await page.goto('/listings')
  await expect.poll(() => accountDisks(page)).toEqual([])
})

test('an answer about who is here that comes after signing out signs nobody in again', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.newPerson('planner')
  await page.goto('/offers')
  await expect(page.getByRole('article').first()).toBeVisible()
  const letGo = await holdAnswers(page, '/api/user')
  await page.reload()
  await pressLogout(page)
  await expectVisitor(page)
  const late = page.waitForResponse('/api/user')
  letGo()
  expect((await late).status()).toBe(200)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expectVisitor(page)
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto('/listings')
  await expectVisitor(page)
  expect(await privateRows(page)).toEqual([])
})

test('signing out while rows are on their way leaves none of them here', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.visitor()
  await page.goto('/listings')
  await expect(page.getByRole('article').first()).toBeVisible()
  await kit.proxy.mode({ kind: 'delay', ms: 800 }, { path: '/api/sync/pull' })
  await signInAs(page, 'planner')
  await pressLogout(page)
  await expectVisitor(page)
  await kit.proxy.reset()
  await page.goto('/listings')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await privateRows(page)).toEqual([])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sid')
})

test('unsent work that is kept goes out once, and as its writer’s alone', ON_PHONE, async ({ kit }) => {
  const planner = await plannerWithUnsentMessage(kit, `Kept for me ${Date.now()}`)
  const { page, context, text, sent } = planner
  await closeDialog(page)
  await pressLogout(page)
  await expect(page.getByRole('dialog', { name: 'Sign out now?' })).toContainText('1 change has not been sent yet')
  await page.getByRole('button', { name: 'Keep and sign out' }).click()
  await expectVisitor(page)
  expect(await privateRows(page)).toEqual([])
  await kit.offline(context, false)

  await signInAs(page, 'maker')
  await page.goto('/outbox')
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await openThread(page, planner.bookingId)
  await expect(page.getByRole('log')).not.toContainText(text)
  expect([await sent(), messagesOffered(kit.proxy)]).toEqual([0, 0])
  await closeDialog(page)
  await pressLogout(page)
  await expectVisitor(page)

  await signInAs(page, 'planner')
  await expect.poll(sent).toBe(1)
  await openThread(page, planner.bookingId)
  await expectSent(page, [text])
  expect([await sent(), messagesOffered(kit.proxy)]).toEqual([1, 1])
})

test(
  'signing out in one tab shuts out the other, and what waits goes out once its writer is back',
  ON_PHONE,
  async ({ kit }) => {
    const planner = await plannerWithUnsentMessage(kit, `Kept from two tabs ${Date.now()}`)
    const { page, context, text, sent } = planner
    const other = await context.newPage()
    await other.goto('/offers')
    await expect(other.getByRole('article').first()).toBeVisible()
    await closeDialog(page)
    await pressLogout(page)
    await page.getByRole('button', { name: 'Keep and sign out' }).click()
    for (const tab of [page, other]) await expectVisitor(tab)
    expect(await privateRows(page)).toEqual([])
    await kit.offline(context, false)

    await signInAs(page, 'planner')
    await expect.poll(sent).toBe(1)
    await openThread(other, planner.bookingId)
    await expectSent(other, [text])
    expect([await sent(), messagesOffered(kit.proxy)]).toEqual([1, 1])
  },
)

test('a tab that ends while it signs out has shut out the other tab already', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  await page.goto('/offers')
  await expect(page.getByRole('article').first()).toBeVisible()
  const dbName = await page.locator('[data-account]').getAttribute('data-account')
  const ending = await context.newPage()
  await ending.goto('/robots.txt')
  await ending.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('trestle-device')
        opening.onsuccess = () => {
          const rows = opening.result.transaction('session', 'readwrite').objectStore('session')
          rows.delete('user').onsuccess = () => {
            const deletion = indexedDB.deleteDatabase(name)
            deletion.onsuccess = () => resolve()
            deletion.onerror = () => reject(deletion.error)
          }
        }
      }),
    dbName ?? '',
  )
  await ending.close()
  await expectVisitor(page)
})

test('unsent work that is discarded is gone', ON_PHONE, async ({ kit }) => {
  const planner = await plannerWithUnsentMessage(kit, `Better not ${Date.now()}`)
  const { page, context, text, sent } = planner
  await closeDialog(page)
  await pressLogout(page)
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
  await expectVisitor(page)
  expect(await privateRows(page)).toEqual([])
  await kit.offline(context, false)

  await signInAs(page, 'planner')
  await openThread(page, planner.bookingId)
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('')
  await expect(page.getByRole('log')).not.toContainText(text)
  expect([await sent(), messagesOffered(kit.proxy)]).toEqual([0, 0])
})

test('a half-typed message and a half-made offer are asked about before signing out', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  const api = kit.api({ context })
  const { id: bookingId, listingId } = await findBooking(api, 'pending')
  await page.goto(`/listings/${listingId}`)
  const note = page.getByRole('region', { name: 'Book Dates' }).getByLabel(/^Note to/)
  await note.fill('We would bring our own')
  await openThread(page, bookingId)
  const box = page.getByRole('textbox', { name: /^Message to/ })
  await box.fill('Half a sen')
  await closeDialog(page)

  await pressLogout(page)
  const question = page.getByRole('dialog', { name: 'Sign out now?' })
  await expect(question).toContainText('2 drafts are unfinished')
  await closeDialog(page)
  await openThread(page, bookingId)
  await expect(box).toHaveValue('Half a sen')
  await closeDialog(page)
  await pressLogout(page)
  await page.getByRole('button', { name: 'Keep and sign out' }).click()
  await expectVisitor(page)
  expect(await privateRows(page)).toEqual([])

  await signInAs(page, 'planner')
  await page.goto(`/listings/${listingId}`)
  await expect(note).toHaveValue('We would bring our own')
  await openThread(page, bookingId)
  await expect(box).toHaveValue('Half a sen')
})

test('a session that ended while a message waits: it goes out after signing in, once', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(401))
  const { page, context, text, sent, bookingId } = await plannerWithUnsentMessage(kit, `Still here ${Date.now()}`)
  await loseSession(context)
  await kit.offline(context, false)
  // The device locks, and the open thread goes with everything else of its person.
  await page.getByRole('link', { name: 'Sign in to send 1 item' }).click()
  expect(await sent()).toBe(0)
  await fillSignIn(page, 'planner')
  await expect(page).toHaveURL(/\/offers/)
  await openThread(page, bookingId)
  await expectSent(page, [text])
  expect([await sent(), messagesOffered(kit.proxy)]).toEqual([1, 1])
})

test('signing out offline and somebody else signing in: the newcomer stays signed in', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page, context } = await kit.newPerson('planner')
  await page.goto('/offers')
  await expectWorker(page)
  await kit.offline(context, true)
  await pressLogout(page)
  await expectVisitor(page)
  await kit.offline(context, false)
  await signInAs(page, 'maker')
  await page.goto('/offers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await kit.api({ context }).get('/api/user')).toMatchObject({ username: 'maker' })
})

test('nothing private is kept in the browser’s caches', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  const booking = await findBooking(kit.api({ context }), 'paid')
  await openThread(page, booking.id)
  await expectWorker(page)
  for (const path of ['/', '/listings', `/listings/${booking.listingId}`, '/inspiration', '/profile', '/offers']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    // A page that is left at once leaves its stream counted for a moment, and the server counts three.
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  }
  const photos = async () => (await cachedPaths(page)).filter((path) => path.startsWith('/uploads/')).length
  await expect.poll(photos).toBeGreaterThan(0)
  const paths = await cachedPaths(page)
  expect(paths.filter((path) => !PUBLIC_PATH.test(path))).toEqual([])
  const screensOf = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('screens-')))
  // Copies of databases are this person's own and the device's, and no request is ever answered from them.
  const copiesOf = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('spare-')))
  await expect.poll(copiesOf).toContain('spare-trestle-device')
  const { lifeId, accountId } = await kit.api({ context }).get<SignedInUser>('/api/user')
  const own = ['spare-trestle-device', 'spare-trestle-visitor', `spare-trestle-${lifeId}-${accountId}`]
  expect((await copiesOf()).filter((name) => !own.includes(name))).toEqual([])
  // So are pictures of screens; the worker shows them to this account alone.
  const ownScreens = ['screens-trestle-visitor', `screens-trestle-${lifeId}-${accountId}`]
  expect((await screensOf()).filter((name) => !ownScreens.includes(name))).toEqual([])
  kit.allowErrors(answeredWith(404))
  expect(await page.evaluate(async () => (await fetch('/rows')).text())).not.toContain('"session"')
})
