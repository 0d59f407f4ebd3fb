import type { Locator, Page } from '@playwright/test'
import type { PostView } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { shareHere, sharePost } from './posts'

const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

/** Links a thing to rent, as one that is seen in the photo. */
const linking = (thing: Listing) => async (form: Locator) => {
  await form.getByRole('searchbox', { name: 'Search rentals and made-to-order items' }).fill(thing.title)
  await form.getByRole('button', { name: `Link ${thing.title}` }).click()
  await expect(form.getByRole('button', { name: `Remove ${thing.title}` })).toBeVisible()
}

test('what waits can be changed and given up where it is seen', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const { page, context, name } = await kit.newcomer()
  const api = kit.api({ context })
  const [thing] = await api.get<Listing[]>('/api/listings')
  if (!thing) throw new Error('The demo marketplace has no listings')
  await page.goto('/profile')
  await readyForNoSignal(page)
  await page.getByRole('tab', { name: 'Inspiration Posts' }).click()
  await expect(page.getByText("You haven't shared any inspiration posts yet.")).toBeVisible()
  await loseSignal(kit, page)
  await shareHere(page, 'A lantern too few', linking(thing))
  await shareHere(page, 'Not this one')
  for (const title of ['A lantern too few', 'Not this one'])
    await expect(cardOf(page, title)).toContainText('Waiting to be sent')

  await page.getByRole('button', { name: 'Discard Not this one' }).click()
  await page
    .getByRole('dialog', { name: 'Discard “Not this one”?' })
    .getByRole('button', { name: 'Discard post' })
    .click()
  await expect(cardOf(page, 'Not this one')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit A lantern too few' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit your post' })
  await expect(edit.getByLabel('Title')).toHaveValue('A lantern too few')
  await edit.getByLabel('Title').fill('Lanterns enough')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(cardOf(page, 'Lanterns enough')).toContainText('Waiting to be sent')
  await expect(page.getByRole('article')).toHaveCount(1)

  // Signal comes back over an open form: the post goes out as it is, and what is typed is not lost.
  await page.getByRole('button', { name: 'Edit Lanterns enough' }).click()
  await edit.getByLabel('Title').fill('Lanterns for everyone')
  await regainSignal(kit, page)
  const own = async () => (await api.get<PostView[]>('/api/inspiration')).filter(({ username }) => username === name)
  await expect.poll(async () => (await own()).map(({ title }) => title)).toEqual(['Lanterns enough'])
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await own()).map(({ title }) => title)).toEqual(['Lanterns for everyone'])
  expect(kit.proxy.delivered('POST', '/api/upload')).toBe(1)

  await cardOf(page, 'Lanterns for everyone').getByRole('link', { name: 'Lanterns for everyone' }).click()
  const seen = page.getByRole('region', { name: 'Rent what you see' })
  await seen.getByRole('heading', { level: 3, name: thing.title }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: thing.title })).toBeVisible()
  const seenIn = page.getByRole('region', { name: 'Seen in' })
  // Only what is near the screen is there to be pressed.
  await seenIn.getByRole('heading', { name: 'Seen in' }).scrollIntoViewIfNeeded()
  await seenIn.getByRole('heading', { level: 3, name: 'Lanterns for everyone' }).getByRole('link').click()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Lanterns for everyone”?' })
  await question.getByRole('button', { name: 'Delete post' }).click()
  await expect(page.getByText('Post deleted')).toBeVisible()
  await expect.poll(own).toEqual([])
})

test('two devices edit one post: what one alone changed stays, and for the rest its person chooses', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
  const { page, context, name } = await kit.newcomer()
  const api = kit.api({ context })
  await sharePost(page, 'A lantern too few')
  const own = async () => (await api.get<PostView[]>('/api/inspiration')).find(({ username }) => username === name)
  await expect.poll(own).toBeDefined()
  await page.goto('/profile')
  await readyForNoSignal(page)
  await page.getByRole('tab', { name: 'Inspiration Posts' }).click()
  await expect(cardOf(page, 'A lantern too few')).not.toContainText('Waiting to be sent')

  const edit = page.getByRole('dialog', { name: 'Edit your post' })
  const save = edit.getByRole('button', { name: 'Save changes' })
  await loseSignal(kit, page)
  await page.getByRole('button', { name: 'Edit A lantern too few' }).click()
  await edit.getByLabel('Title').fill('Lanterns enough')
  await edit.getByLabel('Description').fill('Paper, and a string of bulbs.')
  await save.click()
  await expect(cardOf(page, 'Lanterns enough')).toContainText('Waiting to be sent')
  const post = await own()
  await api.post(`/api/inspiration/${post?.id}`, { ...post, title: 'Candles instead', tags: ['garden'] })
  await regainSignal(kit, page)

  await page.goto('/outbox')
  await expect(page.getByText('Not sent', { exact: true })).toBeVisible()
  expect(await own()).toMatchObject({ title: 'Candles instead', description: null })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const asked = edit.getByRole('group', { name: 'Title' })
  await expect(asked).toContainText('Lanterns enough')
  await expect(asked).toContainText('Candles instead')
  // A field that one side alone has changed is no question.
  await expect(edit.getByRole('button', { name: 'Use this' })).toHaveCount(1)
  expect.soft(await axe(page)).toEqual([])
  await save.click()
  await expect(page.getByText('Please choose first')).toBeVisible()
  await asked.getByRole('button', { name: 'Use this' }).click()
  await expect(asked).toBeHidden()
  await expect(edit.getByLabel('Title')).toHaveValue('Candles instead')
  // No press loses words.
  await edit.getByText('Earlier versions (1)').click()
  await edit.locator('.earlier-versions').getByRole('button', { name: 'Use this' }).click()
  await expect(edit.getByLabel('Title')).toHaveValue('Lanterns enough')
  await save.click()
  const both = { title: 'Lanterns enough', description: 'Paper, and a string of bulbs.', tags: ['garden'] }
  await expect.poll(own).toMatchObject(both)
})
