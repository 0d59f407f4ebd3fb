import type { Locator } from '@playwright/test'
import type { Booking } from '#schema/booking'
import type { Listing } from '#schema/listing'
import { formatCents } from '#schema/money'
import { axe } from './axe'
import { dayButton, pickDays, turnTo } from './calendar'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { storesWith } from './device-storage'
import { expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import type { Person } from './person'
import { CARDS } from './provider'
import { answer, daysAhead, makeOffer, newOwner, newRenter, offersFor, onlyOffer, postListing } from './rentals'

const HOME = { Street: '34 Ditmars Blvd', City: 'Astoria', State: 'NY', 'ZIP code': '11105' }

const ownListings = async (kit: Kit, owner: Person): Promise<Listing[]> => {
  const { id } = await kit.api(owner).get<{ id: number }>('/api/user')
  return kit.api(owner).get<Listing[]>(`/api/users/${id}/listings`)
}

test('an owner sets rules without a signal, and a renter books by them', async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { price: 20 })
  await test.step('the rules are folded away; set offline, they go out when the signal is back', async () => {
    const { page } = owner
    await page.goto(`/listings/${listing.id}/edit`)
    await page.getByText(/^More rules/).click()
    await readyForNoSignal(page)
    await loseSignal(kit, page)
    await page.getByLabel('Minimum days').fill('5')
    await page.getByLabel('Maximum days').fill('3')
    await page.getByLabel('Price per week').fill('140')
    await page.getByLabel('For a fee of').fill('15')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Maximum days cannot be below minimum days')).toBeVisible()
    await expect(page.getByText('Seven days cost $140.00 already. A week is for less.')).toBeVisible()
    await expect(page.getByText('Please say within how many miles you deliver')).toBeVisible()
    await page.getByLabel('Minimum days').fill('2')
    await page.getByLabel('Maximum days').fill('14')
    await page.getByLabel('Price per week').fill('90')
    await page.getByLabel('Preparation days between rentals').fill('1')
    await page.getByLabel('You deliver within miles').fill('5')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('$90 a week · From 2 to 14 days · Delivery within 5 miles for $15')).toBeVisible()
    await regainSignal(kit, page)
    await expect
      .poll(() => kit.api(owner).get<Listing>(`/api/listings/${listing.id}`))
      .toMatchObject({ minDays: 2, maxDays: 14, weekPrice: 90, bufferDays: 1, deliveryMiles: 5, deliveryFee: 15 })
  })

  const renter = await newRenter(kit, 'visa')
  const { page } = renter
  const form = page.getByRole('region', { name: 'Book Dates' })
  const days = daysAhead(20, 28)
  const total = formatCents(9000 + 2 * 2000 + 1500)
  await test.step('one day is too few, and it says so', async () => {
    await page.goto(`/listings/${listing.id}`)
    // A form that was begun before the rules had arrived would ask about the new price.
    await expect.poll(() => storesWith(page, 'weekPrice')).not.toEqual([])
    await page.reload()
    await expect(page.getByText(/^\$90 a week/)).toBeVisible()
    await (await turnTo(form, days.startDate)).click()
    await expect(form.getByText('Rented for at least 2 days.')).toBeVisible()
    await (await turnTo(form, days.endDate)).click()
    await expect(form.getByText('1 week x $90.00 + 2 days x $20.00 = $130.00')).toBeVisible()
  })
  await test.step('the delivery asks for the address, and is part of the price', async () => {
    await form.getByRole('radio', { name: /delivers/ }).check()
    await form.getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByText('Street address is required')).toBeVisible()
    for (const [label, value] of Object.entries(HOME)) await form.getByLabel(label).fill(value)
    await form.getByRole('radio', { name: 'I pick it up' }).check()
    await expect(form.getByLabel('Street')).toBeHidden()
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByRole('button', { name: 'Change' }).click()
    await form.getByRole('radio', { name: /delivers/ }).check()
    for (const [label, value] of Object.entries(HOME)) await expect(form.getByLabel(label)).toHaveValue(value)
    await expect(form.getByText(`1 week x $90.00 + 2 days x $20.00 + delivery $15.00 = ${total}`)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await form.getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByText('Delivered to 34 Ditmars Blvd, Astoria, NY 11105')).toBeVisible()
    await form.getByRole('radio', { name: CARDS.visa.name }).check()
    await form.getByRole('button', { name: 'Submit Offer' }).click()
    await expect(page.getByRole('list', { name: 'Your offers for this listing' }).getByRole('link')).toBeVisible()
    await expect
      .poll(async () => (await offersFor(kit, renter, listing)).map((sent) => sent.paymentState))
      .toEqual(['held'])
  })
  const offer = await onlyOffer(kit, renter, listing)
  expect(offer).toMatchObject({ totalAmount: 14_500, deliveryFee: 1500, pricePerWeek: 9000 })

  await test.step('the owner sees roughly where to, and the street once the money is taken', async () => {
    await owner.page.goto(`/offers/${offer.id}`)
    await expect(owner.page.getByText('To be delivered to Astoria.')).toBeVisible()
    await expect(owner.page.getByText('Ditmars')).toBeHidden()
    await answer(kit, owner, offer, 'approved')
    await expect(owner.page.getByText('34 Ditmars Blvd, Astoria, NY 11105')).toBeVisible()
    await owner.page.goto(`/offers/${offer.id}/receipt`)
    await expect(owner.page.getByText('Delivery', { exact: true })).toBeVisible()
    await expect(owner.page.getByText('1 week x $90.00')).toBeVisible()
    await expect(owner.page.getByText(/\bversion\b/i)).toHaveCount(0)
  })
  await test.step('the day after the rental is for getting ready: nobody can book it', async () => {
    await page.goto(`/listings/${listing.id}`)
    const after = daysAhead(29).startDate
    await expect(await turnTo(form, after)).toBeDisabled()
    await expect(await turnTo(form, daysAhead(30).startDate)).toBeEnabled()
  })
})

