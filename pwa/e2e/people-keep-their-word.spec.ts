import type { Locator, Page } from '@playwright/test'
import type { Item } from '#schema/made-to-order'
import { axe } from './axe'
import { pickDays } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal } from './connection'
import { beginRentals } from './ended-rentals'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { newBuyer, ordersOf, postItem } from './orders'
import {
  ADDRESS,
  answer,
  daysAhead,
  makeOffer,
  newOwner,
  newRenter,
  offersFor,
  onlyOffer,
  postListing,
} from './rentals'

/** Stories that do not depend on the size of the screen run on one, the smaller. */
const PHONE = { tag: '@phone' }
const NOTE = 'The doorman takes parcels.'

const changed = (page: Page): Locator => page.getByRole('alert', { name: 'This has changed since you saw it' })

test(
  'an order that was written without a signal asks when the price has moved meanwhile, and keeps every word',
  PHONE,
  async ({ kit }) => {
    const maker = await kit.newcomer()
    const item = await postItem(kit, maker)
    const buyer = await newBuyer(kit)
    await kit.api(buyer).post('/api/user/address', ADDRESS)
    const { page } = buyer
    const form = page.getByRole('form', { name: 'Order it' })
    await page.goto(`/made-to-order/${item.id}`)
    await expect(form.getByRole('button', { name: 'Buy for $48.00' })).toBeVisible()
    await readyForNoSignal(page)
    kit.allowErrors(NETWORK_ERRORS)
    await loseSignal(kit, page)
    await form.getByLabel('Names').fill('Ana, Ben')
    await form.getByRole('radio', { name: 'Plum' }).check()
    await form.getByLabel('Recipient name').fill('Ana Ruiz')
    await form.getByLabel(/^Note to/).fill(NOTE)
    await kit.api(maker).post<Item>(`/api/made-to-order/${item.id}`, {
      ...item,
      images: [item.mainImage],
      price: 9600,
      clientId: undefined,
    })
    await regainSignal(kit, page)

    await expect(changed(page).getByText('$48.00 is now $96.00.')).toBeVisible()
    await expect(form.getByRole('button', { name: /^Buy for/ })).toBeHidden()
    expect.soft(await axe(page)).toEqual([])
    // The page may be left and opened again: what was seen is kept with the words.
    await page.reload()
    await expect(changed(page).getByText('$48.00 is now $96.00.')).toBeVisible()
    await expect(form.getByLabel('Names')).toHaveValue('Ana, Ben')
    await expect(form.getByRole('radio', { name: 'Plum' })).toBeChecked()
    await expect(form.getByLabel(/^Note to/)).toHaveValue(NOTE)
    expect(await ordersOf(kit, buyer)).toEqual([])
    await changed(page).getByRole('button', { name: 'Go on with $96.00' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Purchases' })).toBeVisible()
    await expect.poll(() => ordersOf(kit, buyer)).toMatchObject([{ totalAmount: 9600, note: NOTE, status: 'paid' }])
  },
)

test(
  'an offer whose price moves under its renter’s eyes is not sent by itself: both prices are shown, and nothing is held',
  PHONE,
  async ({ kit }) => {
    const owner = await newOwner(kit)
    const listing = await postListing(kit, owner)
    const renter = await newRenter(kit, 'visa')
    const { page } = renter
    const form = page.getByRole('region', { name: 'Book Dates' })
    await page.goto(`/listings/${listing.id}`)
    await pickDays(form, daysAhead(20, 21))
    await form.getByLabel(/^Note to/).fill(NOTE)
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByRole('radio').first().check()
    const { id, title, description, category, mainImage, images, quantity } = listing
    const whole = { title, description, category, mainImage, images, quantity, cancellationPreset: 'strict' }
    await kit.api(owner).post(`/api/listings/${id}`, { ...whole, price: 50 })

    await expect(changed(page).getByText('$49.00 is now $100.00.')).toBeVisible()
    await expect(changed(page).getByText('The cancelling rule was standard and is now strict.')).toBeVisible()
    await expect(form.getByText(NOTE)).toBeVisible()
    expect.soft(await axe(page)).toEqual([])
    await changed(page).getByRole('button', { name: 'Go back' }).click()
    await expect(form.getByLabel(/^Note to/)).toHaveValue(NOTE)
    await form.getByRole('button', { name: 'Continue' }).click()
    await changed(page).getByRole('button', { name: 'Go on with $100.00' }).click()
    await expect(page.getByText(/^Your rental offer has been sent/)).toBeVisible()
    expect(await onlyOffer(kit, renter, listing)).toMatchObject({
      totalAmount: 10_000,
      note: NOTE,
      paymentState: 'held',
    })
  },
)

test('days that came along from a search are not held at a price that nobody has seen', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(409))
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const { page } = renter
  const form = page.getByRole('region', { name: 'Book Dates' })
  const { startDate, endDate } = daysAhead(20, 21)
  await page.goto(`/listings/${listing.id}?from=${startDate}&to=${endDate}`)
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('radio').first().check()
  // The owner raises the price while the press is on its way.
  await page.route('/api/bookings', async (route) => {
    const { id, title, description, category, mainImage, images, quantity } = listing
    await kit
      .api(owner)
      .post(`/api/listings/${id}`, { title, description, category, mainImage, images, quantity, price: 50 })
    await route.continue()
  })
  await form.getByRole('button', { name: 'Submit Offer' }).click()
  await expect(changed(page).getByText('$49.00 is now $100.00.')).toBeVisible()
  expect(await offersFor(kit, renter, listing)).toEqual([])
})

test('a rental that has begun ends early: its owner keeps the money and may report damage', async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const booking = await makeOffer(kit, renter, listing, daysAhead(3, 4))
  await answer(kit, owner, booking, 'approved')
  await beginRentals(kit, booking.id)
  const { page } = renter
  await page.goto('/offers')
  const card = page.getByRole('article', { name: listing.title })
  await card.getByRole('button', { name: 'End early' }).click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText(/The rental is under way, so it ends early: you get nothing back of \$49\.00/),
  ).toBeVisible()
  expect.soft(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Yes, end it now' }).click()
  await expect(card.getByText(/^You ended this rental early\./)).toBeVisible()
  await expect(card.getByRole('button', { name: /End early|Cancel/ })).toBeHidden()

  await owner.page.goto(`/offers/${booking.id}`)
  await expect(owner.page.getByText(`${renter.name} ended this rental early.`, { exact: false }).first()).toBeVisible()
  await expect(owner.page.getByRole('button', { name: 'Report Damage' })).toBeVisible()
})
