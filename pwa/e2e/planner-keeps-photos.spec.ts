import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Post } from '#schema/inspiration'
import { axe } from './axe'
import { readyForNoSignal, STILL_WAITING } from './connection'
import { cachedPaths } from './device-storage'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { keepForeignPhotos, keptPhotoBytes, sharedLeft, shareFromGallery, stopWorkers } from './photos-on-device'
import { expectWorker } from './workers'

const PHOTOS = join(import.meta.dirname, '../../server/demo/photos')
const ON_PHONE = { tag: '@phone' }
const QUIETLY_MS = 40_000

/** Three photos as a phone's gallery holds them. */
async function galleryPhotos(): Promise<[string, string, string]> {
  const [first = '', second = '', third = ''] = (await readdir(PHOTOS)).filter((name) => name.endsWith('.jpg'))
  return [join(PHOTOS, first), join(PHOTOS, second), join(PHOTOS, third)]
}

const form = (page: Page) => page.getByRole('dialog', { name: 'Share Your Party Inspiration' })

/** A preview is a decoration beside the field's own words: it has no role to ask for. */
const photoIn = (page: Page) => form(page).locator('.image-field__photo')

const newestPosts = async (kit: Kit): Promise<Post[]> => kit.api(await kit.visitor()).get<Post[]>('/api/inspiration')

test(
  'photos shared from the gallery open the form with them: cold, without a signal, twice, and one by one',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const { page, context } = await kit.newcomer()
    const [arch, lanterns, table] = await galleryPhotos()
    await page.goto('/')
    await readyForNoSignal(page)
    await expectWorker(page)

    await kit.proxy.mode({ kind: 'refuse' })
    await kit.offline(context, true)
    await stopWorkers(page)
    await shareFromGallery(page, [arch], { title: 'Gold arch', text: 'From last night' })
    await expect(form(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Gold arch')
    await expect(form(page).getByLabel('Description')).toHaveValue('From last night')
    await expect(photoIn(page)).toBeVisible()
    expect(page.url()).not.toContain('shared=')
    const firstPhoto = await photoIn(page).getAttribute('src')

    await shareFromGallery(page, [lanterns, table], { title: 'Another title', text: '' })
    await expect(photoIn(page)).toBeVisible()
    await expect(form(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Another title')
    await expect(photoIn(page)).not.toHaveAttribute('src', firstPhoto ?? '')
    expect(await sharedLeft(page)).toBe(0)

    const begun = form(page).getByRole('region', { name: 'Your other drafts' })
    await begun.getByRole('button', { name: 'Continue Gold arch' }).click()
    await expect(form(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Gold arch')
    await expect(form(page).getByLabel('Description')).toHaveValue('From last night')
    await expect(photoIn(page)).toBeVisible()
    await begun.getByRole('button', { name: 'Continue Another title' }).click()
    await expect(form(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Another title')

    const gallery = form(page).getByRole('group', { name: 'From your gallery' })
    const choices = gallery.getByRole('button', { name: /^Use photo/ })
    await expect(choices).toHaveCount(1)
    await choices.click()
    await expect(choices).toHaveCount(2)
    await expect(choices.nth(0)).toHaveAttribute('aria-pressed', 'true')
    await expect(form(page).getByText('Your draft is kept on this device.')).toBeVisible()

    await page.reload()
    await expect(photoIn(page)).toBeVisible()
    await expect(choices.nth(0)).toHaveAttribute('aria-pressed', 'true')
    expect(await axe(page)).toEqual([])
    await form(page).getByRole('button', { name: 'Share Inspiration' }).click()
    await page.getByRole('button', { name: 'Share the next photo' }).click()
    await expect(photoIn(page)).toHaveCount(0)
    await choices.click()
    await expect(photoIn(page)).toBeVisible()
    await expect(gallery).toBeHidden()
  },
)

test(
  'a photo shared before there is a worker has to be chosen again, and the form says so',
  ON_PHONE,
  async ({ kit }) => {
    // An empty page has no icon of its own, so the browser asks the form's server for one by the old name.
    kit.allowErrors(answeredWith(404))
    const { page, context } = await kit.newcomer()
    const [arch] = await galleryPhotos()
    await page.goto('/')
    await expectWorker(page)
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister())
    await page.close()
    const later = await context.newPage()
    await later.goto('/icons/favicon.svg')
    await later.goto('about:blank')
    await later.setContent(`<body><form method="post" action="${kit.origin}/share" enctype="multipart/form-data">
    <input type="file" name="photos"></form></body>`)
    await later.locator('input').setInputFiles(arch)
    await later.locator('form').evaluate((element) => (element as HTMLFormElement).submit())
    await expect(later.getByText('Please choose the photo again')).toBeVisible()
    await expect(form(later)).toBeVisible()
  },
)

test('Share says in each case what became of the link', { tag: '@phone' }, async ({ kit }) => {
  const [post] = await newestPosts(kit)
  const visit = async (prepare: (page: Page) => Promise<unknown>) => {
    const { page } = await kit.visitor()
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await prepare(page)
    await page.goto(`/inspiration/${post?.id}`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    return page
  }

  const copied = await visit((page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']))
  await expect(copied.getByText('Link copied!')).toBeVisible()
  await expect(copied.getByText('Post link has been copied to clipboard')).toBeVisible()
  expect(await copied.evaluate(() => navigator.clipboard.readText())).toBe(`${kit.origin}/inspiration/${post?.id}`)

  const failed = await visit((page) =>
    page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'))
    }),
  )
  await expect(failed.getByText('Failed to copy link to clipboard')).toBeVisible()

  const without = await visit((page) =>
    page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined })),
  )
  await expect(without.getByText('Clipboard functionality not available')).toBeVisible()
})

/** The topmost card on the screen and where its upper edge is. */
function topmostCard(page: Page): Promise<{ name: string; top: number } | null> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')]
    const rects = cards.map((card) => ({ card, rect: card.getBoundingClientRect() }))
    const first = rects.filter(({ rect }) => rect.bottom > 0).sort((a, b) => a.rect.top - b.rect.top)[0]
    return first ? { name: first.card.querySelector('h2')?.textContent ?? '', top: Math.round(first.rect.top) } : null
  })
}

/** Resolves when the page has stood still for some frames. */
function scrollingEnded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let still = 0, last = -1; still < 10; still = window.scrollY === last ? still + 1 : 0) {
      last = window.scrollY
      await new Promise(requestAnimationFrame)
    }
  })
}

