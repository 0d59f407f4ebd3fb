import type { Locator, Page } from '@playwright/test'
import type { Booking } from '#schema/booking'
import { type DateRange, formatWeekday } from '#schema/date-range'
import { errorCatalogue } from '#schema/errors'
import type { Listing } from '#schema/listing'
import type { CurrentUser } from '#schema/user'
import { axe } from './axe'
import { dayButton, turnTo } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import type { Person } from './person'
import { CARDS, lapseHold, paymentsOf, savedCards } from './provider'
import {
  answer,
  daysAhead,
  makeOffer,
  messagesOf,
  newOwner,
  newRenter,
  onlyOffer,
  postListing,
  pressApprove,
  pressDecline,
  startOffer,
} from './rentals'

/** Three days, one piece at $24.50. */
const DAYS = daysAhead(20, 22)

import { expectVisitor, pressLogout } from './sessions'
import { expectWorker } from './workers'

/** Stories that do not depend on the size of the screen run on one, the smaller. */
const PHONE = { tag: '@phone' }

interface Deal {
  owner: Person
  renter: Person
  listing: Listing
  offer: Booking
}

/** An owner with one listing, and an offer for it with its hold in place. */
async function openDeal(kit: Kit, days: DateRange = DAYS): Promise<Deal> {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  return { owner, renter, listing, offer: await makeOffer(kit, renter, listing, days) }
}

const cardOf = (page: Page, person: Person): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: person.name, exact: true }) })

/** The offer as its owner sees it. */
async function received({ owner, renter }: Pick<Deal, 'owner' | 'renter'>): Promise<Locator> {
  await owner.page.goto('/offers?tab=received')
  return cardOf(owner.page, renter)
}

/** The offer as its renter sees it. */
async function made({ owner, renter }: Pick<Deal, 'owner' | 'renter'>): Promise<Locator> {
  await renter.page.goto('/offers')
  return cardOf(renter.page, owner)
}

/** Words whose moment has passed stand on the page of the offer until they are thrown away. */
async function expectUnsent(page: Page, { id }: Booking, words: string): Promise<void> {
  await page.goto(`/offers/${id}`)
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await expect(page.getByText(words)).toBeHidden()
  await pressLogout(page)
  await expectVisitor(page)
}

/** Where the provider says that the money of an offer is. */
async function moneyOf(kit: Kit, { id }: Booking): Promise<{ status: string; amount_received: number }[]> {
  return (await paymentsOf(kit, id)).map(({ status, amount_received }) => ({ status, amount_received }))
}

test(
  'an owner approves: the money is taken, the renter sees it at once and learns where to go',
  PHONE,
  async ({ kit }) => {
    const deal = await openDeal(kit)
    const theirs = await made(deal)
    await expect(theirs.getByText(`Waiting for ${deal.owner.name}. Your $73.50 hold lasts until`)).toBeVisible()
    await deal.owner.page.goto('/listings')
    await expect(deal.owner.page.getByRole('link', { name: /^Offers.*1/ }).filter({ visible: true })).toBeVisible()
    const mine = await received(deal)
    await expect(deal.owner.page.getByRole('link', { name: /^Offers/ }).filter({ visible: true })).toHaveAccessibleName(
      'Offers',
    )
    await expect(deal.owner.page.getByRole('heading', { name: 'Needs you 1' })).toBeInViewport()
    await expect(deal.owner.page.getByRole('tab', { name: 'Offers for Your Items 1 new' })).toBeVisible()
    await pressApprove(mine)
    await expect(deal.owner.page.getByText('Offer approved')).toBeVisible()
    await expect(deal.owner.page.getByRole('heading', { name: 'Coming up 1' })).toBeVisible()
    await expect(deal.owner.page.getByRole('heading', { name: /^Needs you/ })).toHaveCount(0)
    await expect(mine.getByText(`${deal.renter.name} has paid $73.50.`)).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Approve' })).toBeHidden()

    await expect(
      theirs.getByText(`Paid. ${deal.owner.name} expects you on ${formatWeekday(DAYS.startDate)}.`),
    ).toBeVisible()
    await expect(theirs.getByText('412 5th Street')).toBeVisible()
    expect(await moneyOf(kit, deal.offer)).toEqual([{ status: 'succeeded', amount_received: 7350 }])
    expect(await onlyOffer(kit, deal.renter, deal.listing)).toMatchObject({ status: 'paid', paymentState: 'captured' })
  },
)

