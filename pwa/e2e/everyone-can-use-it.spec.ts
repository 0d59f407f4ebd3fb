import type { Page } from '@playwright/test'
import { type Listing, MAX_LISTING_PHOTOS } from '#schema/listing'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { expectApart, expectFits, resize, TIGHT_SIZES } from './fits'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { newOwner, postListing } from './rentals'
import { DOORS, OPERATOR_SCREENS, offerScreens, openScreen, ownScreens, publicScreens, type Screen } from './screens'
import { pressLogout } from './sessions'
import { findBooking, openThread, writeMessage } from './threads'
import { expectWorker } from './workers'

/** Shorter than a screen takes to show its next picture. */
const UNSEEN_MS = 10

/** Wider screens are not asked to fit on a narrow phone: the phone is. */
const WIDEST_PHONE_PX = 500

/** What automatic rules find on the page as it is; the dark scheme differs by its colours alone. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect.soft(await axe(page), `${what}, light`).toEqual([])
  // Colours are the same at every size.
  if ((page.viewportSize()?.width ?? 0) > WIDEST_PHONE_PX) return
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect.soft(await axe(page, ['color-contrast']), `${what}, dark`).toEqual([])
}

const NARROW_PHONE = { width: 320, height: 640 }
/** A narrow phone, letters of twice the size, and on phones both at once, cut nothing off. Leaves the letters large. */
async function expectFitsEverywhere(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()
  const isPhone = size !== null && size.width < WIDEST_PHONE_PX
  const onNarrowPhone = async (letters: string) => {
    if (!isPhone) return
    await page.setViewportSize(NARROW_PHONE)
    await expectFits(page, `${what}, on a narrow phone${letters}`)
    await page.setViewportSize(size)
  }
  await onNarrowPhone('')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectFits(page, `${what}, with letters of twice the size`)
  await onNarrowPhone(' with letters of twice the size')
}

/** Each part is small enough for one story. */
const PARTS: [part: string, path: RegExp][] = [
  ['rentals', /^\/(listings|profile|$)/],
  ['items and posts', /^\/(made-to-order|inspiration|users)/],
  ['settings', /^\/settings/],
  ['offers', /^\/(offers|create)/],
]
const REST = 'the rest'

/** Of the screens those of one part; the rest are in none of the other parts. */
function inPart(part: string, parts: readonly string[], screens: Screen[]): Screen[] {
  const own = PARTS.filter(([name]) => parts.includes(name))
  return screens.filter(({ path }) => (own.find(([, paths]) => paths.test(path))?.[0] ?? REST) === part)
}

async function expectGood(page: Page, screens: Screen[]): Promise<void> {
  expect(screens.length).toBeGreaterThan(0)
  for (const screen of screens) {
    await openScreen(page, screen)
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expectAccessible(page, screen.path)
    await expectFitsEverywhere(page, screen.path)
  }
}

const PUBLIC_PARTS = ['rentals', 'items and posts', REST]
for (const part of PUBLIC_PARTS)
  test(`a visitor’s screens pass the rules of accessibility and fit everywhere: ${part}`, async ({ kit }) => {
    kit.allowErrors(answeredWith(404))
    const visitor = await kit.visitor()
    const screens = [...(await publicScreens(kit.api(visitor))), ...DOORS]
    await expectGood(visitor.page, inPart(part, PUBLIC_PARTS, screens))
  })

const OWN_PARTS = ['settings', 'offers', REST]
for (const part of OWN_PARTS)
  test(`a signed-in person’s screens pass the rules of accessibility and fit everywhere: ${part}`, async ({ kit }) => {
    const maker = await kit.newPerson('maker')
    const screens = [...ownScreens('maker'), ...(await offerScreens(kit.api(maker)))]
    await expectGood(maker.page, inPart(part, OWN_PARTS, screens))
  })

test('an operator’s screens pass the rules of accessibility and fit everywhere', { tag: '@phone' }, async ({ kit }) => {
  const operator = await kit.newPerson('operator')
  await expectGood(operator.page, OPERATOR_SCREENS)
})

