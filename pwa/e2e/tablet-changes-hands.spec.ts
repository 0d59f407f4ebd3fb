import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { STILL_WAITING } from './connection'
import { loseSession, privateRows, readWholeBrowser } from './device-storage'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { expectVisitor, fillSignIn, pressLogout, signInAs } from './sessions'
import { bubbles, expectSent, findBookingApartFrom, messageBox, openThread, sentTexts, writeMessage } from './threads'
import { expectWorker } from './workers'

const ON_PHONE = { tag: '@phone' }
const closeDialog = (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).click()

/** The planner with words in every place that keeps words: sent, waiting, half typed, and in a draft. All hold `mark`. */
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
  await writeMessage(page, `${mark} waits`)
  await expect(bubbles(page, `${mark} waits`)).toContainText('Waiting for a connection')
  await messageBox(page).fill(`${mark} is half typed`)
  await closeDialog(page)
  await page.goto(`/listings/${listingId}`)
  await page
    .getByRole('region', { name: 'Book Dates' })
    .getByLabel(/^Note to/)
    .fill(`${mark} note`)
  return { ...planner, bookingId, sent: () => sentTexts(elsewhere, bookingId, [`${mark} waits`]) }
}

/** Nothing that the planner wrote or was told can be read in any store of this browser. */
async function expectNothingOf(page: Page, mark: string): Promise<void> {
  await expect.poll(() => readWholeBrowser(page)).not.toContain(mark)
  expect(await readWholeBrowser(page)).not.toContain('planner@trestle.example')
}

test(
  'after every way of leaving, a shared tablet shows nothing of the one before, and all of it comes back',
  ON_PHONE,
  async ({ kit }) => {
    test.slow()
    const mark = `Quetzal${Date.now()}`
    const { page, context, bookingId, sent } = await plannerAtWork(kit, mark)
    expect(await readWholeBrowser(page)).toContain(mark)

    // Signed out, with what waits kept.
    await pressLogout(page)
    await page.getByRole('button', { name: 'Keep and sign out' }).click()
    await expectVisitor(page)
    await expectNothingOf(page, mark)

    // The host uses the tablet, sees that something waits for the planner, and their session ends by itself.
    await kit.offline(context, false)
    await signInAs(page, 'host')
    await page.goto('/settings?tab=storage')
    await expect(page.getByText('3 things of planner wait here')).toBeVisible()
    await expectNothingOf(page, mark)
    expect(await sent()).toEqual([])
    await loseSession(context)
    await page.goto('/offers')
    await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
    expect(await privateRows(page)).toEqual([])
    expect(await readWholeBrowser(page)).not.toContain('host@trestle.example')

    // The planner comes back: what waited goes out, once, and what was typed is there.
    await signInAs(page, 'planner')
    await expect.poll(sent).toEqual([`${mark} waits`])
    await openThread(page, bookingId)
    await expect(messageBox(page)).toHaveValue(`${mark} is half typed`)
    await closeDialog(page)

    // The planner's session ends, and somebody else signs in without a word.
    await loseSession(context)
    await page.goto('/offers')
    await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
    await expectNothingOf(page, mark)
    await signInAs(page, 'maker')
    await page.goto('/offers')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNothingOf(page, mark)
    await pressLogout(page)
    await expectVisitor(page)
    expect(await privateRows(page)).toEqual([])
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
  expect(await readWholeBrowser(page)).not.toContain(mark)
  expect(await sentTexts(kit.api({ context }), bookingId, [`${mark} waits`])).toEqual([])
  const taken = kit.proxy
    .arrivals('POST', /^\/api\/bookings\/\d+\/messages$/)
    .filter(({ serverStatuses }) => serverStatuses.some((status) => status < 400))
  expect(taken).toEqual([])
  await page.goto('/settings?tab=storage')
  await expect(page.getByText('3 things of planner wait here')).toBeVisible()
  await expect(page.getByText('1 thing that had been sent is no longer on the server')).toBeVisible()
})
