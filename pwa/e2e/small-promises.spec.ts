import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, todayIn } from '#schema/date-range'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import type { QuestionMessage } from '#schema/message'
import type { Purchase } from '#schema/purchase'
import type { CurrentUser } from '#schema/user'
import { endOfDayIn, noonIn } from '#schema/zone'
import { dayButton } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { cachedPaths } from './device-storage'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { hold } from './hold'
import { newOwner, postListing } from './rentals'
import { bubbles, findBooking, MESSAGES_PATH, messageBox, openThread, sentTexts } from './threads'

const ZONE = 'America/New_York'
const ON_PHONE = { tag: '@phone' }

/** The browser's error for a full disk. */
const fillDisk = (page: Page) =>
  page.evaluate(() => {
    const full = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.put = full
    IDBObjectStore.prototype.add = full
  })

test('a drawing gives way to the photo when the connection is back', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const { page, context } = await kit.newcomer()
  await page.goto('/listings')
  await readyForNoSignal(page)
  const [listing] = (await kit.api({ context }).get<Listing[]>('/api/listings')).toReversed()
  if (!listing) throw new Error('The demo marketplace has no listings')
  await loseSignal(kit, page)
  await page.evaluate(() => caches.delete('photos-1'))
  await page.goto(`/listings/${listing.id}`)
  const drawing = page.locator('.photo[data-state=missing]').first()
  await expect(drawing).toBeVisible()
  await regainSignal(kit, page)
  await expect(page.getByText(/^Offline, as of/)).toHaveCount(0)
  await expect(page.locator('.photo[data-state=missing]')).toHaveCount(0)
})

/** From then on the page and the server's answers tell this time. */
async function setClock(page: Page, time: Date): Promise<void> {
  const ahead = time.getTime() - Date.now()
  await page.route('**/api/**', async (route) => {
    const date = new Date(Date.now() + ahead).toUTCString()
    const answer = route
      .fetch()
      .then((response) => route.fulfill({ response, headers: { ...response.headers(), date } }))
    // The page gives requests up that were under way when its time went on.
    await answer.catch(() => undefined)
  })
  await page.clock.install({ time })
}

const TOMORROW = addDays(todayIn(ZONE, new Date()), 1)
const before = (end: Date): Date => new Date(end.getTime() - 2 * 60_000)
/** Of a month that has ended, the calendar shows no day any more. */
const openDay = (page: Page) => dayButton(page.getByRole('main').or(page.getByRole('dialog')).last(), TOMORROW)

test('a page that is open over noon offers the day no more', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.visitor()
  await setClock(page, before(noonIn(ZONE, TOMORROW)))
  await page.goto('/listings')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: /Pick a date range|Availability/ }).click()
  const day = openDay(page).and(page.locator(':enabled'))
  await expect(day).toBeVisible()
  await page.clock.runFor(3 * 60_000)
  await expect(day).toHaveCount(0)
})

test('a page that is open over midnight learns the new day', ON_PHONE, async ({ kit }) => {
  // Three minutes of asking for the live stream go by in one second.
  kit.allowErrors(answeredWith(429))
  const { page } = await kit.newPerson('host')
  await setClock(page, before(endOfDayIn(ZONE, TOMORROW)))
  await page.goto('/settings?tab=availability')
  const day = openDay(page).and(page.locator(':enabled'))
  await expect(day).toBeVisible()
  await page.clock.runFor(3 * 60_000)
  await expect(day).toHaveCount(0)
})

test('a full disk still sends what is written while there is a connection', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const planner = await kit.newPerson('planner')
  const booking = await findBooking(kit.api(planner), 'pending')
  await openThread(planner.page, booking.id)
  await readyForNoSignal(planner.page)
  await fillDisk(planner.page)
  const text = `No room left ${Date.now()}`
  await planner.page.getByRole('textbox', { name: /^Message to/ }).fill(text)
  await planner.page.keyboard.press('Enter')
  await expect.poll(() => sentTexts(kit.api(planner), booking.id, [text])).toEqual([text])
  await planner.page.reload()
  await expect(bubbles(planner.page, text)).toHaveCount(1)

  await loseSignal(kit, planner.page)
  await fillDisk(planner.page)
  await planner.page.getByRole('textbox', { name: /^Message to/ }).fill('This has nowhere to go')
  await planner.page.keyboard.press('Enter')
  await expect(planner.page.getByRole('link', { name: 'Make room on this device' })).toBeVisible()
  await expect(planner.page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('This has nowhere to go')
})

