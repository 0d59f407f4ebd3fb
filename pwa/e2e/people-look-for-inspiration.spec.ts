import type { Page } from '@playwright/test'
import type { PostView } from '#schema/inspiration'
import type { PullAnswer } from '#schema/sync'
import { publicScopes } from '#schema/sync-scopes'
import { answeredWith, expect, test } from './fixtures'
import { keepForeignPhotos } from './photos-on-device'
import { POST_PHOTO } from './posts'

const ON_PHONE = { tag: '@phone' }

async function expectEmpty(page: Page, path: string, words: string, next: { role: 'link' | 'button'; name: string }) {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: words, exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole(next.role, { name: next.name, exact: true })).toBeVisible()
}

test('a visitor reads everything and is asked to sign in for the rest', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(404))
  const { page, context } = await kit.visitor()
  const feed = await kit.api({ context }).get<PostView[]>('/api/inspiration')
  const tagged = feed.find(({ tags }) => tags.length > 3)
  if (!tagged) throw new Error('No post of the demo marketplace has four tags')
  await page.goto(`/inspiration?search=${encodeURIComponent(tagged.title)}`)
  const card = page.getByRole('article')
  await expect(card.getByRole('listitem')).toHaveText([...tagged.tags.slice(0, 3), `+${tagged.tags.length - 3} more`])
  for (const name of ['Liked', 'Saved']) await expect(page.getByRole('tab', { name })).toBeDisabled()
  for (const kind of ['like', 'save']) {
    await card.getByRole('button', { name: new RegExp(`^${kind} `, 'i') }).click()
    const told = page.getByRole('alert').filter({ hasText: `Please sign in to ${kind} posts` })
    await expect(told).toContainText('Authentication required')
  }
  const signIn = { role: 'link', name: 'Sign In' } as const
  await expectEmpty(page, '/inspiration?tab=liked', 'Sign in to see your liked posts', signIn)
  await expectEmpty(page, '/inspiration?tab=saved', 'Sign in to see your saved posts', signIn)
  const explore = { role: 'link', name: 'Explore Inspiration' } as const
  await expectEmpty(page, '/users/somebody/inspiration', 'Invalid user ID', explore)
  const back = { role: 'link', name: 'Back to Inspiration' } as const
  await expectEmpty(page, '/inspiration/999999', 'Post not found', back)
  await page.goto(`/users/${tagged.userId}/inspiration`)
  await expect(page.getByRole('heading', { level: 1, name: `${tagged.username}'s Inspiration` })).toBeVisible()
})

test('a newcomer is told in each place what to do first', ON_PHONE, async ({ kit }) => {
  const [{ page, context, name }, visitor] = [await kit.newcomer(), await kit.visitor()]
  const { id } = await kit.api({ context }).get<{ id: number }>('/api/user')
  await page.addInitScript(() => {
    navigator.storage.persisted = () => Promise.resolve(false)
    navigator.storage.persist = () => {
      document.documentElement.dataset.persist = 'asked'
      return Promise.resolve(true)
    }
  })
  const explore = { role: 'link', name: 'Explore Inspiration' } as const
  const first = { role: 'button', name: 'Share Your First Inspiration' } as const
  await expectEmpty(page, '/inspiration?tab=liked', "You haven't liked any posts yet.", explore)
  await expectEmpty(page, '/inspiration?tab=saved', "You haven't saved any posts yet.", explore)
  const theirs = `${name} hasn't shared any inspiration posts yet.`
  await expectEmpty(visitor.page, `/users/${id}/inspiration`, theirs, explore)
  await expectEmpty(page, `/users/${id}/inspiration`, "You haven't shared any inspiration posts yet.", first)
  await expect(page.getByRole('heading', { level: 1, name: 'My Inspiration Posts' })).toBeVisible()

  await page.getByRole('button', first).click()
  const form = page.getByRole('dialog', { name: 'Share New Inspiration' })
  await form.getByRole('button', { name: 'Share Inspiration' }).click()
  await expect(form.getByText('Please upload an image')).toBeVisible()
  await expect(form.getByText('Title is required')).toBeVisible()
  await expect(form.getByLabel('Photo', { exact: true })).toBeFocused()
  await form.getByLabel('Photo', { exact: true }).setInputFiles(POST_PHOTO)
  await expect(form.getByText('Please upload an image')).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-persist', 'asked')
  await form.getByLabel('Title').fill('My first table')
  await form.getByRole('button', { name: 'Share Inspiration' }).click()
  const told = page.getByRole('status').filter({ hasText: 'Post created!' })
  await expect(told).toContainText('Your inspiration post has been successfully created.')
  await expect(form).toBeHidden()
  await expect(page.getByRole('article').getByRole('button', { name: 'Like My first table, 0' })).toBeVisible()
})

