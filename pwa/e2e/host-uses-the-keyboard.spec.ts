import type { Locator, Page } from '@playwright/test'
import type { Listing } from '#schema/listing'
import { BROWSER } from './browsers'
import { expect, test } from './fixtures'
import { DEMO_PASSWORD, signIn } from './person'
import { openScreen, publicScreens } from './screens'

// Without windows nothing has the focus until something is pressed with a finger.
test.use({ launchOptions: { executablePath: BROWSER } })

const MOST_TABS = 80

/** Presses Tab, as somebody without a mouse does, until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  await expect(target).toBeVisible()
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MOST_TABS} presses of Tab do not lead to ${target}`)
}

test('a host who uses the keyboard alone finds a listing and picks dates', { tag: '@desktop' }, async ({ kit }) => {
  const { page } = await kit.newPerson('planner')
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('searchbox', { name: 'Search rentals' }))
  await page.keyboard.type('plates')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/listings\?search=plates/)

  const filter = page.getByRole('button', { name: /^Filter/ })
  await tabTo(page, filter)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filter Items' })
  await tabTo(page, panel.getByRole('checkbox', { name: 'Tableware' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(filter).toBeFocused()

  const card = page.getByRole('article').first().getByRole('link').first()
  const title = await card.innerText()
  await tabTo(page, card)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  const calendar = page.getByRole('group', { name: 'Dates' }).getByRole('grid')
  await tabTo(page, calendar.locator('button[tabindex="0"]'))
  await walkToRange(page, calendar)
  await expect(page.getByText(/^2 days/)).toBeVisible()

  const profile = page.getByRole('button', { name: 'Profile' })
  await profile.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeHidden()
  await expect(profile).toBeFocused()
})

test('a person who uses the keyboard alone reports a listing, ends another session and asks for their data', {
  tag: '@desktop',
}, async ({ kit }) => {
  const person = await kit.newcomer()
  const { page, name } = person
  const [listing] = await kit.api(person).get<Listing[]>('/api/listings')
  await signIn(kit.api(await kit.visitor()), name)

  await page.goto(`/listings/${listing?.id}`)
  const report = page.getByRole('button', { name: 'Report', exact: true })
  await tabTo(page, report)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this listing' })
  const reason = dialog.getByLabel('What is wrong')
  await tabTo(page, reason)
  await page.keyboard.press('ArrowDown')
  await expect(reason).not.toHaveValue('')
  await tabTo(page, dialog.getByLabel('In your words'))
  await page.keyboard.type('Those are photos of a shop')
  await tabTo(page, dialog.getByRole('button', { name: 'Send report' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Thank you for your report')).toBeVisible()
  await expect(report).toBeFocused()

  await page.goto('/settings?tab=security')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await tabTo(page, sessions.getByRole('button', { name: 'Sign out', exact: true }))
  await page.keyboard.press('Enter')
  const question = sessions.getByRole('group')
  // The second press of the same key would keep the session.
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(sessions).toHaveCount(1)

  const tabs = page.getByRole('tablist', { name: 'Settings' })
  await tabs.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.getByRole('tab', { name: 'Account' })).toBeFocused()
  await tabTo(page, page.getByLabel('Your password for the download', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD)
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/)
})

test('what goes by its own press leaves the focus beside it', { tag: '@desktop' }, async ({ kit }) => {
  const { page } = await kit.newcomer()
  await page.goto('/listings?categories=linens,lighting&search=a')
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  const hearts = page.getByRole('button', { name: /^Save / })
  await expect(hearts.first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  for (const nth of [0, 1]) {
    await hearts.nth(nth).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    if (nth === 0) {
      await dialog.getByLabel('Name').fill('Garden party')
      await page.keyboard.press('Enter')
    } else {
      const board = dialog.getByRole('checkbox', { name: 'Garden party' })
      await board.press('Space')
      await expect(board).toBeChecked()
      await page.keyboard.press('Escape')
    }
    await expect(dialog).toBeHidden()
  }
  await remove('Categories: 2').focus()
  await page.keyboard.press('Enter')
  await expect(remove('Categories: 2')).toBeHidden()
  await expect(page.locator('main :focus')).toBeVisible()

  await page.goto('/inspiration?tab=saved')
  await page.getByRole('link', { name: /^Garden party/ }).focus()
  await page.keyboard.press('Enter')
  const off = page.getByRole('button', { name: /off the board$/ })
  await expect(off).toHaveCount(2)
  await off.first().focus()
  await page.keyboard.press('Enter')
  await expect(off).toHaveCount(1)
  await expect(off).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(off).toHaveCount(0)
  await expect(page.locator('main :focus')).toBeVisible()
})

test('what the keyboard leads to is never hidden under a bar', { tag: '@phone' }, async ({ kit }) => {
  const visitor = await kit.visitor()
  const [, , listing] = await publicScreens(kit.api(visitor))
  if (!listing) throw new Error('There is no listing')
  const { page } = visitor
  await openScreen(page, listing)
  const button = page.getByRole('button', { name: 'Sign in to continue' })
  await tabTo(page, button)
  const isOnTop = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isOnTop).toBe(true)
})

/** Walks over the days with the arrow keys until two free ones stand side by side, and picks both. */
async function walkToRange(page: Page, calendar: Locator): Promise<void> {
  const selected = calendar.getByRole('gridcell', { selected: true })
  for (let day = 0; day < MOST_TABS && (await selected.count()) < 2; day++) {
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
  }
  await expect(selected).toHaveCount(2)
}
