import type { Locator, Page } from '@playwright/test'
import type { Listing } from '#schema/listing'
import { SQLD } from '../../server/test-support/database-server'
import { grayPng } from '../../server/test-support/test-pictures'
import { pickDays } from './calendar'
import { answeredWith, expect, NETWORK_ERRORS, sendToServer, test } from './cluster-fixtures'
import type { ClusterProcess } from './cluster-process'
import { readyForNoSignal, STILL_WAITING } from './connection'
import type { Kit } from './fixtures'
import { type Person, register } from './person'
import { CARDS, paymentsOf, saveCard } from './provider'
import { becomeOwner, daysAhead, makeOffer, onlyOffer, postListing } from './rentals'
import { bubbles, expectSent, MESSAGES_PATH, openThread, writeMessage } from './threads'

test.skip(!SQLD, 'There is a database server for Linux on x64 only.')

const [RENTERS_SERVER, OWNERS_SERVER] = [0, 1]
const PASSWORD = 'correct horse'
const WANTED = daysAhead(20, 22)
const NOTE = 'For a rooftop dinner. We carry everything ourselves.'
/** Three days, one of five, at $24.50. */
const LINE = '3 days x $24.50 = $73.50'
const OFFERS = '/api/bookings'
/** A live message comes within a second; a machine that is busy with other things may take longer. */
const LIVE = { timeout: 10_000 }

interface Sides {
  owner: Person
  renter: Person
  listing: Listing
}

const form = (page: Page): Locator => page.getByRole('region', { name: 'Book Dates' })

async function arrive(kit: Kit, server: number): Promise<Person> {
  const visitor = await kit.visitor()
  const name = await register(kit.api(visitor), undefined, PASSWORD)
  await sendToServer(kit, visitor, server)
  return { ...visitor, name }
}

/** A listing, its owner on one server and a renter with a card on the other one. */
async function open(kit: Kit): Promise<Sides> {
  const [owner, renter] = [await arrive(kit, OWNERS_SERVER), await arrive(kit, RENTERS_SERVER)]
  await becomeOwner(kit, owner)
  const file = { name: 'lanterns.png', mimeType: 'image/png', buffer: Buffer.from(grayPng(40, 30)) }
  const uploaded = await owner.context.request.post(`${kit.origin}/api/upload`, { multipart: { file } })
  const { url } = (await uploaded.json()) as { url: string }
  const listing = await postListing(kit, owner, { quantity: 5, mainImage: url })
  await saveCard(kit, renter, CARDS.visa)
  return { owner, renter, listing }
}

async function expectPaymentStep(page: Page): Promise<void> {
  await expect(form(page).getByText(LINE)).toBeVisible()
  await expect(form(page).getByText(NOTE)).toBeVisible()
}

const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit Offer' }).click()

/** The database has one offer for the listing, with one hold. */
async function expectOneOffer(kit: Kit, cluster: ClusterProcess, { renter, listing }: Sides): Promise<void> {
  expect(await cluster.rows('SELECT status FROM bookings WHERE listing_id = ?', listing.id)).toEqual([
    { status: 'pending' },
  ])
  const offer = await onlyOffer(kit, renter, listing)
  expect(offer).toMatchObject({ paymentState: 'held', ...WANTED, note: NOTE })
  expect((await paymentsOf(kit, offer.id)).map(({ status }) => status)).toEqual(['requires_capture'])
}

for (const [when, isAnswerLost] of [
  ['once it has the offer', true],
  ['while it takes the offer', false],
] as const) {
  test(`a server that is killed ${when} leaves one offer, and its owner sees it on another server`, {
    tag: '@phone',
  }, async ({ kit, cluster }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const sides = await open(kit)
    const { owner, renter, listing } = sides
    const { page } = renter
    await owner.page.goto('/offers')
    await page.goto(`/listings/${listing.id}`)
    await readyForNoSignal(page)
    await pickDays(form(page), WANTED)
    await form(page)
      .getByLabel(/^Note to/)
      .fill(NOTE)
    await form(page).getByRole('button', { name: 'Continue' }).click()
    await expectPaymentStep(page)
    await expect(form(page).getByRole('radio', { name: CARDS.visa.name })).toBeChecked()

    if (isAnswerLost) await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: OFFERS, times: 1 })
    const arrived = () =>
      isAnswerLost ? kit.proxy.delivered('POST', OFFERS) : kit.proxy.arrivals('POST', OFFERS).length
    await submit(page)
    await expect.poll(arrived, { intervals: [1] }).toBe(1)
    await cluster.signal('SIGKILL', RENTERS_SERVER)
    await test.step('while the server is away, and after a reload, all that was typed is there', async () => {
      await expectPaymentStep(page)
      await page.reload()
      await expectPaymentStep(page)
    })
    await test.step('the server is back, and the same press is made again', async () => {
      await submit(page)
      await expect(page.getByText('Your rental offer has been sent to the owner for review.')).toBeVisible()
    })
    await expectOneOffer(kit, cluster, sides)
    await expect(owner.page.getByRole('link', { name: listing.title, exact: true })).toBeVisible()
  })
}

test('a message that is written while the database is killed is sent once, and read on another server', {
  tag: '@phone',
}, async ({ kit, cluster }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(503))
  const { owner, renter, listing } = await open(kit)
  const { id } = await makeOffer(kit, renter, listing, WANTED)
  for (const { page } of [renter, owner]) await openThread(page, id)
  for (const { page } of [renter, owner]) await readyForNoSignal(page)
  const stored = (text: string) => cluster.rows('SELECT id FROM messages WHERE content = ?', text)

  await test.step('all is well: the message is on the other screen at once', async () => {
    const text = 'Are the candles included?'
    const begun = performance.now()
    await writeMessage(renter.page, text)
    await expect(bubbles(owner.page, text)).toBeVisible(LIVE)
    console.log(
      `A message was on the screen of the other server’s person after ${Math.round(performance.now() - begun)} ms.`,
    )
  })

  await test.step('the database is killed once it has the message, whose answer is lost', async () => {
    const text = 'They are. Twelve of them.'
    await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: MESSAGES_PATH, times: 1 })
    const before = kit.proxy.delivered('POST', MESSAGES_PATH)
    await writeMessage(owner.page, text)
    await expect.poll(() => kit.proxy.delivered('POST', MESSAGES_PATH), { intervals: [1] }).toBeGreaterThan(before)
    await cluster.signal('SIGKILL', 'database')
    await expectSent(owner.page, [text])
    await expectSent(renter.page, [text])
    expect(await stored(text)).toHaveLength(1)
  })

  await test.step('the database stops answering, the message waits, and the database is killed', async () => {
    const text = 'And a box of matches.'
    await cluster.signal('SIGSTOP', 'database')
    await writeMessage(owner.page, text)
    await expect(bubbles(owner.page, text)).toContainText(/Waiting/)
    await cluster.signal('SIGKILL', 'database')
    await expectSent(owner.page, [text])
    await expectSent(renter.page, [text])
    expect(await stored(text)).toHaveLength(1)
  })
})