test(
  'what is typed while a full disk sends a message stays in the box, and the message goes out once',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const { page, ...planner } = await kit.newPerson('planner')
    const booking = await findBooking(kit.api(planner), 'pending')
    const text = `Sent from memory ${Date.now()}`
    const box = messageBox(page)
    await openThread(page, booking.id)
    await box.fill(text)
    await openThread(page, booking.id)
    await expect(box).toHaveValue(text)
    await readyForNoSignal(page)
    await fillDisk(page)
    const tries: (() => void)[] = []
    // Everything arrives, and the answers to the first three tries are lost.
    await page.route(
      ({ pathname }) => MESSAGES_PATH.test(pathname),
      async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        const response = await route.fetch()
        const nth = tries.length
        await new Promise<void>((resolve) => tries.push(resolve))
        return nth < 3 ? route.abort() : route.fulfill({ response })
      },
    )
    await box.press('Enter')
    for (const nth of [0, 1, 2]) {
      await expect.poll(() => tries.length).toBe(nth + 1)
      tries[nth]?.()
    }
    await expect.poll(() => tries.length).toBe(4)
    await box.fill('Typed meanwhile')
    const answer = page.waitForResponse((response) => MESSAGES_PATH.test(new URL(response.url()).pathname))
    tries[3]?.()
    await (await answer).finished()
    expect(await sentTexts(kit.api(planner), booking.id, [text])).toEqual([text])
    await expect(box).toHaveValue('Typed meanwhile')
  },
)

/** The disk takes its time with each look at the words of a message box. Others are typed into the box while it looks. */
const typeDuringLook = (page: Page, words: string) =>
  page.addInitScript((typed) => {
    const { get } = IDBObjectStore.prototype
    let isTyped = false
    const type = () => {
      const box = document.querySelector<HTMLTextAreaElement>('.composer textarea')
      if (!box || isTyped) return
      isTyped = true
      box.setRangeText(typed)
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === 'drafts' && String(key).startsWith('message:')) {
        for (let nth = 0; nth < 20_000; nth++) get.call(this, 'nothing')
        setTimeout(type)
      }
      return get.call(this, key)
    }
  }, words)

/** Types into the message box in the moment in which it appears. */
const typeAtOnce = (page: Page, words: string) =>
  page.addInitScript((typed) => {
    const observer = new MutationObserver(() => {
      const box = document.querySelector<HTMLTextAreaElement>('.composer textarea')
      if (!box) return
      observer.disconnect()
      box.setRangeText(typed)
      box.dispatchEvent(new Event('input', { bubbles: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  }, words)

test('what is typed in the moment in which a box appears stands behind what was kept', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  const booking = await findBooking(kit.api({ context }), 'pending')
  await openThread(page, booking.id)
  await messageBox(page).fill('Half a sentence')
  await page.goto('/settings')
  const quick = await context.newPage()
  await typeAtOnce(quick, 'and more')
  await openThread(quick, booking.id)
  await expect(messageBox(quick)).toHaveValue('Half a sentence\nand more')
})

test('what is typed before the disk has answered stands behind what was kept', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  const booking = await findBooking(kit.api({ context }), 'pending')
  await openThread(page, booking.id)
  await messageBox(page).fill('Half a sentence')
  await page.goto('/settings')
  const slow = await context.newPage()
  await typeDuringLook(slow, 'and more')
  await openThread(slow, booking.id)
  await expect(messageBox(slow)).toHaveValue('Half a sentence\nand more')
  await slow.close()
  await openThread(page, booking.id)
  await expect(messageBox(page)).toHaveValue('Half a sentence\nand more')
})

test('photos of a first visit, and of what one has booked and ordered, are kept soon', ON_PHONE, async ({ kit }) => {
  const planner = await kit.newPerson('planner')
  const api = kit.api(planner)
  const booking = await findBooking(api, 'paid')
  const listing = await api.get<Listing>(`/api/listings/${booking.listingId}`)
  const { id } = await api.get<CurrentUser>('/api/user')
  const ordered = new Set((await api.get<Purchase[]>(`/api/users/${id}/purchases`)).map(({ itemId }) => itemId))
  const item = (await api.get<Item[]>('/api/made-to-order')).find((one) => ordered.has(one.id))
  await planner.page.goto('/settings?tab=storage')
  await readyForNoSignal(planner.page)
  const kept = async () => (await cachedPaths(planner.page)).filter((path) => path.startsWith('/uploads/')).join(' ')
  for (const thing of [listing, item]) {
    const hash = /[a-f0-9]{64}/.exec(thing?.mainImage ?? '')?.[0] ?? 'no photo of ours'
    await expect.poll(kept).toContain(hash)
  }
})

test('a person whom there is not is not found, on the screen too', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(/404/)
  const { page } = await kit.visitor()
  const answer = await page.goto('/users/99999/inspiration')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'User Not Found' })).toBeVisible()
})

