import type { Locator, Page } from '@playwright/test'
import { pickDays } from './calendar'
import { endRentals } from './ended-rentals'
import { expect, type Kit, test } from './fixtures'
import { postItem } from './orders'
import type { Person } from './person'
import { CARDS, saveCard } from './provider'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

/** The button that a form waits for, and the first one at the foot of a question. */
const PRIMARY = '[type=submit], .modal__foot > button:first-child'

const primaries = (page: Page): Locator => {
  const dialog = page.locator('dialog[open]').last()
  return dialog.or(page.locator('main:not(:has(dialog[open]))')).locator(PRIMARY).filter({ visible: true })
}

/** The primary buttons that the notice lies over, by their words. */
const covered = (page: Page) =>
  page.evaluate((primary) => {
    const notice = document.querySelector('.toast')?.getBoundingClientRect()
    if (!notice) return ['there is no notice']
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')
    return [...(root?.querySelectorAll(primary) ?? [])]
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const isBeside = right <= notice.left || notice.right <= left || bottom <= notice.top || notice.bottom <= top
        return button.checkVisibility() && !isBeside
      })
      .map((button) => button.textContent)
  }, PRIMARY)

/** Wherever a form is scrolled to, each of its primary buttons can be pressed. */
async function expectReach(page: Page, what: string): Promise<void> {
  await expect(primaries(page).first(), what).toBeVisible()
  // A notice that moved away from under the mouse has let go of it.
  await holdNotice(page)
  for (const button of await primaries(page).all())
    for (const block of ['end', 'center', 'start'] as const) {
      await button.evaluate((element, where) => element.scrollIntoView({ block: where }), block)
      await expect
        .poll(() => covered(page), { message: `${what}, ${await button.textContent()}, ${block}` })
        .toEqual([])
    }
}

/** The notice of the moment stays: somebody's pointer is on it. */
async function holdNotice(page: Page): Promise<void> {
  await expect(page.locator('.toast')).toBeVisible()
  await page.locator('.toast').dispatchEvent('pointerover')
}

/** Goes on within the app, under the same notice. */
async function goOn(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState({}, '', to), path)
  await expect(page.getByRole('heading', { name: heading }).first(), path).toBeVisible()
}

/** A notice of two lines, from the settings. */
async function saveAddress({ page }: Person): Promise<void> {
  await page.goto('/settings?tab=address')
  await page.getByLabel('Street', { exact: true }).fill('412 5th Street')
  await page.getByLabel('City').fill('Brooklyn')
  await page.getByLabel('State').fill('NY')
  await page.getByLabel('ZIP code').fill('11215')
  await page.getByRole('button', { name: 'Save Address' }).click()
  await holdNotice(page)
}

/** Somebody who rents out and rents: with offers to answer, a rental that is over, and something of others to book. */
async function openWorld(kit: Kit) {
  const owner = await newOwner(kit)
  await saveCard(kit, owner, CARDS.visa)
  const own = await postListing(kit, owner)
  const other = await newOwner(kit)
  const theirs = await postListing(kit, other)
  const item = await postItem(kit, other)
  const renter = await newRenter(kit, 'visa')
  const ended = await makeOffer(kit, renter, own, daysAhead(20, 22))
  await answer(kit, owner, ended, 'approved')
  await endRentals(kit, ended.id)
  await makeOffer(kit, renter, own, daysAhead(30))
  return { owner, own, theirs, item, ended }
}

test('no notice lies over the button that a form waits for', async ({ kit }) => {
  const { owner, own, theirs, item, ended } = await openWorld(kit)
  const { page } = owner
  const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first().click()
  const close = () => page.keyboard.press('Escape')

  await page.goto(`/listings/${theirs.id}`)
  const book = page.getByRole('region', { name: 'Book Dates' })
  await pickDays(book, daysAhead(12, 13))
  await book.getByRole('button', { name: 'Continue' }).click()
  await book.getByRole('button', { name: 'Submit Offer' }).click()
  await holdNotice(page)
  // It leads to the offer, and the notice leaves that free as well.
  const sent = page.getByRole('list', { name: 'Your offers for this listing' }).getByRole('link')
  await expect(sent).toBeFocused()
  await expect(sent).toBeInViewport()
  await sent.click({ trial: true })
  await expectReach(page, 'Book Dates')
  await pickDays(book, daysAhead(16, 17))
  await book.getByRole('button', { name: 'Continue' }).click()
  await expect(book.getByRole('button', { name: 'Submit Offer' })).toBeEnabled()
  await expectReach(page, 'the payment of an offer')
  await press(/^Ask/)
  await expectReach(page, 'a question')
  await close()

  for (const [path, heading] of [
    [`/made-to-order/${item.id}`, item.title],
    ['/create', 'Create a listing'],
    ['/create-made-to-order', 'Create a made-to-order item'],
    [`/listings/${own.id}/edit`, 'Edit'],
    ['/settings?tab=address', 'Your address'],
    ['/settings?tab=availability', 'Blocked dates'],
    ['/settings?tab=security', 'Where you are signed in'],
    [`/offers/${ended.id}`, own.title],
    ['/inspiration?share=1', 'Share Your Party Inspiration'],
  ] as const) {
    await goOn(page, path, heading)
    await expectReach(page, path)
  }
  await close()

  await goOn(page, '/profile', owner.name)
  await press('Edit Profile')
  await expectReach(page, 'the profile')
  await close()
  await goOn(page, '/offers?tab=received', 'Needs you')
  for (const name of ['Approve', 'Decline']) {
    await press(name)
    await expectReach(page, name)
    await close()
  }
  await goOn(page, `/offers/${ended.id}`, own.title)
  for (const name of ['Report Damage', 'Write a review']) {
    await press(name)
    await expectReach(page, name)
    await close()
  }
})

test('no notice lies over the buttons of operators', async ({ kit }) => {
  const operator = await kit.newPerson('operator')
  await saveAddress(operator)
  for (const [tab, heading] of [
    ['refunds', 'Operator'],
    ['people', 'Suspend somebody'],
  ] as const) {
    await goOn(operator.page, `/operator?tab=${tab}`, heading)
    await expectReach(operator.page, tab)
  }
})

test('on a phone on its side, and at 200 %, the box for a message stands above the fold', { tag: '@phone' }, async ({
  kit,
}) => {
  const listing = await postListing(kit, await newOwner(kit))
  const renter = await newRenter(kit, 'visa')
  await makeOffer(kit, renter, listing, daysAhead(3, 4))
  const { page } = renter
  for (const size of [
    { width: 844, height: 390 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/offers?tab=made')
    await page.getByRole('button', { name: 'Messages' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
  }
})
