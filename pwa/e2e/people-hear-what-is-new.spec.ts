import type { BrowserContext } from '@playwright/test'
import type { NoticeWord, PushNotice } from '#schema/push-notice'
import type { SignedInUser } from '#schema/user'
import { openPushService, type TestBrowser, type TestPushService } from '../../server/test-support/push-service'
import { BROWSER } from './browsers'
import { loseSession, upgradeDisk } from './device-storage'
import { answeredWith, test as base, expect, type Kit, NETWORK_ERRORS } from './fixtures'
import type { Person } from './person'
import {
  givePushService,
  iconNumber,
  leaveApp,
  pressNotification,
  putAway,
  type Shown,
  shownNotifications,
  takePush,
} from './push-device'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'
import { expectVisitor, fillSignIn, pressLogout } from './sessions'
import { openThread, writeMessage } from './threads'
import { deliverPush, expectWorker } from './workers'

/** What a device tells does not depend on its width. */
const ON_PHONE = { tag: '@phone' }

const test = base.extend<{ pushes: TestPushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
  pushes: async ({}, use) => {
    const service = await openPushService()
    await use(service)
    await service.close()
  },
})

interface Device extends Person {
  browser: TestBrowser
}

/** A renter with an offer, whose browser can be reached, in the thread with the owner. */
async function renterWithOffer(kit: Kit, pushes: TestPushService, path: string) {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter: Device = { ...(await newRenter(kit, 'visa')), browser: pushes.browser(path) }
  await givePushService(renter.context, renter.browser)
  const offer = await makeOffer(kit, renter, listing, daysAhead(3, 4))
  return { owner, renter, offer }
}

/** Says yes to the question that comes after a message. */
async function agree({ page }: Device, bookingId: number): Promise<void> {
  await openThread(page, bookingId)
  await expectWorker(page)
  const question = page.getByRole('region', { name: 'Get notified of the answer?' })
  await expect(question).toBeHidden()
  await writeMessage(page, 'Is there a crate for them?')
  await question.getByRole('button', { name: 'Notify me' }).click()
  await expect(question).toContainText('This device will tell you.')
}

/** The next push of that word that the server hands over, as the device's browser reads it; one that came twice counts once. */
async function nextPush(pushes: TestPushService, { browser }: Device, word: NoticeWord): Promise<PushNotice> {
  const read = () => pushes.received.map(({ body }) => browser.read(body))
  await expect.poll(() => read().map((notice) => notice.word), { message: 'a push' }).toContain(word)
  const all = read()
  const at = all.findIndex((notice) => notice.word === word)
  pushes.received.splice(0, at + 1)
  return all[at] as PushNotice
}

/**
 * Delivers `notice` where notifications have been put away before, until the device shows `expected` alone. A browser that is still
 * busy with what was put away may take the next one with it; then there is one more event of the same words.
 */
async function deliverAfterOthers(context: BrowserContext, origin: string, notice: PushNotice, expected: Shown) {
  let further = 0
  await expect(async () => {
    await deliverPush(context, origin, further === 0 ? notice : { ...notice, event: `${notice.event}-${further}` })
    further += 1
    await expect.poll(() => shownNotifications(context), { timeout: 3_000 }).toEqual([expected])
  }).toPass()
}

test.use({ launchOptions: { executablePath: BROWSER } })

