import type { Locator, Page } from '@playwright/test'
import { formatChipDay, formatWeekday } from '#schema/date-range'
import type { Listing } from '#schema/listing'
import { pickDays, turnTo } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import { CARDS, paymentsOf, savedCards, typeCard } from './provider'
import {
  answer,
  daysAhead,
  makeOffer,
  messagesOf,
  newOwner,
  newRenter,
  offersFor,
  onlyOffer,
  postListing,
  pressApprove,
} from './rentals'

const WANTED = daysAhead(30, 32)
const TAKEN_ELSEWHERE = daysAhead(40, 42)
const DEMO_LISTINGS = 200
/** Three people, a server that dies and comes back: on a busy machine this story outlasts the others' limit. */
const LIMIT_MS = 120_000

/** How many items the page says that it has found. */
async function countShown(page: Page): Promise<number> {
  const text = await page
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ items?$/ })
    .innerText()
  return Number(text.replace(/\D/g, ''))
}

const card = (page: Page, { title }: Listing): Locator => page.getByRole('article').filter({ hasText: title })

/** Chooses a category or dates in the filter panel and applies them. */
async function filterBy(page: Page, choose: (panel: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filter Items' })
  await choose(panel)
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(panel).toBeHidden()
}

async function pickInPanel(panel: Locator, range: typeof WANTED): Promise<void> {
  await panel.getByRole('button', { name: 'Pick a date range' }).click()
  await pickDays(panel, range)
}

test('a host browses and writes without a signal, books when it is back, and the dates are gone for everyone else', async ({
  kit,
}, { project }) => {
  test.setTimeout(LIMIT_MS)
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const bringsCard = project.name === 'desktop'
  const owner = await newOwner(kit)
  const lanterns = await postListing(kit, owner)
  const popular = await postListing(kit, owner, { title: `Paper moons ${lanterns.title.slice(-8)}` })
  const rival = await newRenter(kit, 'visa')
  await answer(kit, owner, await makeOffer(kit, rival, popular, TAKEN_ELSEWHERE), 'approved')
  const host = await newRenter(kit, ...(bringsCard ? (['visa', 'mastercard'] as const) : (['visa'] as const)))
  const earlier = await makeOffer(kit, host, popular, daysAhead(60, 61))
  const { page } = host

  await test.step('opens Trestle and browses', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('heading', { name: 'Available Items' })).toBeVisible()
    await expect.poll(() => countShown(page)).toBeGreaterThanOrEqual(DEMO_LISTINGS)
    await readyForNoSignal(page)
  })

  await test.step('loses the signal and goes on browsing, searching and filtering', async () => {
    await loseSignal(kit, page)
    await expect.poll(() => countShown(page)).toBeGreaterThanOrEqual(DEMO_LISTINGS)

    const search = page.getByRole('searchbox', { name: 'Search listings' })
    await search.fill(lanterns.title.slice(-8))
    await expect(page.getByRole('article')).toHaveCount(2)
    await filterBy(page, (panel) => panel.getByRole('checkbox', { name: 'Linens' }).check())
    await expect(page.getByText('No items found matching your filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Categories: 1' }).click()
    await filterBy(page, async (panel) => {
      await panel.getByRole('checkbox', { name: 'Lighting' }).check()
      await pickInPanel(panel, TAKEN_ELSEWHERE)
    })
    const { startDate, endDate } = TAKEN_ELSEWHERE
    await expect(page.getByText(`Available: ${formatChipDay(startDate)} - ${formatChipDay(endDate)}`)).toBeVisible()
    await expect(card(page, lanterns)).toBeVisible()
    await expect(card(page, popular)).toBeHidden()
  })

  await test.step('opens a listing by its address and reloads it', async () => {
    await page.goto(`/listings/${lanterns.id}`)
    await page.reload()
    await expect(page.getByRole('heading', { name: lanterns.title })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Book Dates' }).getByRole('grid').first()).toBeVisible()
  })

  const words = `Could you bring spare hooks? ${lanterns.title.slice(-8)}`
  await test.step('writes a message that waits, while the server dies and comes back', async () => {
    await page.goto('/offers')
    const offer = page.getByRole('article').filter({ hasText: popular.title })
    await offer.getByRole('button', { name: 'Messages' }).click()
    const dialog = page.getByRole('dialog', { name: owner.name })
    await dialog.getByLabel(`Message to ${owner.name}`).fill(words)
    await dialog.getByLabel(`Message to ${owner.name}`).press('Enter')
    await expect(dialog.getByText('Waiting for a connection')).toBeVisible()
    await kit.server.kill9()
    await kit.server.start()
    expect(await messagesOf(kit, owner, earlier)).toEqual([])
  })

  await test.step('back online it goes out by itself, once, although the first answer is lost', async () => {
    const path = `/api/bookings/${earlier.id}/messages`
    await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path, times: 1 })
    await regainSignal(kit, page)
    const thread = page.getByRole('log', { name: `Messages with ${owner.name}` })
    await expect(thread.getByText(/^(Waiting|Sending)/)).toBeHidden({ timeout: 20_000 })
    await expect(thread.getByText(words)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    expect((await messagesOf(kit, owner, earlier)).map(({ content }) => content)).toEqual([words])
    await expect.poll(() => kit.proxy.arrivals('POST', path).length).toBeGreaterThanOrEqual(2)
    const sent = kit.proxy.arrivals('POST', path)
    expect(sent[0]?.fault).toBe('forward-then-cut')
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(sent[0]?.idempotencyKey).toBeTruthy()
  })

  await test.step('picks dates, chooses a card and submits the offer', async () => {
    await page.goto(`/listings/${lanterns.id}`)
    const booking = page.getByRole('region', { name: 'Book Dates' })
    await pickDays(booking, WANTED)
    await expect(booking.getByText('3 days x $24.50 = $73.50')).toBeVisible()
    await booking.getByRole('button', { name: 'Continue' }).click()
    if (bringsCard) await booking.getByRole('radio', { name: CARDS.mastercard.name }).check()
    else {
      await booking.getByRole('button', { name: 'Add Payment Method' }).click()
      await typeCard(page, CARDS.mastercard)
      await expect(page.getByText('Payment method added successfully')).toBeVisible()
      await booking.getByRole('radio', { name: CARDS.mastercard.name }).check()
    }
    await booking.getByRole('button', { name: 'Submit Offer' }).click()
    await expect(
      page.getByText(
        'Your rental offer has been sent to the owner for review. A hold has been placed on your payment method.',
      ),
    ).toBeVisible()
    const [hold] = await paymentsOf(kit, (await onlyOffer(kit, host, lanterns)).id)
    expect(hold).toMatchObject({ status: 'requires_capture', amount: 7350, amount_received: 0 })
  })

  await test.step('the owner approves in another browser, and the money is taken', async () => {
    await owner.page.goto('/offers?tab=received')
    const offer = owner.page.getByRole('article').filter({ hasText: lanterns.title })
    await expect(offer.getByText(`${host.name} would like this`)).toBeVisible()
    await pressApprove(offer)
    await expect(owner.page.getByText('Offer approved')).toBeVisible()
    await expect(offer.getByText(`${host.name} has paid $73.50.`)).toBeVisible()
    const booking = await onlyOffer(kit, host, lanterns)
    expect(booking).toMatchObject({ status: 'paid', paymentState: 'captured', ...WANTED, totalAmount: 7350 })
    expect(await paymentsOf(kit, booking.id)).toEqual([
      expect.objectContaining({ status: 'succeeded', amount: 7350, amount_received: 7350 }),
    ])
    await page.goto('/offers')
    await expect(
      page
        .getByRole('article')
        .filter({ hasText: lanterns.title })
        .getByText(`Paid. ${owner.name} expects you on ${formatWeekday(WANTED.startDate)}.`),
    ).toBeVisible()
  })

  await test.step('the dates are gone for everyone else', async () => {
    const visitor = await kit.visitor()
    await visitor.page.goto(`/listings/${lanterns.id}`)
    const calendar = visitor.page.getByRole('region', { name: 'Book Dates' })
    await expect(await turnTo(calendar, WANTED.startDate)).toBeDisabled()
    await expect(await turnTo(calendar, WANTED.endDate)).toBeDisabled()

    await visitor.page.goto(`/listings?search=${lanterns.title.slice(-8)}`)
    await expect(card(visitor.page, lanterns)).toBeVisible()
    await filterBy(visitor.page, (panel) => pickInPanel(panel, WANTED))
    await expect(card(visitor.page, popular)).toBeVisible()
    await expect(card(visitor.page, lanterns)).toBeHidden()

    const [paymentMethodId] = await savedCards(kit, rival)
    const offer = { listingId: lanterns.id, ...WANTED, paymentMethodId }
    await expect(kit.api(rival).post('/api/bookings', offer)).rejects.toThrow(/answered 409.*dates_taken/)
    expect(await offersFor(kit, rival, lanterns)).toEqual([])
  })
})