test('the two sides of an offer talk while both look on', PHONE, async ({ kit }) => {
  const deal = await openDeal(kit)
  const theirs = await made(deal)
  const mine = await received(deal)
  await theirs.getByRole('button', { name: 'Messages' }).click()
  const thread = deal.renter.page.getByRole('log')
  const box = deal.renter.page.getByLabel(`Message to ${deal.owner.name}`)
  expect((await thread.boundingBox())?.height).toBeCloseTo(400, 2)
  await box.fill('   ')
  await box.press('Enter')
  await expect(deal.renter.page.getByText('Message cannot be empty')).toBeVisible()
  await box.fill('We come by van.')
  await box.press('Shift+Enter')
  await box.pressSequentially('Is there a ramp?')
  await expect(box).toHaveValue('We come by van.\nIs there a ramp?')
  await box.press('Enter')
  await expect(box).toHaveValue('')

  await mine.getByRole('button', { name: 'Messages 1 new message' }).click()
  const { page } = deal.owner
  await expect(page.getByRole('log').getByText('We come by van.')).toContainText('Is there a ramp?')
  await page.getByLabel(`Message to ${deal.renter.name}`).fill('There is.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(thread.getByText('There is.')).toBeVisible()
  expect((await messagesOf(kit, deal.owner, deal.offer)).map(({ content }) => content)).toEqual([
    'We come by van.\nIs there a ramp?',
    'There is.',
  ])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(mine.getByRole('button', { name: 'Messages' })).toHaveAccessibleName('Messages')
})

test(
  'an owner declines, takes it back, and declines again with a reason; the hold is released',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(STILL_WAITING)
    const deal = await openDeal(kit)
    const theirs = await made(deal)
    const { page } = deal.owner
    await page.goto('/offers')
    const mine = cardOf(page, deal.renter)
    const reason = page.getByRole('dialog').getByLabel(/^Reason/)
    const lent = 'They are lent to my sister that day.'
    // Words stay through a reload, and come back with an answer that is taken back.
    await mine.getByRole('button', { name: 'Decline', exact: true }).click()
    await reason.fill(lent)
    await page.reload()
    await mine.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(reason).toHaveValue(lent)
    await page.getByRole('button', { name: 'Yes, decline' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(mine.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
    await mine.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(reason).toHaveValue(lent)
    await page.getByRole('button', { name: 'Not yet' }).click()
    await mine.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(reason).toHaveValue(lent)
    await reason.fill('They are being repaired.')
    await page.getByRole('button', { name: 'Yes, decline' }).click()
    await expect(mine.getByText('You declined.')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Offers for Your Items' })).toHaveAttribute('aria-selected', 'true')
    await expect
      .poll(async () => (await messagesOf(kit, deal.owner, deal.offer)).map(({ content }) => content))
      .toEqual(['They are being repaired.'])
    await expect(theirs.getByText(`${deal.owner.name} declined. Your $73.50 hold has been released.`)).toBeVisible()
    expect(await moneyOf(kit, deal.offer)).toEqual([{ status: 'canceled', amount_received: 0 }])
  },
)

test('offline an owner cannot approve; a decline waits and goes out once', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const deal = await openDeal(kit)
  const { page } = deal.owner
  const mine = await received(deal)
  await expect(mine.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await readyForNoSignal(page)
  await mine.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await loseSignal(kit, page)
  await expect(dialog.getByRole('button', { name: 'Yes, take $73.50' })).toHaveAccessibleDescription(
    'Approving needs a connection.',
  )
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await expect(mine.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await expect(mine.getByText('Approving needs a connection. Declining can wait for one.')).toBeVisible()
  await pressDecline(mine)
  await expect(mine.getByText('Declining...')).toBeVisible()
  await page.reload()
  await expect(
    mine.getByText(`Your answer goes to ${deal.renter.name} as soon as there is a connection.`),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Offline, 1 waiting' })).toBeVisible()
  expect(await onlyOffer(kit, deal.renter, deal.listing)).toMatchObject({ status: 'pending' })

  const path = `/api/bookings/${deal.offer.id}/status`
  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path, times: 1 })
  await regainSignal(kit, page)
  await expect(mine.getByText('You declined.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  const sent = kit.proxy.arrivals('POST', path)
  expect(sent.length).toBeGreaterThanOrEqual(2)
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  const { status, history } = await onlyOffer(kit, deal.renter, deal.listing)
  expect([status, history.filter((entry) => entry.status === 'declined').length]).toEqual(['declined', 1])
  expect(await moneyOf(kit, deal.offer)).toEqual([{ status: 'canceled', amount_received: 0 }])
})

test('of two rivals for the same days one is approved; the other is declined and told why', async ({ kit }) => {
  const deal = await openDeal(kit)
  const rival = await newRenter(kit, 'visa')
  const late = await makeOffer(kit, rival, deal.listing, daysAhead(22, 24))
  const elsewhere = await makeOffer(kit, await newRenter(kit, 'visa'), deal.listing, daysAhead(23, 24))
  const theirs = await made({ owner: deal.owner, renter: rival })
  const mine = await received(deal)
  await expect(mine.getByText(`Competes with ${rival.name}: approving this one ends the other.`)).toBeVisible()
  await cardOf(deal.owner.page, rival).getByRole('button', { name: 'Decline', exact: true }).click()
  const declining = deal.owner.page.getByRole('dialog', { name: `Decline ${rival.name}’s offer?` })
  await declining.getByLabel(/^Reason/).fill('Somebody was faster.')
  await declining.getByRole('button', { name: 'Not yet' }).click()
  await mine.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = deal.owner.page.getByRole('dialog', { name: `Approve ${deal.renter.name}’s offer?` })
  await expect(dialog.getByText(`$73.50 is taken from ${deal.renter.name}’s card now`)).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText(rival.name)
  expect(await axe(deal.owner.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Yes, take $73.50' }).click()
  await expect(mine.getByText(`${deal.renter.name} has paid $73.50.`)).toBeVisible()
  await expect(
    cardOf(deal.owner.page, rival).getByText('You approved another offer for these dates, so this one was declined.'),
  ).toBeVisible()
  await expect(
    theirs.getByText('Someone else was approved for these dates. Your $73.50 hold has been released.'),
  ).toBeVisible()
  expect(await moneyOf(kit, late)).toEqual([{ status: 'canceled', amount_received: 0 }])
  // Whoever still fits beside the approved one goes on waiting.
  expect(await moneyOf(kit, elsewhere)).toEqual([{ status: 'requires_capture', amount_received: 0 }])
  await expectUnsent(deal.owner.page, late, 'Somebody was faster.')
})

test(
  'approving days that were blocked meanwhile is refused in words, and the offer goes on waiting',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(answeredWith(409))
    const deal = await openDeal(kit)
    const { page } = deal.owner
    const mine = await received(deal)
    const { id } = await kit.api(deal.owner).get<CurrentUser>('/api/user')
    await page.route(`/api/bookings/${deal.offer.id}/status`, async (route) => {
      const block = { startDate: DAYS.startDate, endDate: DAYS.startDate }
      await kit.api(deal.owner).post(`/api/users/${id}/blocked-dates`, block)
      await route.continue()
    })
    await pressApprove(mine)
    const refusal = page.getByRole('alert').filter({ hasText: 'Failed to approve the offer' })
    await expect(refusal.getByText(errorCatalogue.dates_blocked.message)).toBeVisible()
    // The reason stands in the question as well, when the notice has gone.
    const dialog = page.getByRole('dialog', { name: /^Approve/ })
    await expect(dialog.locator('.form-failure')).toContainText(errorCatalogue.dates_blocked.message)
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await expect(mine.getByRole('button', { name: 'Approve' })).toBeEnabled()
    expect(await moneyOf(kit, deal.offer)).toEqual([{ status: 'requires_capture', amount_received: 0 }])
  },
)

test(
  'a payment that was left open is finished from the offers page, and only then the owner sees the offer',
  PHONE,
  async ({ kit }) => {
    const owner = await newOwner(kit)
    const listing = await postListing(kit, owner)
    const renter = await newRenter(kit, 'visa', 'mastercard')
    const [paymentMethodId] = await savedCards(kit, renter)
    await startOffer(kit, renter, { listingId: listing.id, ...DAYS, paymentMethodId })
    const mine = await received({ owner, renter })
    await expect(owner.page.getByText('No offers for your items yet.')).toBeVisible()

    const theirs = await made({ owner, renter })
    await expect(theirs.getByText('Payment needed')).toBeVisible()
    await theirs.getByRole('button', { name: 'Finish payment' }).click()
    await theirs.getByRole('radio', { name: CARDS.mastercard.name }).check()
    await theirs.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(renter.page.getByText('A hold has been placed on your payment method.')).toBeVisible()
    await expect(theirs.getByText(`Waiting for ${owner.name}. Your $73.50 hold lasts until`)).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Approve' })).toBeVisible()
    expect(await moneyOf(kit, await onlyOffer(kit, renter, listing))).toEqual([
      { status: 'requires_capture', amount_received: 0 },
    ])
  },
)

test('another card for an open payment: the way to it, the way back, and to signing in', PHONE, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const [paymentMethodId] = await savedCards(kit, renter)
  await startOffer(kit, renter, { listingId: listing.id, ...DAYS, paymentMethodId })
  const { page } = renter
  const theirs = await made({ owner, renter })
  const add = theirs.getByRole('button', { name: 'Add Payment Method' })
  await test.step('while the cards are on their way there is nothing to press yet', async () => {
    await kit.proxy.mode({ kind: 'delay', ms: 2_000 }, { method: 'GET', path: '/api/stripe/payment-methods' })
    await theirs.getByRole('button', { name: 'Finish payment' }).click()
    await expect(theirs.getByText('Loading your cards')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Pay', exact: true })).toHaveAttribute('aria-disabled', 'true')
    await expect(theirs.getByRole('radio', { name: CARDS.visa.name })).toBeChecked()
  })
  await test.step('back by the browser’s button, on the very page that was left, the way is open again', async () => {
    // The page stays as a browser keeps it for its back button.
    await page.route('**/_pay/checkout/**', (route) => route.fulfill({ status: 204 }))
    const left = page.waitForRequest('**/_pay/checkout/**')
    await add.click()
    await left
    await expect(add).toBeDisabled()
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(add).toBeEnabled()
  })
  await test.step('somebody whose session has ended is led to sign in', async () => {
    kit.allowErrors(answeredWith(401))
    await page.route('/api/stripe/setup-customer', async (route) => {
      await kit.api(renter).post('/api/logout')
      await route.continue()
    })
    await add.click()
    await expect(page).toHaveURL(/\/(auth|login)\?next=%2Foffers/)
    await expect(page.getByText('Please log in')).toBeVisible()
  })
})

/** Opens the dialog, which must first say what comes back. */
async function openCancel(page: Page, card: Locator, promise: string): Promise<Locator> {
  await card.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel/ })
  await expect(dialog.getByText(promise)).toBeVisible()
  return dialog.getByRole('button', { name: 'Yes, cancel' })
}

test('a renter who cancels four days before gets half back, exactly as the preview says', PHONE, async ({ kit }) => {
  const deal = await openDeal(kit, daysAhead(4, 6))
  await answer(kit, deal.owner, deal.offer, 'approved')
  const theirs = await made(deal)
  const confirm = await openCancel(deal.renter.page, theirs, 'You get $36.75 of $73.50 back (50%).')
  kit.allowErrors(NETWORK_ERRORS)
  await expectWorker(deal.renter.page)
  await kit.offline(deal.renter.context, true)
  await expect(confirm).toHaveAccessibleDescription('Cancelling needs a connection.')
  await kit.offline(deal.renter.context, false)
  await confirm.click()
  await expect(theirs.getByText('You cancelled. $36.75 has been refunded.')).toBeVisible()
  const { page: renterPage } = deal.renter
  await renterPage.goto(`/offers/${deal.offer.id}/receipt`)
  for (const words of ['Partly refunded', '-$36.75', '$73.50 was taken'])
    await expect(renterPage.getByText(words).first()).toBeVisible()
  expect(await onlyOffer(kit, deal.renter, deal.listing)).toMatchObject({ status: 'cancelled', refundedAmount: 3675 })

  // The days are free again for others.
  const { page } = await kit.newcomer()
  await page.goto(`/listings/${deal.listing.id}`)
  const calendar = page.getByRole('region', { name: 'Book Dates' })
  await expect(await turnTo(calendar, deal.offer.startDate)).toBeEnabled()
  await expect(dayButton(calendar, deal.offer.startDate)).not.toHaveAccessibleName(/selected/)
})

test('approving and cancelling whose answers are lost are not told as failed', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const deal = await openDeal(kit)
  const { page } = deal.owner
  const [mine, dialog] = [await received(deal), page.getByRole('dialog')]
  const losesAnswer = (path: string) => kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path, times: 1 })
  await losesAnswer(`/api/bookings/${deal.offer.id}/status`)
  await pressApprove(mine)
  await expect(page.getByText('No answer yet').first()).toBeVisible()
  await expect(mine.getByText(`${deal.renter.name} has paid $73.50.`)).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.reload()
  await losesAnswer(`/api/bookings/${deal.offer.id}/cancel`)
  await (await openCancel(page, mine, `${deal.renter.name} gets all of $73.50 back.`)).click()
  await expect(page.getByText('No answer yet')).toBeVisible()
  await expect(mine.getByText(`You cancelled. $73.50 went back to ${deal.renter.name}.`)).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('an owner who cancels gives everything back', PHONE, async ({ kit }) => {
  const deal = await openDeal(kit, daysAhead(3, 5))
  await answer(kit, deal.owner, deal.offer, 'approved')
  const mine = await received(deal)
  await (await openCancel(deal.owner.page, mine, `${deal.renter.name} gets all of $73.50 back.`)).click()
  await expect(mine.getByText(`You cancelled. $73.50 went back to ${deal.renter.name}.`)).toBeVisible()
  const theirs = await made(deal)
  await expect(theirs.getByText(`${deal.owner.name} cancelled. $73.50 has been refunded.`)).toBeVisible()
  for (const [card, whom] of [
    [mine, deal.renter.name],
    [theirs, 'you'],
  ] as const) {
    await card.getByText('History', { exact: true }).click()
    await expect(card.getByRole('listitem').last()).toContainText(`$73.50 was refunded to ${whom}`)
  }
  await expect(theirs.getByRole('listitem').nth(-2)).toContainText(`${deal.owner.name} cancelled`)
  expect(await onlyOffer(kit, deal.renter, deal.listing)).toMatchObject({ status: 'cancelled', refundedAmount: 7350 })
})

test(
  'a hold that lapses at the bank ends the offer, and both sides read why and that nothing was taken',
  PHONE,
  async ({ kit }) => {
    const deal = await openDeal(kit)
    const [theirs, mine] = [await made(deal), await received(deal)]
    await theirs.getByText('History', { exact: true }).click()
    await expect(theirs.getByRole('listitem').last()).toContainText('$73.50 is held on your card until then')
    await lapseHold(kit, deal.offer.id)
    await expect(
      theirs.getByText('Your bank let the hold lapse, so this offer ended. Nothing was taken.'),
    ).toBeVisible()
    await expect(mine.getByText(`${deal.renter.name}’s hold lapsed at the bank, so this offer ended.`)).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Approve' })).toBeHidden()
    await expect(theirs.getByRole('listitem').last()).toContainText('The hold lapsed at the bank')
    expect(await moneyOf(kit, deal.offer)).toEqual([{ status: 'canceled', amount_received: 0 }])
  },
)