test(
  'a renter hears of the answer with the app closed and no signal; the press leads to the offer',
  ON_PHONE,
  async ({ kit, pushes }) => {
    // The picture opened as a page has no icon of its own.
    kit.allowErrors(NETWORK_ERRORS, answeredWith(404))
    const { owner, renter, offer } = await renterWithOffer(kit, pushes, '/renter')
    const { context } = renter
    await agree(renter, offer.id)
    await renter.page.goto('/offers')
    await expect.poll(() => iconNumber(renter.page)).toBe('0')
    // A picture in a tab of its own shows nothing of what is told.
    const picture = await context.newPage()
    await picture.goto('/mark.svg')
    await renter.page.close()

    await answer(kit, owner, offer, 'approved')
    const notice = await nextPush(pushes, renter, 'approved')
    await kit.proxy.mode({ kind: 'refuse' })
    expect(await takePush(context, kit.origin, notice)).toBe(1)
    const approved = { title: `${owner.name} approved your offer`, body: `“${offer.listingTitle}”.` }
    await expect.poll(() => shownNotifications(context)).toEqual([approved])
    await picture.close()
    // A push service that delivers twice is heard once.
    await putAway(context)
    expect(await takePush(context, kit.origin, notice)).toBe(0)
    expect(await shownNotifications(context)).toEqual([])
    await kit.proxy.reset()
    await kit.api(owner).post(`/api/bookings/${offer.id}/messages`, { content: 'There is. Bring a car.' })
    const wrote = { title: `${owner.name} wrote to you`, body: `About “${offer.listingTitle}”.` }
    await deliverAfterOthers(context, kit.origin, await nextPush(pushes, renter, 'message'), wrote)

    const [path = ''] = await pressNotification(context)
    expect(await shownNotifications(context)).toEqual([])
    const page = await context.newPage()
    await page.goto(path)
    await expect(page.getByRole('log')).toContainText('There is. Bring a car.')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: offer.listingTitle })).toBeVisible()
    // The message has been read, and the approval was seen on the offer's own page.
    await expect.poll(() => iconNumber(page)).toBe('0')
  },
)

/** A device that has been told, with the app closed, that its owner wrote. */
async function toldDevice(kit: Kit, pushes: TestPushService, path: string): Promise<Device & { notice: PushNotice }> {
  const { owner, renter, offer } = await renterWithOffer(kit, pushes, path)
  await agree(renter, offer.id)
  await leaveApp(renter.page)
  await kit.api(owner).post(`/api/bookings/${offer.id}/messages`, { content: 'There is.' })
  const notice = await nextPush(pushes, renter, 'message')
  await takePush(renter.context, kit.origin, notice)
  await expect.poll(() => shownNotifications(renter.context)).toHaveLength(1)
  return { ...renter, notice }
}

test(
  'a notification that is pressed before the app listens leads to its screen all the same',
  ON_PHONE,
  async ({ kit, pushes }) => {
    kit.allowErrors(/script constructed ExtendableEvent/)
    const { page, context } = await toldDevice(kit, pushes, '/early')
    await page.addInitScript(() => {
      const { serviceWorker } = navigator
      const listen = serviceWorker.addEventListener.bind(serviceWorker) as (...all: unknown[]) => void
      serviceWorker.addEventListener = (name: string, ...rest: unknown[]) => {
        if (name !== 'message') listen(name, ...rest)
      }
    })
    await page.goto('/listings')
    await expect(page.getByRole('article').first()).toBeVisible()
    await pressNotification(context)
    await expect(page.getByRole('log')).toContainText('There is.')
  },
)

test(
  'a worker that may not read the disk says that there is something new, and opens the app',
  ON_PHONE,
  async ({ kit, pushes }) => {
    kit.allowErrors(answeredWith(404), /script constructed ExtendableEvent/)
    const { page, context, notice } = await toldDevice(kit, pushes, '/closed')
    await putAway(context)
    // A page of the same origin without the app.
    await page.goto('/mark.svg')
    await upgradeDisk(page, 'trestle-device')
    await leaveApp(page)
    const unnamed = { title: 'Something new', body: 'Open the app to see it.' }
    await deliverAfterOthers(context, kit.origin, { ...notice, event: `${notice.event}-later` }, unnamed)
    expect(await pressNotification(context)).toEqual(['/'])
  },
)

