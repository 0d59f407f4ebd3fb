import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { STILL_WAITING } from './connection'
import { foundInBrowser, loseSession, piecesOfPhotos, privateRows } from './device-storage'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { type DemoAccount, signIn } from './person'
import { sharePost } from './posts'
import { expectVisitor, fillSignIn, pressLogout, signInAs } from './sessions'
import {
  bookingsOf,
  bubbles,
  expectSent,
  findBookingApartFrom,
  messageBox,
  openThread,
  sentTexts,
  writeMessage,
} from './threads'
import { expectWorker } from './workers'

const ON_PHONE = { tag: '@phone' }
const closeDialog = (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).click()

/** Somebody with words in every place that keeps words: sent, waiting, half typed, and in a draft. All hold `mark`. */
async function writeEverywhere(page: Page, { bookingId, listingId }: Talk, mark: string): Promise<void> {
  await openThread(page, bookingId)
  await writeMessage(page, `${mark} waits`)
  await expect(bubbles(page, `${mark} waits`)).toContainText('Waiting for a connection')
  await messageBox(page).fill(`${mark} is half typed`)
  await closeDialog(page)
  await page.goto(`/listings/${listingId}`)
  await page
    .getByRole('region', { name: 'Book Dates' })
    .getByLabel(/^Note to/)
    .fill(`${mark} note`)
}

/** An offer, and the listing that it is about. */
interface Talk {
  bookingId: number
  listingId: number
}

/** The planner in the middle of things, without a connection. */
async function plannerAtWork(kit: Kit, mark: string) {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(401))
  const planner = await kit.newPerson('planner')
  // The other side of the offer is nobody who uses the tablet later: they would be told of it.
  const { id: bookingId, listingId } = await findBookingApartFrom(kit.api(planner), ['host', 'maker'])
  const elsewhere = kit.api(await kit.newPerson('planner'))
  const { page, context } = planner
  await openThread(page, bookingId)
  await expectWorker(page)
  await writeMessage(page, `${mark} was sent`)
  await expectSent(page, [`${mark} was sent`])
  await kit.offline(context, true)
  await writeEverywhere(page, { bookingId, listingId }, mark)
  const sent = () => sentTexts(elsewhere, bookingId, [`${mark} waits`])
  return { ...planner, bookingId, listingId, elsewhere, sent }
}

/** Shares a photo, which waits. @returns pieces of its bytes */
async function sharePhoto(page: Page, title: string): Promise<string[]> {
  await sharePost(page, title)
  const pieces = await piecesOfPhotos(page)
  expect(pieces).toHaveLength(1)
  return pieces
}

/** Nothing that somebody wrote or was told, and no photo of theirs, can be read in any store of this browser. */
async function expectNothingOf(page: Page, account: DemoAccount, planted: readonly string[]): Promise<void> {
  await expect.poll(() => foundInBrowser(page, [...planted, `${account}@trestle.example`])).toEqual([])
}

