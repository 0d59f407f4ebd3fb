import type { Page } from '@playwright/test'
import { axe } from './axe'
import { expect, test } from './fixtures'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

const CLOSED = 'No more messages can be written in this thread. Bookings and orders continue.'
const thread = (page: Page, other: string) => page.getByRole('dialog', { name: other })

test('a blocked person in an open thread: it closes for both, the booking goes on, and the block can be taken back', async ({
  kit,
}) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const offer = await makeOffer(kit, renter, listing, daysAhead(2, 4))
  await answer(kit, owner, offer, 'approved')
  const path = `/offers/${offer.id}?messages=1`
  await renter.page.goto(path)
  const box = thread(renter.page, owner.name).getByLabel(`Message to`)
  await box.fill('When may I come?')

  await owner.page.goto(`/profile/${offer.userId}`)
  await owner.page.getByRole('button', { name: 'Block' }).click()
  const question = owner.page.getByRole('dialog', { name: `Block ${renter.name}?` })
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(owner.page.getByText(`You have blocked ${renter.name}.`)).toBeVisible()

  await expect(thread(renter.page, owner.name).getByText(CLOSED)).toBeVisible()
  const unsent = thread(renter.page, owner.name).getByRole('blockquote')
  await expect(unsent).toHaveText('When may I come?')
  await expect(thread(renter.page, owner.name).getByRole('button', { name: 'Copy text' })).toBeVisible()
  expect(await axe(renter.page)).toEqual([])
  await owner.page.goto(path)
  await expect(thread(owner.page, renter.name).getByText(CLOSED)).toBeVisible()
  await thread(owner.page, renter.name).getByRole('button', { name: 'Close' }).click()
  await expect(owner.page.getByRole('heading', { level: 1, name: offer.listingTitle })).toBeVisible()

  await owner.page.goto('/settings?tab=account')
  const blocked = owner.page.getByRole('region', { name: 'People you have blocked' })
  await expect(blocked.getByRole('link', { name: renter.name })).toBeVisible()
  expect(await axe(owner.page)).toEqual([])
  // By the keyboard, as everything here can be done.
  await blocked.getByRole('button', { name: `Unblock ${renter.name}` }).focus()
  await owner.page.keyboard.press('Enter')
  await expect(blocked).toBeHidden()
  await owner.page.goto(`/profile/${offer.userId}`)
  await expect(owner.page.getByRole('button', { name: 'Block' })).toBeVisible()
  await expect(box).toHaveValue('When may I come?')
})

test('a question that is being written stays on the screen of somebody who is blocked, and can be thrown away', async ({
  kit,
}) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  await renter.page.goto(`/listings/${listing.id}?messages=1`)
  const question = thread(renter.page, owner.name)
  await question.getByLabel('Message to').fill('Is there a ramp?')
  const { id } = await kit.api(renter).get<{ id: number }>('/api/user')
  await kit.api(owner).post(`/api/users/${id}/block`)
  await expect(question.getByText('No more messages can be written in this thread.')).toBeVisible()
  await expect(question.getByRole('blockquote')).toHaveText('Is there a ramp?')
  await question.getByRole('button', { name: 'Throw it away' }).click()
  await question.getByRole('button', { name: 'Throw it away' }).click()
  await expect(question.getByRole('blockquote')).toBeHidden()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(question).toBeHidden()
  await expect(renter.page.getByRole('button', { name: /^Ask/ })).toBeHidden()
})
