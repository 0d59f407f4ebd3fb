import type { Locator, Page } from '@playwright/test'
import { format, parseISO } from 'date-fns'
import { firstBookableDay } from '#schema/booking'
import { addDays, formatWeekday } from '#schema/date-range'
import type { Listing } from '#schema/listing'
import { formatCents } from '#schema/money'
import { dayButton, pickDays, turnTo } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal } from './connection'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { DEMO_PASSWORD, type Person } from './person'
import { CARDS, type Card, paymentsOf, typeCard } from './provider'
import { answer, daysAhead, makeOffer, newOwner, newRenter, offersFor, onlyOffer, postListing, ZONE } from './rentals'
import { expectVisitor, pressLogout } from './sessions'
import { typeAndReload } from './typing'

const WANTED = daysAhead(20, 22)
const NOTE = 'For a rooftop dinner. We carry everything ourselves.'
/** Three days, two of five, at $24.50. */
const LINE = '3 days x 2 x $24.50 = $147.00'
const SUCCESS =
  'Your rental offer has been sent to the owner for review. A hold has been placed on your payment method.'

/** Stories that do not depend on the size of the screen run on one, the smaller. */
const PHONE = { tag: '@phone' }

interface Rental {
  owner: Person
  listing: Listing
  renter: Person
  page: Page
}

/** A listing of five pieces, and somebody with these cards who looks at it. */
async function open(kit: Kit, cards: (keyof typeof CARDS)[], overrides: Partial<Listing> = {}): Promise<Rental> {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { quantity: 5, ...overrides })
  const renter = await newRenter(kit, ...cards)
  await renter.page.goto(`/listings/${listing.id}`)
  return { owner, listing, renter, page: renter.page }
}

const form = (page: Page): Locator => page.getByRole('region', { name: 'Book Dates' })
const press = (page: Page, name: string) => form(page).getByRole('button', { name }).click()
const choose = (page: Page, { name }: Card) => form(page).getByRole('radio', { name }).check()

/** The first step as the story's renter fills it in. */
async function fillIn(page: Page): Promise<void> {
  await pickDays(form(page), WANTED)
  await form(page).getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  await form(page)
    .getByLabel(/^Note to/)
    .fill(NOTE)
  await expect(form(page).getByText(LINE)).toBeVisible()
}

/** As far as the button that sends the offer. */
async function goToPayment(page: Page): Promise<void> {
  await fillIn(page)
  await press(page, 'Continue')
  await expectPaymentStep(page)
}

