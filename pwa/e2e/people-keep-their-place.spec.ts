import type { Locator, Page } from '@playwright/test'
import type { Listing } from '#schema/listing'
import { loseSignal } from './connection'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import { postListing } from './rentals'
import { settled } from './screens'
import { bubbles, expectSent, findBookingWith, openThread, writeMessage } from './threads'

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

/** Dialogs and menus over the page at this entry of the history, by id. */
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
  const [{ page }, owner] = [await kit.visitor(), await kit.newPerson('host')]
  // Cards of few words are lower than the others.
  for (let count = 0; count < 6; count++) await postListing(kit, owner, { description: 'Twelve lanterns.' })
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
  const leftAt = await topOf(left)
  await pressInPlace(page, left.getByRole('link').first())
  await expect(page.getByRole('region', { name: 'Book Dates' })).toBeVisible()
  await page.goBack()
  await expect(left).toBeInViewport()
  await settled(page)
  expect(Math.abs((await topOf(left)) - leftAt)).toBeLessThan(40)
})

const LONG = 'We come at noon and bring the ladders, the lamps and the long tables. '.repeat(6)

test('a thread stays where it is read, and follows its end and what one sends', ON_PHONE, async ({ kit }) => {
  const [{ page, ...renter }, owner] = [await kit.newPerson('planner'), await kit.newPerson('host')]
  const { id } = await findBookingWith(kit.api(renter), kit.api(owner))
  const hear = (content: string) => kit.api(owner).post(`/api/bookings/${id}/messages`, { content })
  let seen = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user/seen') seen++
  })
  for (let count = 0; count < 5; count++) await hear(LONG)
  await openThread(page, id)
  const log = page.getByRole('log')
  await expect(bubbles(page, LONG.trim()).last()).toBeInViewport()
  const scrollTo = async (top: number) => {
    await log.evaluate((box, wanted) => box.scrollTo(0, wanted), top)
    await settled(page)
  }

  await scrollTo(0)
  await expect.poll(() => seen).toBeGreaterThan(0)
  const seenBefore = seen
  await hear('Far below the reader.')
  await expect(bubbles(page, 'Far below the reader.')).toHaveCount(1)
  await settled(page)
  expect(await log.evaluate((box) => box.scrollTop)).toBe(0)
  expect(seen).toBe(seenBefore)

  await scrollTo(1e6)
  await expect.poll(() => seen).toBeGreaterThan(seenBefore)
  await hear('Right at the end.')
  await expect(bubbles(page, 'Right at the end.')).toBeInViewport()

  await scrollTo(0)
  await writeMessage(page, 'From the middle of the reading.')
  await expect(bubbles(page, 'From the middle of the reading.')).toBeInViewport()
  await expectSent(page, ['From the middle of the reading.'])

  const belowView = () => log.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop))
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width, height: height - 300 })
  await settled(page)
  expect(await belowView()).toBeLessThanOrEqual(1)
  kit.allowErrors(NETWORK_ERRORS)
  await loseSignal(kit, page)
  await writeMessage(page, 'Without a signal.')
  await expect(log.getByRole('button', { name: 'Discard', exact: true })).toBeInViewport({ ratio: 1 })
  await settled(page)
  expect(await belowView()).toBeLessThanOrEqual(1)
})

test('the inbox stays where it is while a question is open', ON_PHONE, async ({ kit }) => {
  const { page, ...asker } = await kit.newcomer()
  const api = kit.api(asker)
  const asked = (await api.get<Listing[]>('/api/listings')).slice(0, 15)
  for (const { id } of asked) await api.post('/api/questions', { listingId: id, content: 'Is there a ramp?' })
  await page.goto('/inbox')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(asked.length)
  const row = rows.nth(12)
  await row.scrollIntoViewIfNeeded()
  await settled(page)
  const top = await topOf(row)
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await pressInPlace(page, row.getByRole('link'))
    await expect(page.getByRole('log')).toBeVisible()
    await settled(page)
    await close()
    await expect(page.getByRole('log')).toHaveCount(0)
    await settled(page)
    expect(await topOf(row)).toBe(top)
  }
})
