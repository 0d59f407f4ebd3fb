import type { Page } from '@playwright/test'
import { type Listing, listingPhotos } from '#schema/listing'
import { axe } from './axe'
import { loseSignal, readyForNoSignal } from './connection'
import { expect, NETWORK_ERRORS, test } from './fixtures'

const STORY =
  'photos open in full screen without a signal: stepped through, made larger, closed by Back, Esc and a pull'

test(STORY, async ({ kit, hasTouch }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const planner = await kit.newPerson('planner')
  const { page } = planner
  const listing = (await kit.api(planner).get<Listing[]>('/api/listings')).find(
    (one) => listingPhotos(one).length === 2,
  )
  if (!listing) throw new Error('No listing of the demo marketplace has two photos')
  const here = `/listings/${listing.id}`
  await page.goto(here)
  await page.getByRole('button', { name: 'Next photo' }).click()
  await expect(page.getByRole('group', { name: 'Photo 2 of 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous photo' }).click()
  await readyForNoSignal(page)
  await loseSignal(kit, page)

  const open = page.getByRole('button', { name: 'Open in full screen' })
  const viewer = page.getByRole('dialog', { name: `Photos of ${listing.title}` })
  const photo = (place: number) => viewer.getByRole('group', { name: `${place} of 2` }).getByRole('img')
  await open.click()
  await expect(photo(1)).toBeInViewport()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect(photo(2)).toBeInViewport()
  await expect(viewer.getByRole('button', { name: 'Next photo' })).toBeHidden()
  await viewer.getByRole('button', { name: 'Previous photo' }).click()
  await expect(photo(1)).toBeInViewport()

  const width = () => photo(1).evaluate((image) => image.getBoundingClientRect().width)
  const fitted = await width()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(fitted * 1.5)
  await viewer.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(width).toBeCloseTo(fitted, 0)
  if (hasTouch) {
    await touch(page, 'synthesizePinchGesture', { scaleFactor: 2 })
    await expect.poll(width).toBeGreaterThan(fitted * 1.5)
    await touch(page, 'synthesizePinchGesture', { scaleFactor: 0.2 })
    await expect.poll(width).toBeCloseTo(fitted, 0)
    await touch(page, 'synthesizeScrollGesture', { xDistance: -250 })
    await expect(photo(2)).toBeInViewport()
    await touch(page, 'synthesizeScrollGesture', { yDistance: 350 })
    await expect(viewer).toBeHidden()
    await open.click()
    await expect(photo(1)).toBeInViewport()
  }

  await page.goBack()
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL(here)
  await page.getByRole('group', { name: 'Photo 1 of 2' }).click()
  await expect(photo(1)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
})

/** A gesture of fingers that begins in the middle of the screen. */
async function touch(
  page: Page,
  gesture: 'synthesizePinchGesture' | 'synthesizeScrollGesture',
  how: object,
): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const session = await page.context().newCDPSession(page)
  await session.send(`Input.${gesture}` as 'Input.synthesizePinchGesture', {
    x: width / 2,
    y: height / 2,
    gestureSourceType: 'touch',
    scaleFactor: 1,
    ...how,
  })
  await session.detach()
}