test('the feed is where it was left, on the way back and after a reload', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.newPerson('planner')
  await page.goto('/inspiration')
  await expect(page.locator('[data-card]').first()).toBeVisible()
  await page.mouse.move(180, 500)
  for (let n = 0; n < 12; n++) await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2_000)
  await scrollingEnded(page)
  const left = await topmostCard(page)
  const isBack = async () => {
    const now = await topmostCard(page)
    return now?.name === left?.name && Math.abs((now?.top ?? 9_999) - (left?.top ?? 0)) <= 2
  }

  // By the browser itself: Playwright scrolls to what it clicks.
  await page
    .locator('[data-card] h2 a')
    .first()
    .evaluate((link) => (link as HTMLElement).click())
  await expect(page.getByRole('link', { name: 'Back to inspiration' })).toBeVisible()
  await page.goBack()
  await expect.poll(isBack, { message: `back at ${left?.name}` }).toBe(true)
  await page.reload()
  await expect.poll(isBack, { message: `after a reload at ${left?.name}` }).toBe(true)
})

test('what the planner may need without a signal is fetched quietly', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.newcomer()
  // On a busy machine the browser takes the network for a slow one, on which nothing is fetched ahead.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { get: () => undefined }))
  const posts = await newestPosts(kit)
  const [liked, other] = [posts.at(-1), posts.at(-2)]
  await page.goto('/')
  await readyForNoSignal(page)
  await page.goto(`/inspiration/${liked?.id}`)
  await page.getByRole('button', { name: /^Like, / }).click()
  const path = (post: Post | undefined) => new URL(post?.imageUrl ?? '', kit.origin).pathname
  const card = (post: Post | undefined) => path(post).replace('.jpg', '-640.jpg')
  await expect
    .poll(() => cachedPaths(page), { timeout: QUIETLY_MS })
    .toEqual(expect.arrayContaining([path(liked), ...posts.map(card)]))
  expect(await cachedPaths(page)).not.toContain(path(other))
})

test('a smaller limit lets go of photos, never of those that are wanted', { tag: '@phone' }, async ({ kit }) => {
  test.slow()
  const { page } = await kit.newcomer()
  const [newest] = await newestPosts(kit)
  await page.goto('/inspiration')
  await readyForNoSignal(page)
  await expect(page.locator('[data-card]').first()).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await page.getByRole('tab', { name: 'Offline & storage' }).click()
  await expect(page.getByRole('radio', { name: '150 MB' })).toBeChecked()
  expect(await axe(page)).toEqual([])
  const wanted = new URL(newest?.imageUrl ?? '', kit.origin).pathname.replace('.jpg', '-640.jpg')
  await page.evaluate((url) => fetch(url).then((answer) => answer.arrayBuffer()), wanted)
  await expect.poll(() => cachedPaths(page)).toContain(wanted)

  await keepForeignPhotos(page, 40)
  await page.reload()
  await page.getByText('20 MB', { exact: true }).click()
  await expect(page.getByText('Photos take at most 20 MB now')).toBeVisible()
  await expect(page.getByRole('radio', { name: '20 MB' })).toBeChecked()
  const left = await keptPhotoBytes(page)
  expect(left).toBeLessThanOrEqual(20_000_000)
  expect(left).toBeGreaterThan(15_000_000)

  await page.getByRole('button', { name: 'Free up space' }).click()
  await expect(page.getByText(/^\d+ MB freed$/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove downloaded pictures' }).click()
  await page.getByRole('button', { name: 'Remove downloaded pictures' }).click()
  await expect.poll(() => keptPhotoBytes(page)).toBe(0)
  await expect(page.getByText('0 MB of 20 MB')).toBeVisible()
})
