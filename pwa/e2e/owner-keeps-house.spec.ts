import { readFile } from 'node:fs/promises'
import { TZDate } from '@date-fns/tz'
import type { Locator, Page } from '@playwright/test'
import { format } from 'date-fns'
import type { Address } from '#schema/address'
import type { BlockedDates } from '#schema/blocked-date'
import type { Earnings, Transaction } from '#schema/earnings'
import { errorCatalogue } from '#schema/errors'
import type { CurrentUser } from '#schema/user'
import { axe } from './axe'
import { dayButton, pickDays } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import type { Person } from './person'
import { CARDS, savedCards, typeCard } from './provider'
import { answer, daysAhead, farDay, makeOffer, newOwner, newRenter, postListing } from './rentals'

/** Stories that do not depend on the size of the screen run on one, the smaller. */
const PHONE = { tag: '@phone' }

const HOME: Address = { street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }

async function openTab(page: Page, name: string): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 0.99 })
}

const me = (kit: Kit, person: Person): Promise<CurrentUser> => kit.api(person).get('/api/user')

test('what is typed into the address while it is being saved stays, and is saved next', PHONE, async ({ kit }) => {
  const owner = await kit.newcomer()
  const { page } = owner
  await openTab(page, 'Address')
  const street = page.getByRole('textbox', { name: 'Street' })
  const save = page.getByRole('button', { name: 'Save Address' })
  await street.fill(HOME.street)
  await page.getByRole('textbox', { name: 'City' }).fill(HOME.city)
  await page.getByRole('textbox', { name: 'State' }).fill(HOME.state)
  await page.getByRole('textbox', { name: 'ZIP code' }).fill(HOME.zipCode)
  await kit.proxy.mode({ kind: 'delay', ms: 1_500 }, { method: 'POST', path: '/api/user/address' })
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving' })).toBeVisible()
  await street.fill('9 Lantern Lane')
  await expect(page.getByText('Your address has been saved.')).toBeVisible()
  expect((await me(kit, owner)).street).toBe(HOME.street)
  await expect(street).toHaveValue('9 Lantern Lane')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.reload()
  await expect(street).toHaveValue('9 Lantern Lane')
  await kit.proxy.reset()
  await street.fill('9 Lantern Lane ')
  await save.click()
  await expect.poll(async () => (await me(kit, owner)).street).toBe('9 Lantern Lane')
  await expect(page.getByText('Not saved yet')).toBeHidden()
})

test(
  'an owner’s address is saved at once; changed without a signal it waits, and goes out once',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const owner = await kit.newcomer()
    const { page } = owner
    await openTab(page, 'Address')
    const field = (name: string) => page.getByRole('textbox', { name })
    await page.getByRole('button', { name: 'Save Address' }).click()
    for (const problem of ['Street address is required', 'City is required', 'State is required'])
      await expect(page.getByText(problem)).toBeVisible()
    await expect(page.getByText('Valid ZIP code is required')).toBeVisible()
    await expect(field('Street')).toBeFocused()

    await field('Street').fill(HOME.street)
    await field('City').fill(HOME.city)
    await field('State').fill(HOME.state)
    await field('ZIP code').fill('112')
    await page.reload()
    await expect(field('Street')).toHaveValue(HOME.street)
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(field('ZIP code')).toBeFocused()
    await field('ZIP code').fill(HOME.zipCode)
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(page.getByText('Your address has been saved.')).toBeVisible()
    await expect(page.getByText('Park Slope')).toBeVisible()
    expect(await me(kit, owner)).toMatchObject({ ...HOME, hasCompletedAddressSetup: true })

    await readyForNoSignal(page)
    kit.proxy.forget()
    await loseSignal(kit, page)
    await field('Street').fill('9 Lantern Lane')
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await field('Street').fill('11 Lantern Lane')
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(page.getByText('Not saved yet')).toBeHidden()
    await page.reload()
    await expect(field('Street')).toHaveValue('11 Lantern Lane')
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    expect((await me(kit, owner)).street).toBe(HOME.street)

    await regainSignal(kit, page)
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    await expect(page.getByText('Waiting to be sent')).toBeHidden()
    await expect(field('Street')).toHaveValue('11 Lantern Lane')
    expect((await me(kit, owner)).street).toBe('11 Lantern Lane')
    expect(kit.proxy.delivered('POST', '/api/user/address')).toBe(1)
  },
)

