import type { Listing } from '#schema/listing'
import type { CurrentUser } from '#schema/user'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

test('somebody reports a listing and a message without a signal; what is typed is kept, and both go out', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const offer = await makeOffer(kit, renter, listing, daysAhead(2, 4))
  await kit.api(owner).post(`/api/bookings/${offer.id}/messages`, { content: 'Please pay in cash' })
  const { page } = renter
  await page.goto(`/offers/${offer.id}?messages=1`)
  await expect(page.getByText('Please pay in cash')).toBeVisible()
  await page.goto(`/listings/${listing.id}`)
  await readyForNoSignal(page)
  await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this listing' })
  await dialog.getByLabel('In your words').fill('Those are photos of a shop')
  expect(await axe(page)).toEqual([])
  await page.goBack()
  await expect(dialog).toBeHidden()

  await loseSignal(kit, page)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(dialog.getByLabel('In your words')).toHaveValue('Those are photos of a shop')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expect(dialog.getByLabel('What is wrong')).toBeFocused()
  await dialog.getByLabel('What is wrong').selectOption('It looks like a scam')
  await dialog.getByLabel('What it is about').selectOption('Photo 1 alone')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you for your report')).toBeVisible()

  await page.goto(`/offers/${offer.id}?messages=1`)
  const thread = page.getByRole('dialog', { name: owner.name })
  await thread.getByRole('button', { name: 'Report this message' }).click()
  const second = page.getByRole('dialog', { name: 'Report this message' })
  await second.getByLabel('What is wrong').selectOption('Something else')
  await second.getByRole('button', { name: 'Send report' }).click()
  await expect(second).toBeHidden()
  await expect(thread).toBeVisible()

  await page.goto('/outbox')
  await expect(page.getByText(`Report “${listing.title}”`)).toBeVisible()
  await expect(page.getByText('Those are photos of a shop')).toBeVisible()
  await regainSignal(kit, page)
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(2)
})

test('somebody is typing a report while its listing leaves the market; the words stay, and the report arrives', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(answeredWith(404))
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const { page } = await newRenter(kit, 'visa')
  await page.goto(`/listings/${listing.id}`)
  await readyForNoSignal(page)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this listing' })
  await dialog.getByLabel('In your words').fill('Those are photos of a shop')

  await kit.api(owner).post(`/api/listings/${listing.id}/availability`, { available: false })
  // News for everybody come at a moment of their own; coming back to the page asks for them.
  const askForNews = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await askForNews()
  const gone = page.getByText('This listing is not on show any more.')
  await expect(gone).toBeVisible()
  await expect(dialog.getByLabel('In your words')).toHaveValue('Those are photos of a shop')
  await dialog.getByLabel('What is wrong').selectOption('It looks like a scam')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you for your report')).toBeVisible()
  await expect.poll(() => kit.proxy.delivered('POST', '/api/reports')).toBe(1)

  await expect(gone).toBeVisible()
  await expect(page.getByRole('button', { name: `Save ${listing.title}` })).toHaveCount(0)
  await expect(page.getByText('This listing is not taking offers at the moment.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await kit.api(owner).post(`/api/listings/${listing.id}/availability`, { available: true })
  await askForNews()
  await expect(gone).toBeHidden()
  await expect(page.getByRole('button', { name: `Save ${listing.title}` })).toBeVisible()
})

test('somebody is reporting a photo that its person takes away; the form says so, and all of it can be reported', {
  tag: '@phone',
}, async ({ kit }) => {
  const [shown, reporter] = [await kit.newcomer(), await kit.newcomer()]
  const api = kit.api(shown)
  const { id } = await api.get<CurrentUser>('/api/user')
  const [listing] = await api.get<Listing[]>('/api/listings')
  await api.post('/api/user/profile', { profilePhoto: listing?.mainImage })
  const { page } = reporter
  const dialog = page.getByRole('dialog', { name: 'Report this person' })
  const about = dialog.getByLabel('What it is about')
  const open = () => page.getByRole('button', { name: 'Report', exact: true }).click()
  await page.goto(`/profile/${id}`)
  await open()
  await dialog.getByLabel('What is wrong').selectOption('It is hateful or offensive')
  await about.selectOption('Photo 1 alone')
  await page.goBack()
  await expect(dialog).toBeHidden()

  await api.post('/api/user/profile', { profilePhoto: '' })
  await page.reload()
  await open()
  await expect(dialog.getByLabel('What is wrong')).toHaveValue('offensive')
  await expect(about.locator('option:checked')).toHaveText('A photo that was taken away')
  await about.selectOption('All of it')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you for your report')).toBeVisible()
  const statuses = () => kit.proxy.arrivals('POST', '/api/reports').flatMap(({ serverStatuses }) => serverStatuses)
  await expect.poll(statuses).toEqual([200])
})
