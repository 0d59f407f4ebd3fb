import type { Page } from '@playwright/test'
import { axe } from './axe'
import { answeredWith, expect, test } from './fixtures'
import { DEMO_PASSWORD } from './person'
import { daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('an account is closed once its booking has ended, and taken back with the next sign-in', async ({ kit }) => {
  kit.allowErrors(answeredWith(401), answeredWith(403), answeredWith(422))
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const { page, name } = renter
  const offer = await makeOffer(kit, renter, listing, daysAhead(20, 21))

  await page.goto('/settings?tab=account')
  await expect(page.getByText('One thing is still open. It must end first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close my account' })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: listing.title }).click()
  await expect(page).toHaveURL(`/offers/${offer.id}`)
  await kit.api(renter).post(`/api/bookings/${offer.id}/cancel`, {})

  await page.goto('/settings?tab=account')
  await field(page, 'Your password').fill('wrong horse')
  await press(page, 'Close my account')
  await expect(page.getByText('That is not your password')).toBeVisible()
  await field(page, 'Your password').fill(DEMO_PASSWORD)
  await press(page, 'Close my account')
  await expect(page.getByRole('heading', { name: `Welcome back, ${name}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Your account is closed')

  await field(page, 'Username').fill(name)
  await field(page, 'Password').fill(DEMO_PASSWORD)
  await press(page, 'Login')
  await expect(page.getByText('This account is closed.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await press(page, 'Restore my account')
  await expect(page).not.toHaveURL(/\/auth/)
  await page.goto('/offers')
  await expect(page.getByText(listing.title).first()).toBeVisible()
})
