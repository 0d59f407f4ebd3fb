import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { settled } from './screens'

const ON_PHONE = { tag: '@phone' }

/** How far below the upper edge of the screen something begins. */
const topOf = (of: Locator): Promise<number> =>
  of.evaluate((element) => Math.round(element.getBoundingClientRect().top))

/** Presses where something is: `click` would scroll to it first, to what is sticky too. */
async function pressInPlace(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox()
  if (!box) throw new Error('It is not on the page')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** What is open over the page at this entry of the history. */
const openNow = (page: Page): Promise<string | undefined> => page.evaluate(() => history.state.over?.at(-1))

async function openAndCloseMenu(page: Page): Promise<void> {
  const before = await openNow(page)
  const entry = page.getByRole('link', { name: 'Share Inspiration' }).filter({ visible: true })
  await pressInPlace(page, page.getByRole('button', { name: 'Menu', exact: true }))
  await expect(entry).toBeVisible()
  await expect.poll(() => openNow(page)).not.toBe(before)
  await settled(page)
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)
  await settled(page)
}

test('a long list stays where it is under a menu, and Back finds the card that was left', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.visitor()
  const cards = page.getByRole('main').getByRole('article')
  await page.goto('/listings')
  await expect(cards.first()).toBeVisible()
  await openAndCloseMenu(page)

  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded()
    expect(await cards.count()).toBeGreaterThan(48)
  }).toPass()
  const card = cards.nth(40)
  await card.scrollIntoViewIfNeeded()
  await settled(page)
  const [count, top] = [await cards.count(), await topOf(card)]
  await openAndCloseMenu(page)
  expect(await cards.count()).toBeGreaterThanOrEqual(count)
  expect(await topOf(card)).toBe(top)

  const left = cards.nth(44)
  await left.scrollIntoViewIfNeeded()
  await settled(page)
  await pressInPlace(page, left.getByRole('link').first())
  await expect(page.getByRole('region', { name: 'Book Dates' })).toBeVisible()
  await page.goBack()
  await expect(left).toBeInViewport()
})
