import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { PostView } from '#schema/inspiration'
import { filterPosts } from '../inspiration/filter-posts'
import { readyForNoSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { type Api, signIn } from './person'
import { POST_PHOTO } from './posts'

/** A network does not care how wide the window is. */
const ON_PHONE = { tag: '@phone' }
const TITLE = 'A cellar full of candles'
const TAGS = ['candles', 'cellar', 'winter', 'supper']

const feedOf = (api: Api) => api.get<PostView[]>('/api/inspiration')
const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const isDrawn = (photo: Locator) =>
  photo.evaluate(
    (image: HTMLImageElement) => image.complete && image.naturalWidth > 1 && !image.src.includes('still-life'),
  )

/** The same person after their browser was killed: a cookie of the last half minute is not on its disk yet. */
async function reopened(context: BrowserContext, cookies: Awaited<ReturnType<BrowserContext['cookies']>>) {
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto('/inspiration')
  return page
}

async function press(page: Page, kind: 'Like' | 'Save', posts: PostView[]): Promise<void> {
  for (const { title, likeCount, saveCount } of posts) {
    const before = kind === 'Like' ? likeCount : saveCount
    const button = (count: number) =>
      cardOf(page, title).getByRole('button', { name: `${kind} ${title}, ${count}`, exact: true })
    await button(before).click()
    await expect(button(before + 1)).toHaveAttribute('aria-pressed', 'true')
  }
}

async function writePost(page: Page, title = TITLE): Promise<void> {
  await page.getByRole('button', { name: 'Share Inspiration' }).click()
  const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
  await form.getByLabel('Photo', { exact: true }).setInputFiles(POST_PHOTO)
  await expect(form.getByText('Replace photo')).toBeVisible()
  await form.getByLabel('What does the photo show?').fill('Long table, forty candles')
  await form.getByLabel('Title').fill(title)
  for (const tag of TAGS) {
    await form.getByRole('textbox', { name: 'Tags' }).fill(tag)
    await form.getByRole('textbox', { name: 'Tags' }).press('Enter')
  }
  await expect(form.getByText('Your draft is kept on this device.')).toBeVisible()
}

/** The form as it was left, after everything had ended around it. */
async function expectDraft(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share Inspiration' }).click()
  const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
  await expect(form.getByLabel('Title')).toHaveValue(TITLE)
  await expect(form.getByLabel('What does the photo show?')).toHaveValue('Long table, forty candles')
  for (const tag of TAGS) await expect(form.getByRole('button', { name: `Remove ${tag}` })).toBeVisible()
  await expect.poll(() => isDrawn(form.locator('.image-field__photo'))).toBe(true)
  return form
}

async function expectWaiting(page: Page): Promise<void> {
  await toTheTop(page)
  await expect(cardOf(page, TITLE)).toHaveCount(1)
  await expect(cardOf(page, TITLE)).toContainText('Waiting to be sent')
  await expectPhoto(page, TITLE)
}

/** Reads the newest posts as one does at home the evening before, so that their photos are on the device. */
async function readLastNight(page: Page, posts: PostView[]): Promise<void> {
  await toTheTop(page)
  for (const { title } of posts) await expectPhoto(page, title)
  await toTheTop(page)
}

/** A feed opens again where it was left; this is one swipe up. */
async function toTheTop(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('heading', { name: 'Party Inspiration' }).scrollIntoViewIfNeeded()
}

async function expectPhoto(page: Page, title: string): Promise<void> {
  const photo = cardOf(page, title).locator('.photo > img')
  await expect(photo).toBeAttached()
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => isDrawn(photo)).toBe(true)
}

test('a word left in the tag box is a tag, and the press that leaves the box is not lost', async ({ kit }) => {
  const { page } = await kit.newcomer()
  await page.goto('/inspiration')
  const title = 'Five words for one table'
  await writePost(page, title)
  const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
  await form.getByRole('textbox', { name: 'Tags' }).fill('a row of its own at the end')
  await form.getByRole('button', { name: 'Share Inspiration' }).click()
  await expect(page.getByText('Post created!')).toBeVisible()
  // Three of the four before it are shown.
  await expect(cardOf(page, title)).toContainText('+2 more')
})