test('what is typed into the reason while days are being blocked stays', PHONE, async ({ kit }) => {
  const { page } = await newOwner(kit)
  await openTab(page, 'Availability')
  await pickDays(page.getByRole('group', { name: 'Dates' }), daysAhead(12))
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Doctor')
  // With the next key, before the disk can have answered.
  await reason.evaluate((field: HTMLInputElement) => {
    field.form?.requestSubmit()
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(field, 'Dentist')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const list = page.getByRole('region', { name: 'Blocked dates' })
  await expect(list.getByRole('listitem')).toHaveText(/1 day · Doctor/)
  await expect(reason).toHaveValue('Dentist')
  await page.reload()
  await expect(reason).toHaveValue('Dentist')
})

test('a listing that somebody has booked is not said to be deleted: its owner can pause it', PHONE, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const offer = await makeOffer(kit, await newRenter(kit, 'visa'), listing, daysAhead(2, 4))
  await answer(kit, owner, offer, 'approved')
  const { page } = owner
  await page.goto(`/listings/${listing.id}`)
  await page.getByRole('button', { name: `Delete ${listing.title}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(errorCatalogue.listing_has_bookings.message)
  await expect(dialog.getByRole('button', { name: 'Delete listing' })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Pause listing' }).click()
  await expect(page.getByText('Listing paused')).toBeVisible()
  await expect(page.getByRole('button', { name: `Reopen ${listing.title}` })).toBeVisible()
})

test('an owner blocks and frees days without a signal: shown at once, done exactly once', { tag: '@phone' }, async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const owner = await newOwner(kit)
  const { page } = owner
  // As on an iPhone: nothing but the page itself sends, and it does not try while there is no network.
  await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
  const { id } = await me(kit, owner)
  const path = `/api/users/${id}/blocked-dates`
  const onServer = async () =>
    (await kit.api(owner).get<BlockedDates[]>(path)).map(({ startDate, reason }) => [startDate, reason])
  const [doctor, holidays] = [daysAhead(10), daysAhead(40, 43)]
  await openTab(page, 'Availability')
  const calendar = page.getByRole('group', { name: 'Dates' })
  const list = page.getByRole('region', { name: 'Blocked dates' })
  const row = (words: string): Locator => list.getByRole('listitem', { name: words })

  await expect(calendar.getByRole('grid').first()).toBeVisible()
  await page.getByRole('button', { name: 'Block dates' }).click()
  await expect(calendar.getByText('Please select a date range')).toBeVisible()
  await expect(calendar.getByRole('gridcell').getByRole('button').and(page.locator(':focus'))).toBeVisible()
  await pickDays(calendar, doctor)
  await page.getByRole('textbox', { name: 'Reason' }).fill('Doctor')
  await page.getByRole('button', { name: 'Block dates' }).click()
  const first = row(farDay(doctor.startDate))
  await expect(first.getByText('1 day · Doctor')).toBeVisible()
  await expect(dayButton(calendar, doctor.startDate)).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  expect(await onServer()).toEqual([[doctor.startDate, 'Doctor']])

  await page.getByRole('textbox', { name: 'Reason' }).fill('Holidays')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Holidays')
  await readyForNoSignal(page)
  kit.proxy.forget()
  await loseSignal(kit, page)
  await pickDays(calendar, holidays)
  await page.getByRole('button', { name: 'Block dates' }).click()
  const second = row(`${farDay(holidays.startDate)} to ${farDay(holidays.endDate)}`)
  await expect(second.getByText('Waiting to be sent')).toBeVisible()
  await expect(dayButton(calendar, holidays.endDate)).toBeDisabled()
  await first.getByRole('button', { name: /^Remove/ }).click()
  await expect(first.getByText('Will be freed')).toBeVisible()
  await first.getByRole('button', { name: /^Undo/ }).click()
  await expect(first.getByText('Will be freed')).toBeHidden()
  await first.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('link', { name: 'Offline, 2 waiting' })).toBeVisible()
  await page.reload()
  await expect(first.getByText('Will be freed')).toBeVisible()
  await expect(second.getByText('Waiting to be sent')).toBeVisible()
  expect(await onServer()).toEqual([[doctor.startDate, 'Doctor']])

  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path, times: 1 })
  await regainSignal(kit, page)
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible({ timeout: 30_000 })
  await expect(first).toBeHidden()
  await expect(second.getByText('4 days · Holidays')).toBeVisible()
  await expect(second).toHaveCount(1)
  await expect(second.getByText('Waiting to be sent')).toBeHidden()
  expect(await onServer()).toEqual([[holidays.startDate, 'Holidays']])
  const sent = kit.proxy.arrivals('POST', path)
  expect(sent.length).toBeGreaterThanOrEqual(2)
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('somebody adds a card in the settings, and sees it without a signal as it was', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page } = await kit.newcomer()
  await openTab(page, 'Payment Methods')
  await expect(page.getByText('No payment methods found')).toBeVisible()
  await page.getByRole('button', { name: 'Add Payment Method' }).click()
  await expect(page.getByRole('heading', { name: 'Save a card' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await typeCard(page, CARDS.visa)
  await expect(page).toHaveURL(/\/settings/)
  await expect(page.getByText('Payment method added successfully')).toBeVisible()
  await expect(page).not.toHaveURL(/trip|setup/)
  const card = page.getByRole('listitem', { name: CARDS.visa.name })
  await expect(card.getByText('Expires 12/39')).toBeVisible()
  await expect(card.getByText('Default', { exact: true })).toBeVisible()

  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await page.reload()
  await expect(card.getByText('Expires 12/39')).toBeVisible()
  await expect(page.getByText(/^As of \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Payment Method' })).toBeDisabled()
  await expect(page.getByText('Adding, changing and removing cards needs a connection.')).toBeVisible()
})

test(
  'of two cards one becomes the default and the other is removed; one that holds an offer stays',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(answeredWith(409))
    const renter = await newRenter(kit, 'visa', 'mastercard')
    const { page } = renter
    await openTab(page, 'Payment Methods')
    const visa = page.getByRole('listitem', { name: CARDS.visa.name })
    const mastercard = page.getByRole('listitem', { name: CARDS.mastercard.name })
    await visa.getByRole('button', { name: 'Make default' }).click()
    await expect(visa.getByText('Default', { exact: true })).toBeVisible()
    await expect(mastercard.getByRole('button', { name: 'Make default' })).toBeVisible()

    await mastercard.getByRole('button', { name: 'Remove' }).click()
    const question = mastercard.getByRole('group', { name: `Remove ${CARDS.mastercard.name}?` })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(mastercard).toBeHidden()
    expect(await savedCards(kit, renter)).toHaveLength(1)

    await makeOffer(kit, renter, await postListing(kit, await newOwner(kit)), daysAhead(20, 22))
    await visa.getByRole('button', { name: 'Remove' }).click()
    await visa.getByRole('group').getByRole('button', { name: 'Remove' }).click()
    await expect(visa.getByRole('alert')).toContainText(errorCatalogue.payment_method_in_use.message)
    expect(await savedCards(kit, renter)).toHaveLength(1)
  },
)

test('an owner leaves the payout setup unfinished, is told, and finishes it', PHONE, async ({ kit }) => {
  const owner = await kit.newcomer()
  const { page } = owner
  await openTab(page, 'Payout Settings')
  const account = page.getByRole('region', { name: 'Payout account' })
  await expect(account.getByText('Not started')).toBeVisible()
  await expect(page.getByText('Test payments: no real money moves.')).toBeVisible()
  await account.getByRole('button', { name: 'Set up payouts' }).click()
  await expect(page.getByRole('button', { name: 'Leave without finishing' })).toBeVisible()
  await expect(page.getByText('Test payments: no real money moves.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Leave without finishing' }).click()
  await expect(page.getByText('Payment Setup Incomplete')).toBeVisible()
  await expect(account.getByText('Incomplete', { exact: true })).toBeVisible()
  expect(await me(kit, owner)).toMatchObject({ hasCompletedStripeOnboarding: false })

  await account.getByRole('button', { name: 'Continue setup' }).click()
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page.getByText('Payouts are set up')).toBeVisible()
  await expect(account.getByText('Ready')).toBeVisible()
  await expect(account.getByRole('button', { name: 'Open payout account' })).toBeEnabled()
  expect(await me(kit, owner)).toMatchObject({ hasCompletedStripeOnboarding: true })
})

test('what an owner earns: what is paid, what went back, when it is theirs, as a file, and without a signal', async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS)
  const owner = await newOwner(kit)
  const api = kit.api(owner)
  const listing = await postListing(kit, owner, { title: '=SUM(1) "Lanterns", twelve' })
  const renter = await newRenter(kit, 'visa')
  const kept = await makeOffer(kit, renter, listing, daysAhead(20, 22))
  await answer(kit, owner, kept, 'approved')
  const given = await makeOffer(kit, renter, listing, daysAhead(4, 6))
  await answer(kit, owner, given, 'approved')
  await kit.api(renter).post(`/api/bookings/${given.id}/cancel`)

  const { page } = owner
  await openTab(page, 'Transactions & Earnings')
  const sum = (name: string) => page.locator('dl > div').filter({ hasText: name })
  await expect(sum('Pending')).toContainText('$110.25')
  await expect(sum('Available')).toContainText('$0.00')
  expect(await api.get<Earnings>('/api/user/earnings')).toEqual({ available: 0, pending: 11_025 })
  const lines = await api.get<Transaction[]>('/api/user/transactions')
  expect(lines.map(({ type, totalAmount }) => [type, totalAmount])).toEqual([
    ['refund', -3675],
    ['rental', 7350],
    ['rental', 7350],
  ])
  const due = lines.find(({ bookingId }) => bookingId === kept.id)?.dueAt ?? ''
  await expect(page.getByText(`Yours on ${format(new TZDate(due, 'America/New_York'), 'EEEE, MMM d')}`)).toBeVisible()
  const transactions = page.getByRole('region', { name: 'Transactions' })
  await expect(transactions.getByText('-$36.75')).toBeVisible()
  await expect(transactions.getByText('$73.50')).toHaveCount(2)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await (await download).path()
  const [header, first, , last] = (await readFile(file, 'utf8')).split('\r\n')
  expect(header).toMatch(/^\uFEFFNumber,Date/)
  expect(first).toContain(`,Rental,"'=SUM(1) ""Lanterns"", twelve",${kept.id},73.50,0.00,Pending,${due},`)
  expect(last).toContain(`,Refund,"'=SUM(1) ""Lanterns"", twelve",${given.id},-36.75,`)

  // A block over booked days says what it does not do.
  await page.getByRole('tab', { name: 'Availability' }).click()
  await pickDays(page.getByRole('group', { name: 'Dates' }), daysAhead(21))
  await expect(page.getByText('It cancels nothing.')).toContainText(`${renter.name} has`)

  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await page.getByRole('tab', { name: 'Transactions & Earnings' }).click()
  await expect(sum('Pending')).toContainText('$110.25')
  await page.reload()
  await expect(sum('Pending')).toContainText('$110.25')
  await expect(page.getByText(/^As of \d{1,2}:\d\d [AP]M$/)).toBeVisible()
})