test(
  'the family tablet: three people, a week, every way of leaving; each finds their own again, and nothing of the others',
  ON_PHONE,
  async ({ kit }) => {
    test.slow()
    // The engine of the one who was there asks once more, and is told so.
    kit.allowErrors(answeredWith(409))
    const now = Date.now()
    const [planners, hosts, makers] = [`Quetzal${now}`, `Heron${now}`, `Merle${now}`] as const
    const planner = await plannerAtWork(kit, planners)
    const { page, context, bookingId, sent } = planner
    // The post is everybody's once it has been sent, in the middle of the week.
    const posted = `Kestrel${now}`
    const ofPlanner = [planners, posted, ...(await sharePhoto(page, posted))]
    expect(await foundInBrowser(page, ofPlanner)).toEqual(ofPlanner)

    await test.step('Monday: the planner signs out without a signal, and keeps what waits', async () => {
      await pressLogout(page)
      await page.getByRole('button', { name: 'Keep and sign out' }).click()
      await expectVisitor(page)
      await expectNothingOf(page, 'planner', ofPlanner)
    })

    await test.step('Tuesday: the host sees that something waits; their session ends by itself', async () => {
      await kit.offline(context, false)
      await signInAs(page, 'host')
      await page.goto('/settings?tab=storage')
      await expect(page.getByText('4 things of planner wait here')).toBeVisible()
      await expectNothingOf(page, 'planner', ofPlanner)
      await page.goto('/create-made-to-order')
      await page.getByLabel('Title').fill(`${hosts} draft`)
      await expect(page.getByText('Your draft is kept')).toBeVisible()
      expect(await foundInBrowser(page, [hosts])).toEqual([hosts])
      expect(await sent()).toEqual([])
      await loseSession(context)
      await page.goto('/offers')
      await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
      expect(await privateRows(page)).toEqual([])
      await expectNothingOf(page, 'host', [hosts])
    })

    await test.step('Wednesday: the planner is back; what waited goes out once, what was typed is there', async () => {
      await signInAs(page, 'planner')
      await expect.poll(sent).toEqual([`${planners} waits`])
      await openThread(page, bookingId)
      await expect(messageBox(page)).toHaveValue(`${planners} is half typed`)
      await closeDialog(page)
      await expectNothingOf(page, 'host', [hosts])
    })

    await test.step('Thursday: the planner ends it from elsewhere, and the maker signs in without a word', async () => {
      await planner.elsewhere.post('/api/user/sessions/end', { others: true })
      await page.goto('/offers')
      await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
      await expectNothingOf(page, 'planner', [planners])
      await signInAs(page, 'maker')
      await page.goto('/offers')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingOf(page, 'planner', [planners])
    })

    await test.step('Friday: the maker discards what waits and signs out', async () => {
      await kit.offline(context, true)
      const ofMaker = [makers, ...(await sharePhoto(page, `${makers} photo`))]
      expect(await foundInBrowser(page, ofMaker)).toEqual(ofMaker)
      await pressLogout(page)
      await page.getByRole('button', { name: 'Discard and sign out' }).click()
      await expectVisitor(page)
      expect(await privateRows(page)).toEqual([])
      await expectNothingOf(page, 'maker', ofMaker)
      await kit.offline(context, false)
    })

    await test.step('Saturday: the host finds the draft, ends it, and leaves with nothing open', async () => {
      await signInAs(page, 'host')
      await page.goto('/create-made-to-order')
      await page.getByRole('link', { name: `Continue ${hosts} draft` }).click()
      await expect(page.getByLabel('Title')).toHaveValue(`${hosts} draft`)
      await page.getByRole('button', { name: 'Throw away' }).click()
      await page.getByRole('group').getByRole('button', { name: 'Throw away' }).click()
      await expect(page.getByText('Draft thrown away')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
      await pressLogout(page)
      await expectVisitor(page)
      await expectNothingOf(page, 'host', [hosts])
    })

    await test.step('Sunday: another’s session takes the place of the planner’s while the app is closed', async () => {
      await signInAs(page, 'planner')
      await page.goto(`/listings/${planner.listingId}`)
      const note = page.getByRole('region', { name: 'Book Dates' }).getByLabel(/^Note to/)
      await expect(note).toHaveValue(`${planners} note`)
      await page.goto('about:blank')
      await signIn(kit.api({ context }), 'maker')
      await page.goto('/offers')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingOf(page, 'planner', [planners])
      await pressLogout(page)
      await expectVisitor(page)
      expect(await privateRows(page)).toEqual([])
    })
  },
)

test('what waits for somebody can be saved as a file by whoever knows their password', ON_PHONE, async ({ kit }) => {
  const mark = `Lantern${Date.now()}`
  const { page, context } = await plannerAtWork(kit, mark)
  await pressLogout(page)
  await page.getByRole('button', { name: 'Keep and sign out' }).click()
  await expectVisitor(page)
  await kit.offline(context, false)
  await signInAs(page, 'host')
  await page.goto('/settings?tab=storage')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'The password of planner' })
  await dialog.getByLabel('Password').fill('not-this-one')
  await dialog.getByRole('button', { name: 'Save as a file' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('That is not the right password.')
  await dialog.getByLabel('Password').fill('trestle')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as a file' }).click()
  const stream = await (await download).createReadStream()
  const text = (await stream.toArray()).join('')
  for (const words of ['waits', 'is half typed', 'note']) expect(text).toContain(`${mark} ${words}`)
  // The seals stay, and so does the host.
  await expect(page.getByText('3 things of planner wait here')).toBeVisible()
  expect(await kit.api({ context }).get('/api/user')).toMatchObject({ username: 'host' })
})

test('a server that begins a new life takes nothing that was written for the old one', ON_PHONE, async ({ kit }) => {
  test.slow()
  kit.allowErrors(answeredWith(409))
  const mark = `Ember${Date.now()}`
  const { page, context, bookingId } = await plannerAtWork(kit, mark)
  // Another marketplace at the same address, in which the same number belongs to somebody else.
  await kit.server.stop()
  await rm(kit.server.dataDir, { recursive: true })
  await kit.server.start()
  kit.proxy.forget()
  await kit.offline(context, false)
  await page.goto('/offers')
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await fillSignIn(page, 'planner')
  await page.goto('/outbox')
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(mark)
  expect(await foundInBrowser(page, [mark])).toEqual([])
  // In the other marketplace the number may be a booking of this person, or one that they cannot read.
  const api = kit.api({ context })
  const isTheirs = (await bookingsOf(api)).some(({ id }) => id === bookingId)
  expect(isTheirs ? await sentTexts(api, bookingId, [`${mark} waits`]) : []).toEqual([])
  const taken = kit.proxy
    .arrivals('POST', /^\/api\/bookings\/\d+\/messages$/)
    .filter(({ serverStatuses }) => serverStatuses.some((status) => status < 400))
  expect(taken).toEqual([])
  await page.goto('/settings?tab=storage')
  await expect(page.getByText('3 things of planner wait here')).toBeVisible()
  await expect(page.getByText('1 thing that had been sent is no longer on the server')).toBeVisible()
})