test('nothing of one person is told to the next on the same tablet', ON_PHONE, async ({ kit, pushes }) => {
  kit.allowErrors(answeredWith(401))
  const { owner, renter, offer } = await renterWithOffer(kit, pushes, '/tablet')
  const { context, page } = renter
  await agree(renter, offer.id)
  const { id: renterId } = await kit.api(renter).get<SignedInUser>('/api/user')
  await kit.api(owner).post(`/api/bookings/${offer.id}/messages`, { content: 'There is.' })
  const notice = await nextPush(pushes, renter, 'message')
  expect(notice.to).toBe(renterId)
  // On a page that can be seen the message is there already.
  await expect(page.getByRole('log')).toContainText('There is.')
  await takePush(context, kit.origin, notice)
  expect(await shownNotifications(context)).toEqual([])

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await pressLogout(page)
  await expectVisitor(page)
  await expect.poll(() => iconNumber(page)).toBe('0')
  await kit.api(owner).post(`/api/bookings/${offer.id}/messages`, { content: 'And a second crate.' })
  await page.goto('/auth')
  await fillSignIn(page, 'planner')
  await expect(page).toHaveURL('/')
  // The tablet is the next person's now, who wants to hear as well.
  await page.goto('/settings?tab=notifications')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Notifications are on', { exact: true })).toBeVisible()
  await leaveApp(page)
  await deliverPush(context, kit.origin, { ...notice, event: 'message:999999' })
  const { id: to, accountId } = await kit.api(renter).get<SignedInUser>('/api/user')
  // The number belonged to somebody else, before the server began anew.
  await deliverPush(context, kit.origin, { ...notice, to, id: notice.id + 1, event: 'message:999997' })
  const words = { who: 'rosa', title: 'Forty plates' }
  const own = { ...notice, to, account: accountId, event: 'message:999998', ...words }
  await takePush(context, kit.origin, own)
  const shown = { title: 'rosa wrote to you', body: 'About “Forty plates”.' }
  await expect.poll(() => shownNotifications(context)).toEqual([shown])
  await page.goto('/settings?tab=notifications')
  await expect(page.getByText('Notifications are on', { exact: true })).toBeVisible()
  expect(pushes.received).toEqual([])

  // Their session ends by itself: what was told goes from the screen with everything else.
  await leaveApp(page)
  await putAway(context)
  await deliverAfterOthers(context, kit.origin, { ...own, id: own.id + 1, event: 'message:999996' }, shown)
  await loseSession(context)
  await page.goto('/offers')
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await expect.poll(() => shownNotifications(context)).toEqual([])
  expect(await iconNumber(page)).toBe('0')
})

test(
  'notifications are switched off by kind and by device, where they can be at all',
  ON_PHONE,
  async ({ kit, pushes }) => {
    const { owner, renter, offer } = await renterWithOffer(kit, pushes, '/phone')
    const { page } = renter
    await page.goto('/settings?tab=notifications')
    await expectWorker(page)
    await expect(page.getByText('Notifications are off')).toBeVisible()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('Notifications are on', { exact: true })).toBeVisible()
    const messages = page.getByRole('checkbox', { name: 'Messages: Push' })
    await messages.uncheck()
    await expect(messages).toBeEnabled()
    await page.reload()
    await expect(page.getByText('Notifications are on', { exact: true })).toBeVisible()
    await expect(messages).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Orders: Push' })).toBeChecked()
    const pushed = page.getByRole('checkbox', { name: 'Damage reports: Push' })
    const mailed = page.getByRole('checkbox', { name: 'Damage reports: Mail' })
    await pushed.focus()
    await page.keyboard.press('Space')
    await expect(pushed).not.toBeChecked()
    await expect(mailed).toBeEnabled()
    await mailed.focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('alert').filter({ hasText: 'always reach you' })).toBeVisible()
    await expect(mailed).toBeChecked()
    await kit.api(owner).post(`/api/bookings/${offer.id}/messages`, { content: 'Hello' })
    await answer(kit, owner, offer, 'declined')
    expect(await nextPush(pushes, renter, 'declined')).toMatchObject({ word: 'declined', id: offer.id })

    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Notifications are off')).toBeVisible()
    expect(await kit.api(renter).get('/api/user/push')).toMatchObject({
      here: false,
      ways: { messages: { push: false }, claims: { push: false, mail: true }, answers: { push: true, mail: true } },
    })
    // Whoever was never asked and has decided by themselves is not asked any more.
    await openThread(page, offer.id)
    await writeMessage(page, 'Another time, then.')
    await expect(page.getByRole('region', { name: 'Get notified of the answer?' })).toBeHidden()
  },
)

test('a browser that cannot notify says why, and an iPhone how it can', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.newcomer()
  const says = async (title: string, text: string) => {
    await page.goto('/settings?tab=notifications')
    const state = page.getByRole('status').filter({ hasText: title })
    await expect(state).toContainText(text)
    await expect(page.getByRole('button', { name: /^Turn/ })).toBeHidden()
  }
  await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await says('Blocked in the browser', 'Allow notifications in its settings for this site')
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await says('Not supported', 'Another browser on this device may')
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' }),
  )
  await says('Install the app first', 'Add to Home Screen')
})