test('in an empty marketplace the feed asks for the first post', ON_PHONE, async ({ kit }) => {
  const [{ page }, visitor] = [await kit.newcomer(), await kit.visitor()]
  const emptied = (text: string) => `${JSON.stringify({ ...JSON.parse(text.split('\n')[0] ?? ''), chunks: 0 })}\n`
  await kit.proxy.mode(
    { kind: 'rewrite', change: emptied },
    { path: new RegExp(`^/api/sync/snapshots/${encodeURIComponent(publicScopes.post)}/.`) },
  )
  const withoutPosts = (text: string) => {
    const answer = JSON.parse(text) as PullAnswer
    return JSON.stringify({ ...answer, changes: answer.changes.filter(({ s }) => s !== publicScopes.post) })
  }
  await kit.proxy.mode({ kind: 'rewrite', change: withoutPosts }, { path: '/api/sync/pull' })
  await kit.proxy.mode({ kind: 'rewrite', change: () => '[]' }, { method: 'GET', path: '/api/inspiration' })
  const none = 'No inspiration posts yet.'
  await expectEmpty(visitor.page, '/inspiration', none, { role: 'link', name: 'Sign In to Share' })
  await expectEmpty(page, '/inspiration', none, { role: 'button', name: 'Share Your First Inspiration' })
})

/** What the browser says of a full disk, for the two tables that hold what a person makes. */
function withoutRoom(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...row) {
      if (document.documentElement.dataset.disk === 'full' && ['drafts', 'blobs'].includes(this.name))
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      return put.apply(this, row)
    }
  })
}

test('a device without room says so, and what is typed stays on the page', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.newcomer()
  await withoutRoom(page)
  await page.goto('/inspiration?share=1')
  const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
  const disk = (state: string) =>
    page.locator('html').evaluate((html, now) => html.setAttribute('data-disk', now), state)
  await expect(form.getByLabel('Title')).toBeVisible()
  await disk('full')
  await form.getByLabel('Photo', { exact: true }).setInputFiles(POST_PHOTO)
  await expect(form.getByText('There is no room for this photo on this device.')).toBeVisible()
  await form.getByLabel('Title').fill('Candles')
  await expect(form.getByText('There is no room to keep your draft on this device.')).toBeVisible()
  await disk('free')
  await form.getByLabel('Description').fill('Forty of them')
  await expect(form.getByText('Your draft is kept on this device.')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Title')).toHaveValue('Candles')
})

/** The disk has room again once a downloaded photo has gone. */
const photosTakeTheRoom = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { delete: remove } = Cache.prototype
    document.documentElement.dataset.disk = 'full'
    Cache.prototype.delete = function (photo, options) {
      if (String(photo).startsWith('/uploads/')) document.documentElement.dataset.disk = 'free'
      return remove.call(this, photo, options)
    }
  })

test(
  'a device whose room downloaded photos have taken takes a photo and words all the same',
  ON_PHONE,
  async ({ kit }) => {
    const { page } = await kit.newcomer()
    await withoutRoom(page)
    await page.goto('/inspiration?share=1')
    const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
    await expect(form.getByLabel('Title')).toBeVisible()
    await keepForeignPhotos(page, 4)
    await photosTakeTheRoom(page)
    await form.getByLabel('Photo', { exact: true }).setInputFiles(POST_PHOTO)
    await expect(form.getByText('Photo added')).toBeVisible()
    await photosTakeTheRoom(page)
    await form.getByLabel('Title').fill('Candles')
    await expect(form.getByText('Your draft is kept on this device.')).toBeVisible()
    await page.reload()
    await expect(form.getByLabel('Title')).toHaveValue('Candles')
    await expect(form.getByRole('button', { name: 'Remove photo' })).toBeVisible()
  },
)

/** A disk whose last room a picked file takes as it is: nothing else fits beside it. */
const almostFull = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { add, put, delete: remove } = IDBObjectStore.prototype
    let picked = 0
    IDBObjectStore.prototype.add = function (...row) {
      if (this.name === 'picked') picked += 1
      return add.apply(this, row)
    }
    IDBObjectStore.prototype.delete = function (...key) {
      if (this.name === 'picked') picked -= 1
      return remove.apply(this, key)
    }
    IDBObjectStore.prototype.put = function (...row) {
      if (picked > 0 && this.name === 'blobs')
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      return put.apply(this, row)
    }
  })

test(
  'a photo that has room once it is small is taken, although its file has taken the last room',
  ON_PHONE,
  async ({ kit }) => {
    const { page } = await kit.newcomer()
    await almostFull(page)
    await page.goto('/inspiration?share=1')
    const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
    await form.getByLabel('Photo', { exact: true }).setInputFiles(POST_PHOTO)
    await form.getByLabel('Title').fill('Candles')
    await expect(form.getByText('Your draft is kept on this device.')).toBeVisible()
    await expect(form.getByText('There is no room for this photo on this device.')).toBeHidden()
    await form.getByRole('button', { name: 'Share Inspiration' }).click()
    await expect(page.getByRole('article').getByRole('button', { name: 'Like Candles, 0' })).toBeVisible()
  },
)
