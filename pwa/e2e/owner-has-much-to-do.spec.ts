import type { Page } from '@playwright/test'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, STILL_WAITING } from './connection'
import { handOverToday, repeatBooking } from './ended-rentals'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import { buyItem, postItem, writeAbout } from './orders'
import type { Person } from './person'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'
import { openMenuFor } from './sessions'

const PAST_OFFERS = 194

/** A destination with its number, in whichever navigation this window shows. */
const offersLink = (page: Page) => page.getByRole('link', { name: /^Offers/ }).filter({ visible: true })

/** Opens the menu that holds a person's own places: the side menu of phones, the Profile menu above. */
async function openPlaces(page: Page): Promise<void> {
  const profile = page.getByRole('button', { name: /Profile/ })
  if (!(await openMenuFor(page, profile))) await profile.click()
}

async function openPlace(page: Page, name: RegExp | string): Promise<void> {
  await openPlaces(page)
  await page.getByRole('link', { name }).filter({ visible: true }).click()
}

/** Is another window in front, as far as the page can know? */
async function lookAway({ page }: Person, isAway: boolean): Promise<void> {
  await page.evaluate((away) => {
    document.hasFocus = () => !away
    window.dispatchEvent(new Event('focus'))
  }, isAway)
}

test('an owner with nine things to do among two hundred offers finds each at once', async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const owner = await newOwner(kit)
  const renter = await newRenter(kit, 'visa')
  const listing = await postListing(kit, owner, { quantity: 40 })
  const item = await postItem(kit, owner)
  const over = await makeOffer(kit, renter, listing, daysAhead(30))
  await answer(kit, owner, over, 'declined')
  const today = await makeOffer(kit, renter, listing, daysAhead(2, 4))
  await answer(kit, owner, today, 'approved')
  for (const day of [12, 10, 14, 16]) await makeOffer(kit, renter, listing, daysAhead(day))
  const asked = await buyItem(kit, renter, item)
  await kit.api(renter).post(`/api/purchases/${asked.id}/ask-cancel`)
  const later = await buyItem(kit, renter, item)
  const sooner = await buyItem(kit, renter, item, 6)
  await writeAbout(
    kit,
    renter,
    later,
    'Could the ink be plum? The napkins are plum too, and so are the ribbons of all forty chairs and the garlands.',
  )
  await handOverToday(kit, today.id)
  await repeatBooking(kit, over.id, PAST_OFFERS)

  const { page } = owner
  await page.goto('/listings')
  await expect(offersLink(page)).toHaveAccessibleName('Offers 5 new')
  await lookAway(owner, true)
  await offersLink(page).click()
  // The first screen is what to do, with its next press.
  await expect(page.getByRole('tab', { name: 'Offers for Your Items 5 new' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Needs you 5' })).toBeInViewport()
  const first = page.getByRole('article').first()
  await expect(first.getByText(`Today: hand it over to ${renter.name}.`)).toBeInViewport()
  await expect(first.getByRole('link', { name: 'Write down the pickup' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Past 195' })).toBeAttached()
  await expect(page.getByRole('article')).toHaveCount(15)
  await page.getByRole('button', { name: 'Show 10 more of 185' }).click()
  await expect(page.getByRole('article')).toHaveCount(25)

  // Another window is in front: nobody has seen any of it. Then each card counts as seen when it was on the screen.
  const last = page.getByRole('article').nth(4)
  await last.scrollIntoViewIfNeeded()
  await expect(offersLink(page)).toHaveAccessibleName('Offers 5 new')
  await lookAway(owner, false)
  await expect(offersLink(page)).not.toHaveAccessibleName('Offers 5 new')
  for (const card of await page
    .getByRole('article')
    .all()
    .then((cards) => cards.slice(0, 5)))
    await card.scrollIntoViewIfNeeded()
  await expect(offersLink(page)).toHaveAccessibleName('Offers')
  await expect(page.getByRole('tab', { name: 'Offers for Your Items 5 new' })).toBeVisible()

  await openPlace(page, 'Made-to-Order Dashboard 3 new')
  await expect(page.getByRole('tab', { name: 'Orders 3 new' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Needs you 3' })).toBeVisible()
  await expect(page.getByText(`${renter.name} asks to cancel. You decide.`)).toBeInViewport()
  const rows = await page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.parentElement?.id))
  expect(rows).toEqual([asked, sooner, later].map(({ id }) => `order-${id}`))

  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await openPlace(page, 'Inbox 1 new')
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  // However long the last words are, their time stands within the row.
  const threads = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(threads.first()).toBeVisible()
  const reaching = (rows: Element[]) => rows.filter((row) => row.scrollWidth > row.clientWidth).length
  expect(await threads.evaluateAll(reaching)).toBe(0)
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('lanterns')
  await expect(page.getByText('No conversation on this device has these words.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('plum ink')
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: /Could the ink be plum\?.*1 new message/ }).click()
  await expect(page.getByRole('log', { name: `Messages with ${renter.name}` })).toContainText(
    'Could the ink be plum? The napkins are plum too, and so are the ribbons of all forty chairs and the garlands.',
  )
  await page.keyboard.press('Escape')
  await openPlaces(page)
  await expect(page.getByRole('link', { name: 'Inbox', exact: true }).filter({ visible: true })).toBeVisible()
})
