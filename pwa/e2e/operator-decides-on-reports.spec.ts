import { axe } from './axe'
import { expect, test } from './fixtures'
import { openMail } from './mails'
import { newOwner, postListing } from './rentals'

test('an operator reads what was reported and hides it; its owner is mailed the reason', {
  tag: '@phone',
}, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const witness = await kit.newcomer()
  const report = { kind: 'listing', id: listing.id, reason: 'stolen', words: 'Those are my photos' }
  await kit.api(witness).post('/api/reports', report)

  const { page } = await kit.newPerson('operator')
  await page.goto('/operator?tab=reports')
  const card = page.getByRole('article', { name: listing.title })
  await expect(card.getByText('Those are my photos')).toBeVisible()
  await expect(card.getByText(witness.name)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axe(page, ['color-contrast'])).toEqual([])
  await card.getByRole('button', { name: 'Decide' }).click()
  await expect(card.getByText('Please choose what is done')).toBeVisible()
  await card.getByLabel('Hide').check()
  await card.getByLabel('Why').fill('The photos belong to somebody else.')
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByText('It is hidden', { exact: true })).toBeVisible()

  await openMail(owner.page, `${owner.name}@example.com`, 'Something of yours was hidden on Trestle')
  await expect(owner.page.getByText('The photos belong to somebody else.')).toBeVisible()
})