test('an owner pauses, prices and blocks several listings at once, without a signal', async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const owner = await newOwner(kit)
  const plates = await postListing(kit, owner, { title: 'Plates for many', price: 20 })
  const lamps = await postListing(kit, owner, { title: 'Lamps for many', price: 12.5 })
  await postListing(kit, owner, { title: 'Chairs stay as they are', price: 8 })
  const { page } = owner
  await page.goto('/profile')
  await expect(page.getByText('Chairs stay as they are')).toBeVisible()
  await readyForNoSignal(page)
  const dialog = page.getByRole('dialog', { name: 'Change several at once' })
  const open = async (act: string) => {
    await page.getByRole('button', { name: 'Change several at once' }).click()
    await dialog.getByLabel('Plates for many').check()
    await dialog.getByLabel('Lamps for many').check()
    await dialog.getByLabel('What to do').selectOption(act)
  }
  // The dialog is loaded before the signal goes.
  await open('percent')
  await loseSignal(kit, page)
  await dialog.getByLabel('Percent').fill('10')
  await expect(dialog.getByText('Plates for many: $20.00 to $22.00 a day')).toBeVisible()
  await expect(dialog.getByText('Lamps for many: $12.50 to $13.75 a day')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change 2 listings' }).click()
  await expect(page.getByText('2 listings changed')).toBeVisible()
  await expect(page.getByText('$22/day')).toBeVisible()

  await open('block')
  await dialog.getByRole('button', { name: 'Pick a date range' }).click()
  await pickDays(dialog, daysAhead(10, 11))
  await dialog.getByRole('button', { name: 'Block days of 2 listings' }).click()
  await expect(dialog).toBeHidden()
  await open('pause')
  await dialog.getByRole('button', { name: 'Pause 2 listings' }).click()
  await expect(dialog).toBeHidden()
  await regainSignal(kit, page)

  await expect
    .poll(async () => (await ownListings(kit, owner)).map(({ title }) => title))
    .toEqual(['Chairs stay as they are'])
  for (const [{ id }, price] of [
    [plates, 22],
    [lamps, 13.75],
  ] as const)
    await expect
      .poll(() => kit.api(owner).get<Listing>(`/api/listings/${id}`))
      .toMatchObject({ price, availability: { available: false } })
  await page.goto('/settings?tab=availability')
  await expect(page.getByRole('button', { name: /^Remove .*Plates for many$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove .*Lamps for many$/ })).toBeVisible()
})

test('the blocking calendar draws what is booked', async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { title: `Drawn plates` })
  const renter = await newRenter(kit, 'visa')
  const days = daysAhead(8, 9)
  const offer: Booking = await makeOffer(kit, renter, listing, days)
  await answer(kit, owner, offer, 'approved')
  const { page } = owner
  await page.goto('/settings?tab=availability')
  const calendar = page.getByRole('group', { name: 'Dates' })
  // A dot is for what is booked; today has none.
  const dot = (day: Locator) => day.evaluate((button) => getComputedStyle(button, '::after').content)
  expect(await dot(await turnTo(calendar, daysAhead(0).startDate))).toBe('none')
  await turnTo(calendar, days.startDate)
  await expect(dayButton(calendar, days.startDate)).toHaveAccessibleName(/has “Drawn plates”$/)
  expect(await dot(dayButton(calendar, days.startDate))).not.toBe('none')
  await expect(page.getByRole('region', { name: 'Bookings' }).getByRole('listitem')).toHaveCount(1)
  expect(await axe(page)).toEqual([])
})

test('an owner who blocks days of several listings reads what is booked on them, and that all means all', async ({
  kit,
}) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { title: `Booked plates` })
  await postListing(kit, owner, { title: 'Free lamps' })
  const days = daysAhead(8, 9)
  const offer: Booking = await makeOffer(kit, await newRenter(kit, 'visa'), listing, days)
  await answer(kit, owner, offer, 'approved')
  const { page } = owner
  await page.goto('/profile')
  const dialog = page.getByRole('dialog', { name: 'Change several at once' })
  const open = async () => {
    await page.getByRole('button', { name: 'Change several at once' }).click()
    await dialog.getByRole('button', { name: 'Choose all' }).click()
    await dialog.getByLabel('What to do').selectOption('block')
    await dialog.getByRole('button', { name: 'Pick a date range' }).click()
  }
  await open()
  await pickDays(dialog, days)
  await expect(dialog.getByText('has “Booked plates” on')).toContainText('It cancels nothing.')
  await expect(dialog.getByText('Rentals that you list later are closed on these days, too.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Block days of all my rentals' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await expect(await turnTo(dialog, days.startDate)).toBeDisabled()
})
