import { readyForNoSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

test('a renter gives their rentals to their own calendar, and takes the address back', { tag: '@phone' }, async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(404))
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  await answer(kit, owner, await makeOffer(kit, renter, listing, daysAhead(3, 5)), 'approved')
  const { page } = renter
  const subscribe = async (address: string) => {
    const file = await fetch(address)
    return { status: file.status, text: await file.text() }
  }

  await page.goto('/offers')
  await readyForNoSignal(page)
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to calendar' })
  await expect(dialog.getByText('Anybody who has the address can read this calendar', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Make a calendar address' }).click()
  const field = dialog.getByLabel('Calendar address')
  const address = await field.inputValue()
  await expect(dialog.getByRole('link', { name: 'Open in a calendar app' })).toHaveAttribute('href', /^webcal:/)
  const calendar = await subscribe(address)
  expect([calendar.status, calendar.text.includes('BEGIN:VCALENDAR'), calendar.text.includes(listing.title)]).toEqual([
    200,
    true,
    true,
  ])

  await test.step('it is nowhere on the device, and is asked for again', async () => {
    await kit.offline(renter.context, true)
    await expect(dialog.getByText('The address is not kept on this device.', { exact: false })).toBeVisible()
    await expect(field).toBeHidden()
    await kit.offline(renter.context, false)
    await expect(field).toHaveValue(address)
  })

  await dialog.getByRole('button', { name: 'Make a new address' }).click()
  await expect(field).not.toHaveValue(address)
  const newer = await field.inputValue()
  expect([(await subscribe(address)).status, (await subscribe(newer)).status]).toEqual([404, 200])
  await dialog.getByRole('button', { name: 'Stop this calendar' }).click()
  await dialog.getByRole('group').getByRole('button', { name: 'Stop this calendar' }).click()
  await expect(dialog.getByRole('button', { name: 'Make a calendar address' })).toBeVisible()
  expect((await subscribe(newer)).status).toBe(404)
})