test('a link to what was made elsewhere a moment ago waits for it', ON_PHONE, async ({ kit }) => {
  const owner = await newOwner(kit)
  const { page } = owner
  await page.goto('/inbox')
  await readyForNoSignal(page)
  const letCome = await hold(page, '**/api/sync/pull')
  const listing = await postListing(kit, owner)
  const asker = kit.api(await kit.newcomer())
  const words = { listingId: listing.id, content: 'Is there a ramp?', clientId: randomUUID() }
  const { questionId } = await asker.post<QuestionMessage>('/api/questions', words)

  const asked = page.waitForRequest('**/api/sync/pull')
  await page.goto(`/listings/${listing.id}/edit`)
  await asked
  await expect(page.getByText('Loading your listing')).toBeVisible()
  await expect(page.getByText('Listing not found')).toHaveCount(0)
  await page.goto(`/inbox?thread=${questionId}`)
  await expect(page.getByRole('dialog').getByText('Loading messages')).toBeVisible()
  letCome()
  await expect(bubbles(page, 'Is there a ramp?')).toBeVisible()
  await page.goto(`/listings/${listing.id}/edit`)
  await expect(page.getByLabel('Title')).toHaveValue(listing.title)
})

test('the chosen tab stays in view when a font makes the tabs wider', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.newPerson('host')
  await page.goto('/settings?tab=earnings')
  const chosen = page.getByRole('tab', { selected: true })
  await expect(chosen).toBeInViewport({ ratio: 1 })
  await page.getByRole('tab').evaluateAll((tabs) => {
    for (const tab of tabs) tab.style.letterSpacing = '0.1em'
  })
  await expect(chosen).toBeInViewport({ ratio: 1 })
})

test('Back closes what is open, one step each, and leaves no step behind', async ({ kit }) => {
  const { page } = await kit.visitor()
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Browse/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page).toHaveURL('/listings')
  const filter = page.getByRole('dialog', { name: 'Filter Items' })
  const open = () => page.getByRole('button', { name: 'Filter', exact: true }).click()
  await open()
  await filter.getByRole('checkbox').first().check()
  await page.goBack()
  await expect(filter).toBeHidden()
  await expect(page).toHaveURL('/listings')

  // Closed in other ways, it leaves a step that Back passes over.
  for (const close of ['cross', 'key']) {
    await open()
    if (close === 'cross') await filter.getByRole('button', { name: 'Close', exact: true }).click()
    else await page.keyboard.press('Escape')
    await expect(filter).toBeHidden()
  }
  // One that opens at such a step is closed by Back like any other.
  await open()
  await page.goBack()
  await expect(filter).toBeHidden()
  await page.waitForTimeout(300)
  await expect(page).toHaveURL('/listings')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('Back closes a menu, on a phone the side menu, and a link in one leaves no step behind', async ({ kit }) => {
  const { page } = await kit.visitor()
  await page.goto('/listings')
  await expect(page.getByRole('article').first()).toBeVisible()
  const [side, list] = [
    page.getByRole('button', { name: 'Menu', exact: true }),
    page.getByRole('button', { name: 'List Item' }),
  ]
  const open = async () => ((await side.isVisible()) ? side.click() : list.click())
  const entry = page.getByRole('link', { name: 'Share Inspiration' }).filter({ visible: true })
  await open()
  await expect(entry).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state.over?.length)).toBe(1)
  await page.goBack()
  await expect(entry).toBeHidden()
  await expect(page).toHaveURL('/listings')
  await open()
  await expect(entry).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state.over?.length)).toBe(1)
  await entry.click()
  await expect(page).toHaveURL(/inspiration/)
  await page.goBack()
  await expect(page).toHaveURL('/listings')
  await expect(entry).toBeHidden()
})
