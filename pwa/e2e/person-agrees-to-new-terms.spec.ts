import { axe } from './axe'
import { readyForNoSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { daysAhead, makeOffer, messagesOf, newOwner, newRenter, postListing } from './rentals'
import { setTermsVersion } from './terms'
import { bubbles, messageBox } from './threads'

test('a message that was typed before the terms changed waits for the agreement, and is sent with it', {
  tag: '@phone',
}, async ({ kit }) => {
  // The server starts anew on the way.
  kit.allowErrors(NETWORK_ERRORS, answeredWith(403), STILL_WAITING)
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const offer = await makeOffer(kit, renter, listing, daysAhead(20, 21))
  const { page } = renter
  await page.goto(`/offers/${offer.id}?messages=1`)
  await readyForNoSignal(page)
  await messageBox(page).fill('Is Friday evening fine?')

  await setTermsVersion(kit, renter, '2026-01-01')
  await messageBox(page).press('Enter')
  await expect(bubbles(page, 'Is Friday evening fine?')).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByText('Waiting for you to agree to the new terms').first()).toBeVisible()
  const banner = page.getByRole('status').filter({ hasText: 'We have changed the terms' })
  await expect(banner).toBeVisible()
  expect(await axe(page)).toEqual([])
  const [terms] = await Promise.all([
    page.context().waitForEvent('page'),
    banner.getByRole('link', { name: 'terms' }).click(),
  ])
  await expect(terms.getByRole('heading', { name: 'Terms', exact: true })).toBeVisible()
  await terms.close()
  expect(await messagesOf(kit, owner, offer)).toEqual([])

  const agree = banner.getByRole('button', { name: 'I agree' })
  await kit.offline(page.context(), true)
  await expect(agree).toHaveAccessibleDescription('Agreeing needs a connection.')
  await kit.offline(page.context(), false)
  await agree.click()
  await expect(banner).toHaveCount(0)
  await expect
    .poll(async () => (await messagesOf(kit, owner, offer)).map(({ content }) => content))
    .toEqual(['Is Friday evening fine?'])
})