async function expectDatesStep(page: Page): Promise<void> {
  await expect(form(page).getByText(LINE)).toBeVisible()
  await expect(form(page).getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  await expect(form(page).getByLabel(/^Note to/)).toHaveValue(NOTE)
  await expect(dayButton(form(page), WANTED.startDate)).toHaveAccessibleName(/, selected$/)
}

async function expectPaymentStep(page: Page): Promise<void> {
  await expect(form(page).getByText(LINE)).toBeVisible()
  await expect(form(page).getByText(NOTE)).toBeVisible()
  await expect(form(page).getByText(NOTE)).toHaveAttribute('dir', 'auto')
  await expect(form(page).getByRole('button', { name: 'Submit Offer' })).toBeVisible()
}

/** The one offer that has come of it, with one hold. */
async function expectOneOffer(kit: Kit, { renter, listing }: Rental): Promise<void> {
  const offer = await onlyOffer(kit, renter, listing)
  expect(offer).toMatchObject({ status: 'pending', paymentState: 'held', ...WANTED, quantity: 2, note: NOTE })
  const payments = await paymentsOf(kit, offer.id)
  expect(payments.map(({ status, amount }) => ({ status, amount }))).toEqual([
    { status: 'requires_capture', amount: 14_700 },
  ])
}

test(
  'the calendar is closed for days past, too far ahead, fully booked or blocked by the owner',
  PHONE,
  async ({ kit }) => {
    const [booked, blocked] = [daysAhead(10), daysAhead(13)]
    const owner = await newOwner(kit)
    const listing = await postListing(kit, owner)
    await answer(kit, owner, await makeOffer(kit, await newRenter(kit, 'visa'), listing, booked), 'approved')
    const { id } = await kit.api(owner).get<{ id: number }>('/api/user')
    await kit.api(owner).post(`/api/users/${id}/blocked-dates`, { ...blocked, reason: 'Away' })
    const { page } = await kit.newcomer()
    await page.goto(`/listings/${listing.id}`)

    const today = daysAhead(0).startDate
    const first = firstBookableDay(ZONE, new Date())
    await expect(await turnTo(form(page), first)).toBeEnabled()
    // In the last hours of a month the calendar begins with the next one.
    const isInMonth = first.slice(0, 7) === today.slice(0, 7)
    if (first > today && isInMonth) await expect(await turnTo(form(page), today)).toBeDisabled()
    await expect(form(page).getByRole('button', { name: 'Go to the Previous Month' })).toBeDisabled()
    if (isInMonth && !today.endsWith('-01')) await expect(dayButton(form(page), addDays(today, -1))).toBeDisabled()
    await expect(await turnTo(form(page), booked.startDate)).toBeDisabled()
    await expect(await turnTo(form(page), addDays(booked.startDate, 1))).toBeEnabled()
    await expect(await turnTo(form(page), blocked.startDate)).toBeDisabled()
    await expect(await turnTo(form(page), addDays(today, 88))).toBeEnabled()
    const tooFar = addDays(today, 93)
    const next = form(page).getByRole('button', { name: 'Go to the Next Month' })
    const shown = form(page).getByRole('grid')
    while (await next.isEnabled()) {
      const before = (await shown.first().getAttribute('aria-label')) ?? ''
      await next.click()
      await expect(shown.first()).not.toHaveAccessibleName(before)
    }
    const lastMonths = [addDays(today, 88), tooFar].map((day) => format(parseISO(day), 'MMMM yyyy'))
    await expect(shown.last()).toHaveAccessibleName(new RegExp(`^(${lastMonths.join('|')})$`))
    await expect(dayButton(form(page), tooFar).and(page.locator(':enabled'))).toHaveCount(0)

    // Days around one that is taken: the free part after it is one press away.
    await page.reload()
    await pickDays(form(page), daysAhead(9, 12))
    const named = formatWeekday(booked.startDate)
    await expect(form(page).getByText(`A day in between cannot be chosen: ${named}.`)).toBeVisible()
    await form(page)
      .getByRole('button', { name: /^Choose / })
      .last()
      .click()
    await expect(form(page).getByText(`2 days x ${formatCents(100 * listing.price)}`)).toBeVisible()

    // Of two pieces one is taken: whoever wants both reads what is left.
    const pair = await postListing(kit, owner, { quantity: 2 })
    await answer(kit, owner, await makeOffer(kit, await newRenter(kit, 'visa'), pair, booked), 'approved')
    await page.goto(`/listings/${pair.id}`)
    await form(page).getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await pickDays(form(page), daysAhead(9, 12))
    await expect(form(page).getByText(`A day in between cannot be chosen: ${named} (1 left).`)).toBeVisible()
  },
)

test(
  'reload and back lose nothing in any step, up to the last key; a double click makes one booking',
  PHONE,
  async ({ kit }) => {
    const rental = await open(kit, ['visa'])
    const { page, listing } = rental
    await pickDays(form(page), WANTED)
    await form(page).getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await typeAndReload(form(page).getByLabel(/^Note to/), NOTE)
    await expectDatesStep(page)
    await press(page, 'Continue')
    await expectPaymentStep(page)
    await page.reload()
    await expectPaymentStep(page)
    await press(page, 'Change')
    await expectDatesStep(page)

    await press(page, 'Continue')
    await expectPaymentStep(page)
    await page.goBack()
    await expectDatesStep(page)
    await page.goForward()
    await expectPaymentStep(page)
    await page.goBack()
    await page.goto('/listings')
    await expect(page.getByRole('heading', { name: 'Available Items' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: listing.title })).toBeVisible()
    await expectDatesStep(page)

    await press(page, 'Continue')
    await expect(form(page).getByRole('radio', { name: CARDS.visa.name })).toBeChecked()
    await kit.proxy.mode({ kind: 'delay', ms: 300 }, { method: 'POST', path: '/api/bookings' })
    await form(page).getByRole('button', { name: 'Submit Offer' }).dblclick()
    await expect(page.getByText(SUCCESS)).toBeVisible()
    await expect(form(page).getByText('Pick your dates to see the total.')).toBeVisible()
    await expect(form(page).getByLabel(/^Note to/)).toHaveValue('')
    await expectOneOffer(kit, rental)
    expect(kit.proxy.arrivals('POST', '/api/bookings')).toHaveLength(1)
  },
)

/** Empties tables of this origin in whatever database they are. */
function empty(page: Page, tables: string[]): Promise<void> {
  return page.evaluate(async (names) => {
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const found = names.filter((table) => db.objectStoreNames.contains(table))
      if (found.length > 0) {
        const emptied = db.transaction(found, 'readwrite')
        for (const table of found) emptied.objectStore(table).clear()
        await new Promise((resolve) => emptied.addEventListener('complete', resolve))
      }
      db.close()
    }
  }, tables)
}