test('a post from a cellar without signal lands once, with its photo', ON_PHONE, async ({ kit }) => {
  test.slow()
  kit.allowErrors(NETWORK_ERRORS, answeredWith(503), STILL_WAITING)
  const profile = await kit.profile()
  const evening = await profile.open()
  const apiOf = (context: BrowserContext) => kit.api({ context })
  await signIn(apiOf(evening), 'planner')
  const before = await feedOf(apiOf(evening))
  const liked = before.filter(({ isLikedByCurrentUser }) => !isLikedByCurrentUser).slice(0, 3)
  const saved = before.filter(({ isSavedByCurrentUser }) => !isSavedByCurrentUser).slice(0, 2)
  const newest = before.slice(0, 4)
  const findsOf = ({ title }: PostView) => filterPosts(before, title).length
  const [rarest] = newest.toSorted((a, b) => findsOf(a) - findsOf(b))
  if (rarest === undefined) throw new Error('The demo marketplace is empty')
  let page = await evening.newPage()
  await page.goto('/inspiration')
  await readyForNoSignal(page)
  await readLastNight(page, newest)
  const cookies = await evening.cookies()

  await test.step('down the stairs: the feed, its photos and its search are there', async () => {
    await kit.proxy.mode({ kind: 'refuse' })
    kit.proxy.forget()
    await page.reload()
    await toTheTop(page)
    for (const { title } of newest) await expectPhoto(page, title)
    await page.getByRole('searchbox', { name: 'Search inspiration' }).fill(rarest.title)
    await expect(page.getByRole('article')).toHaveCount(findsOf(rarest))
    await expectPhoto(page, rarest.title)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(cardOf(page, newest[0]?.title ?? '')).toBeVisible()
  })

  await test.step('three likes, two saves, and a post that is being written', async () => {
    await press(page, 'Like', liked)
    await press(page, 'Save', saved)
    await writePost(page)
  })

  await test.step('the battery dies over the draft, and nothing of it is lost', async () => {
    await profile.kill()
    page = await reopened(await profile.open(), cookies)
    const form = await expectDraft(page)
    await form.getByRole('button', { name: 'Share Inspiration' }).click()
    await expect(page.getByText('Post created!')).toBeVisible()
    await expect(form).toBeHidden()
    await expectWaiting(page)
  })

  await test.step('the tab is closed, the server dies, the browser is killed: the post still waits', async () => {
    await kit.server.kill9()
    const context = page.context()
    await page.close()
    page = await reopened(context, cookies)
    await expectWaiting(page)
    await profile.kill()
    page = await reopened(await profile.open(), cookies)
    await expectWaiting(page)
  })

  await test.step('signal in the pocket: everything lands, once', async () => {
    await kit.server.start()
    await kit.proxy.reset()
    await expect(cardOf(page, TITLE).getByRole('button', { name: `Like ${TITLE}, 0` })).toBeVisible()
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    await expectLanded(kit, apiOf(page.context()), { before, liked, saved })
  })

  const host = await kit.newPerson('host')
  await host.page.goto('/inspiration')
  await cardOf(host.page, TITLE).getByRole('link', { name: TITLE }).click()
  await expect.poll(() => isDrawn(host.page.getByRole('img', { name: 'Long table, forty candles' }))).toBe(true)
  for (const tag of TAGS) await expect(host.page.getByRole('list', { name: 'Tags' })).toContainText(tag)
})

interface Wanted {
  before: PostView[]
  liked: PostView[]
  saved: PostView[]
}

async function expectLanded(kit: Kit, api: Api, { before, liked, saved }: Wanted): Promise<void> {
  const after = await feedOf(api)
  expect(after.filter(({ title }) => title === TITLE)).toHaveLength(1)
  expect(after).toHaveLength(before.length + 1)
  for (const { id, likeCount, saveCount } of before) {
    const now = after.find((post) => post.id === id)
    expect(now?.likeCount).toBe(likeCount + Number(liked.some((post) => post.id === id)))
    expect(now?.saveCount).toBe(saveCount + Number(saved.some((post) => post.id === id)))
  }
  expect(kit.proxy.delivered('POST', '/api/upload')).toBe(1)
  expect(kit.proxy.delivered('POST', '/api/inspiration')).toBe(1)
}