test('large letters on a phone leave categories whole, and badges and the buttons on a photo apart', {
  tag: '@phone',
}, async ({ kit }) => {
  const { page, context } = await kit.newPerson('maker')
  const pictures = (await kit.api({ context }).get<Listing[]>('/api/listings')).map(({ mainImage }) => mainImage)
  const images = [...new Set(pictures)].slice(0, MAX_LISTING_PHOTOS)
  const { id, title } = await postListing(kit, await newOwner(kit), { images })
  await page.goto(`/listings/${id}`)
  const photos = page.getByRole('region', { name: `Photos of ${title}` })
  const onPhoto = ['Previous photo', 'Next photo', 'Open in full screen'].map((name) =>
    photos.getByRole('button', { name }),
  )
  const heart = page.getByRole('main').getByRole('button', { name: `Save ${title}` })
  const badges = page.getByRole('navigation', { name: 'Quick' }).locator('.count-badge')
  await expect(badges).toHaveCount(2)
  for (const size of TIGHT_SIZES) {
    await resize(page, size)
    await photos.scrollIntoViewIfNeeded()
    await expectApart(`Buttons of photos at ${size.width}, ${size.letters}`, [
      heart,
      ...onPhoto,
      photos.locator('.carousel__dots'),
    ])
    await expectApart(`Badges at ${size.width}, ${size.letters}`, await badges.all())
  }

  await page.goto('/listings')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const labels = page.getByRole('group', { name: 'Categories' }).locator('label')
  await resize(page, { width: 390, letters: '200%' })
  const lines = (label: Element) => {
    const words = document.createRange()
    words.selectNodeContents(label.lastChild ?? label)
    return words.getClientRects().length
  }
  for (const label of await labels.all()) expect(await label.evaluate(lines), await label.innerText()).toBe(1)
})

test('what opens over a screen passes the rules of accessibility', async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const { page, context } = await kit.newPerson('maker')
  const booking = await findBooking(kit.api({ context }), 'pending')

  await page.goto('/listings')
  await expect(page.getByRole('heading', { name: 'Available Items' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const isPhone = await menu.isVisible()
  await (isPhone ? menu : page.getByRole('button', { name: 'Profile' })).click()
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  await expectAccessible(page, 'menu')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Pick a date range' }).click()
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expectAccessible(page, 'filter panel')

  await expectWorker(page)
  await openThread(page, booking.id)
  await expectAccessible(page, 'messages')
  await kit.proxy.mode({ kind: 'refuse' })
  await writeMessage(page, 'This waits for a connection')
  await expect(page.getByText('Waiting for a connection')).toBeVisible()
  await expectAccessible(page, 'messages that wait')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await pressLogout(page)
  await expect(page.getByRole('dialog', { name: 'Sign out now?' })).toBeVisible()
  await expectAccessible(page, 'sign-out question')
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
})

test('a screen reader is told when the connection is lost, and nothing of rounds that go well', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page } = await kit.newPerson('planner')
  const heard = page.getByRole('banner').getByRole('status')
  await page.goto('/listings')
  await readyForNoSignal(page)
  await expect(heard).toHaveText('')
  await loseSignal(kit, page)
  await expect(heard).toHaveText('Offline')
  await regainSignal(kit, page)
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  await expect(heard).toHaveText('')
})

test('nothing moves for somebody who asked for less motion', { tag: '@phone' }, async ({ kit }) => {
  const { page } = await kit.visitor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/listings')
  await expect(page.getByRole('article').first()).toBeVisible()
  const moving = () =>
    page.evaluate((longestMs) => {
      const lasting = document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().endTime))
      return lasting.filter((endMs) => endMs > longestMs)
    }, UNSEEN_MS)
  for (const open of [
    page.getByRole('button', { name: 'Filter', exact: true }),
    page.getByRole('button', { name: 'Menu', exact: true }),
  ]) {
    await open.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await moving()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await moving()).toEqual([])
  }
})