/** The form is kept in two places while its person is away; either one will do. */
const LOST_ON_THE_WAY = {
  'the session is forgotten': async (page: Page) => {
    await page.evaluate(() => sessionStorage.clear())
    await empty(page, ['drafts'])
  },
  'what the device kept is gone': (page: Page) => empty(page, ['drafts', 'trips']),
}

for (const [what, lose] of Object.entries(LOST_ON_THE_WAY)) {
  test(`the trip to the card page and back restores the form, even if ${what} on the way`, PHONE, async ({ kit }) => {
    const rental = await open(kit, [])
    const { page } = rental
    await goToPayment(page)
    await expect(form(page).getByText('No payment methods found')).toBeVisible()
    await press(page, 'Add Payment Method')
    await expect(page.getByRole('heading', { name: 'Save a card' })).toBeVisible()
    await lose(page)
    await typeCard(page, CARDS.visa)
    await expectPaymentStep(page)
    await expect(page.getByText('Payment method added successfully')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/listings/${rental.listing.id}$`))
    await expect(form(page).getByRole('radio', { name: CARDS.visa.name })).toBeChecked()
    await press(page, 'Submit Offer')
    await expect(page.getByText(SUCCESS)).toBeVisible()
    await expectOneOffer(kit, rental)
  })
}

test('leaving the card page without saving comes back with everything', PHONE, async ({ kit }) => {
  const { page, listing } = await open(kit, [])
  await goToPayment(page)
  await press(page, 'Add Payment Method')
  await page.getByRole('link', { name: 'Back to Trestle without saving' }).click()
  await expectPaymentStep(page)
  await expect(form(page).getByText('No payment methods found')).toBeVisible()
  await press(page, 'Change')
  await expectDatesStep(page)
  // An address that says that a card was added, while none was.
  await page.goto(`/listings/${listing.id}?setup=success`)
  await expect(page.getByText('Failed to complete payment setup')).toBeVisible()
  await expectPaymentStep(page)
})

test('after a declined card another card finishes the same booking', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(402))
  const rental = await open(kit, ['declines', 'visa'])
  const { page, renter, listing } = rental
  await goToPayment(page)
  await choose(page, CARDS.declines)
  await press(page, 'Submit Offer')
  await expect(form(page).getByText('Payment Failed')).toBeVisible()
  await expect(form(page).getByText('Your card was declined.')).toBeVisible()
  await expectPaymentStep(page)
  const { id, paymentState } = await onlyOffer(kit, renter, listing)
  expect(paymentState).toBe('unconfirmed')
  await choose(page, CARDS.visa)
  await press(page, 'Submit Offer')
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectOneOffer(kit, rental)
  expect((await onlyOffer(kit, renter, listing)).id).toBe(id)
})

test('while the cards are on their way there is nothing to press yet', PHONE, async ({ kit }) => {
  const rental = await open(kit, ['visa'])
  const { page } = rental
  await kit.proxy.mode({ kind: 'delay', ms: 2_000 }, { method: 'GET', path: '/api/stripe/payment-methods' })
  await goToPayment(page)
  await expect(form(page).getByText('Loading your cards')).toBeVisible()
  await press(page, 'Submit Offer')
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectOneOffer(kit, rental)
})

test('a card whose bank asks for a step asks in the page: failing it can be mended', PHONE, async ({ kit }) => {
  const rental = await open(kit, ['asks'])
  const { page } = rental
  await goToPayment(page)
  await press(page, 'Submit Offer')
  const bank = page.getByRole('alertdialog', { name: 'Your bank asks for one more step' })
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(form(page).getByText('Payment Failed')).toBeVisible()
  await expect(form(page).getByText(/^We are unable to authenticate your payment method\./)).toBeVisible()
  await expect(page.getByText(/PaymentMethod|payment_method/)).toHaveCount(0)
  await expectPaymentStep(page)
  await press(page, 'Submit Offer')
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectOneOffer(kit, rental)
})

test('a bank’s question stays while its listing leaves the market', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(404))
  const rental = await open(kit, ['asks'])
  const { page, owner, listing } = rental
  await readyForNoSignal(page)
  await goToPayment(page)
  await press(page, 'Submit Offer')
  const bank = page.getByRole('alertdialog', { name: 'Your bank asks for one more step' })
  await expect(bank).toBeVisible()
  await kit.api(owner).post(`/api/listings/${listing.id}/availability`, { available: false })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('This listing is not on show any more.')).toBeVisible()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectOneOffer(kit, rental)
  await expect(form(page).getByText('This listing is not taking offers at the moment.')).toBeVisible()
})

test('an offer whose listing has left stays in sight until its renter throws it away', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(404))
  const { page, owner, listing } = await open(kit, [])
  await readyForNoSignal(page)
  await fillIn(page)
  await kit.api(owner).post(`/api/listings/${listing.id}/availability`, { available: false })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(form(page).getByText('This listing is not taking offers at the moment.')).toBeVisible()
  await expect(form(page).getByText(NOTE)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Listing not found' })).toBeVisible()
  await expect(page.getByText(NOTE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await expect(page.getByText(NOTE)).toBeHidden()
  await pressLogout(page)
  await expectVisitor(page)
})

test('an offer whose answer is lost on the way and that is sent again stays one booking', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const rental = await open(kit, ['visa'])
  const { page } = rental
  await goToPayment(page)
  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: '/api/bookings', times: 1 })
  await press(page, 'Submit Offer')
  // The truth follows within a moment: the offer is there, and nothing is held for it yet.
  await expect(page.getByText('Your offer has not been sent')).toBeVisible()
  await expect(page.getByText('Failed to create booking')).toHaveCount(0)
  expect(kit.proxy.delivered('POST', '/api/bookings')).toBe(1)
  await expectPaymentStep(page)
  await press(page, 'Submit Offer')
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectOneOffer(kit, rental)
})

test('a hold whose answer is lost on the way counts, and nothing is held twice', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const rental = await open(kit, ['visa'])
  const { page } = rental
  await goToPayment(page)
  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: /\/confirm$/, times: 1 })
  await press(page, 'Submit Offer')
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectOneOffer(kit, rental)
})

test('dates taken meanwhile are named, and the calendar marks them', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(409))
  const { page, owner, renter, listing } = await open(kit, ['visa'], { quantity: 1 })
  const taken = addDays(WANTED.startDate, 1)
  await pickDays(form(page), WANTED)
  await press(page, 'Continue')
  await expect(form(page).getByRole('radio', { name: CARDS.visa.name })).toBeChecked()
  const rival = await makeOffer(kit, await newRenter(kit, 'visa'), listing, { startDate: taken, endDate: taken })
  // The owner says yes to the rival while the press is on its way.
  await page.route('/api/bookings', async (route) => {
    await answer(kit, owner, rival, 'approved')
    await route.continue()
  })
  await press(page, 'Submit Offer')
  await expect(page.getByText('Failed to create booking')).toBeVisible()
  const words = `Already taken: ${formatWeekday(taken)}. Please choose other dates.`
  await expect(form(page).getByText(words)).toBeVisible()
  await expect(await turnTo(form(page), taken)).toBeDisabled()
  expect(await offersFor(kit, renter, listing)).toEqual([])
})

test('days that are taken for so many pieces are asked about anew for fewer', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(409))
  const { page, owner, listing } = await open(kit, ['visa'])
  await goToPayment(page)
  const rival = await makeOffer(kit, await newRenter(kit, 'visa'), listing, { ...WANTED, quantity: 4 })
  await page.route('/api/bookings', async (route) => {
    await answer(kit, owner, rival, 'approved')
    await route.continue()
  })
  await press(page, 'Submit Offer')
  const taken = form(page).getByText(/^Already taken: /)
  await expect(taken).toBeVisible()
  await page.unroute('/api/bookings')
  await form(page).getByRole('spinbutton', { name: 'Quantity' }).fill('1')
  await expect(taken).toBeHidden()
  await press(page, 'Continue')
  await press(page, 'Submit Offer')
  await expect(page.getByText(SUCCESS)).toBeVisible()
})

test('more pieces than there are, taken along from a search, are said and can be lowered', PHONE, async ({ kit }) => {
  const { page, listing } = await open(kit, ['visa'], { quantity: 1 })
  await page.goto(`/listings/${listing.id}?from=${WANTED.startDate}&to=${WANTED.endDate}&pieces=3`)
  await press(page, 'Continue')
  await expect(form(page).getByText('There is only one')).toBeVisible()
  await form(page).getByRole('spinbutton', { name: 'Quantity' }).fill('1')
  await press(page, 'Continue')
  await expect(form(page).getByRole('button', { name: 'Submit Offer' })).toBeVisible()
})

test('what is missing is said beside the button that was pressed', PHONE, async ({ kit }) => {
  const { page } = await open(kit, [])
  await press(page, 'Continue')
  await expect(form(page).getByText('Please select dates')).toBeVisible()
  await goToPayment(page)
  await press(page, 'Submit Offer')
  await expect(form(page).getByText('Please select a payment method')).toBeVisible()
})

test('the default card is chosen, and marked, where there are several', PHONE, async ({ kit }) => {
  const { page } = await open(kit, ['visa', 'mastercard'])
  await goToPayment(page)
  const standard = form(page).getByRole('listitem').filter({ hasText: 'Default' })
  await expect(standard).toHaveCount(1)
  await expect(standard.getByRole('radio')).toBeChecked()
})

test('without a connection the offer stays a draft that says so', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const rental = await open(kit, ['visa'])
  const { page } = rental
  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await goToPayment(page)
  const submit = form(page).getByRole('button', { name: 'Submit Offer' })
  await expect(submit).toBeDisabled()
  await expect(form(page).getByText('Not sent. The dates are not held. Connect to send it.')).toBeVisible()
  await page.reload()
  await expectPaymentStep(page)
  await expect(submit).toBeDisabled()
  await regainSignal(kit, page)
  await expect(submit).toBeEnabled()
  // Nothing of money leaves by itself.
  expect(await offersFor(kit, rental.renter, rental.listing)).toEqual([])
  await expect(form(page).getByRole('radio', { name: CARDS.visa.name })).toBeChecked()
  await submit.click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectOneOffer(kit, rental)
})

test('a visitor fills in the form, signs in and finds it filled in', PHONE, async ({ kit }) => {
  const listing = await postListing(kit, await newOwner(kit), { quantity: 5 })
  const { name } = await kit.newcomer()
  const { page } = await kit.visitor()
  await page.goto(`/listings/${listing.id}`)
  await fillIn(page)
  await press(page, 'Sign in to continue')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: listing.title })).toBeVisible()
  await expectDatesStep(page)
  await expect(dayButton(form(page), WANTED.startDate)).toBeInViewport()
  await press(page, 'Continue')
  await expectPaymentStep(page)
})

test('an offer stands on its listing; the same days again ask first', PHONE, async ({ kit }) => {
  const rental = await open(kit, ['visa'])
  const { page } = rental
  await goToPayment(page)
  await press(page, 'Submit Offer')
  const standing = page.getByRole('list', { name: 'Your offers for this listing' })
  const own = standing.getByRole('link', { name: /^Your offer for/ })
  await expect(own).toHaveCount(1)
  await expect(own).toBeFocused()
  await expect(own).toBeInViewport()

  await fillIn(page)
  await press(page, 'Continue')
  const question = page.getByRole('dialog', { name: 'Make a second offer?' })
  await expect(question).toContainText('for $147.00')
  await question.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(form(page).getByRole('button', { name: 'Submit Offer' })).toHaveCount(0)
  await expectOneOffer(kit, rental)
  await own.click()
  const { id } = await onlyOffer(kit, rental.renter, rental.listing)
  await expect(page).toHaveURL(`/offers/${id}`)
})

test('on a phone the price, the days and the one press stay in reach', { tag: '@phone' }, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { price: 12, description: 'Speckled stoneware. '.repeat(60) })
  const { page } = await newRenter(kit, 'visa')
  await page.goto(`/listings/${listing.id}`)
  const bar = page.locator('.price-bar')
  await expect(bar).toContainText('$12/day')
  await bar.getByRole('button', { name: 'Pick dates' }).click()
  const days = daysAhead(1, 2)
  await pickDays(page.getByRole('region', { name: 'Book Dates' }), days)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(bar).toContainText('$24.00')
  await page.getByRole('button', { name: 'Continue' }).scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 0))
  await bar.getByRole('button', { name: 'Make offer' }).click()
  await expect(page.getByRole('group', { name: 'Payment method' })).toBeInViewport()
  await expect(bar).toBeHidden()
})
