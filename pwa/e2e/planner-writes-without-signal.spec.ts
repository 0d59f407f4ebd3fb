import type { Page } from '@playwright/test'
import type { PostView } from '#schema/inspiration'
import { STILL_WAITING } from './connection'
import type { Fault, Only } from './faults'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import type { Person } from './person'
import {
  bubbles,
  expectSent,
  findBooking,
  MESSAGES_PATH,
  messageBox,
  messagesOffered,
  openThread,
  sentTexts,
  writeMessage,
} from './threads'
import { typeAndReload } from './typing'
import { expectWorker, sendInBackground } from './workers'

/** A network does not care how wide the window is: these stories are told on the phone alone. */
const ON_PHONE = { tag: '@phone' }
const MESSAGE: Only = { method: 'POST', path: MESSAGES_PATH }

/** What carries writes, likes of many posts at once included, and what brings their effects. */
const LOSSY_PATHS = /^\/api\/(bookings\/\d+\/messages|inspiration\/\d+\/like|sync\/push|sync\/pull)$/
/** A lost answer is asked for again after seconds, and the next one may be lost too. */
const CHAOS_LIMIT_MS = 60_000
let told = 0
const words = (...texts: string[]) => texts.map((text) => `${text} (${++told})`)

const BAD_NETWORKS: [name: string, fault: Fault, only: Only][] = [
  ['delivers twice', { kind: 'forward-twice' }, MESSAGE],
  ['delivers twice at once', { kind: 'forward-twice', together: true }, MESSAGE],
  ['loses the answer', { kind: 'forward-then-cut' }, { ...MESSAGE, times: 2 }],
  ['delivers late', { kind: 'forward-late', ms: 500 }, { ...MESSAGE, times: 2 }],
  ['breaks off the answer', { kind: 'truncate-body' }, { ...MESSAGE, times: 2 }],
  ['has a busy server behind it', { kind: 'unavailable', retryAfterSeconds: 1 }, { ...MESSAGE, times: 2 }],
]

const NO_NETWORKS: [name: string, fault: Fault][] = [
  ['is cut', { kind: 'cut-before' }],
  ['is a venue’s sign-in page', { kind: 'captive-page' }],
  ['leads to a venue’s sign-in page', { kind: 'captive-redirect' }],
]

/** The planner at an open thread; what the browser itself says of a broken network is expected. */
async function plannerAtThread(kit: Kit) {
  kit.allowErrors(NETWORK_ERRORS, answeredWith(503), STILL_WAITING)
  const planner = await kit.newPerson('planner')
  const booking = await findBooking(kit.api(planner), 'pending')
  await openThread(planner.page, booking.id)
  await expectWorker(planner.page)
  kit.proxy.forget()
  const sent = (texts: readonly string[]) => sentTexts(kit.api(planner), booking.id, texts)
  return { ...planner, booking, sent }
}

test('a bad network: three messages arrive once each, in order', ON_PHONE, async ({ kit }) => {
  const { page, sent } = await plannerAtThread(kit)
  for (const [name, fault, only] of BAD_NETWORKS) {
    await test.step(`a network that ${name}`, async () => {
      const texts = words('Hello', 'is it still free', 'thank you')
      kit.proxy.forget()
      await kit.proxy.mode(fault, only)
      for (const text of texts) await writeMessage(page, text)
      await expectSent(page, texts)
      await kit.proxy.settled()
      expect(await sent(texts)).toEqual(texts)
      expect(kit.proxy.arrivals('POST', MESSAGES_PATH).some((arrival) => arrival.fault === fault.kind)).toBe(true)
      expect(messagesOffered(kit.proxy)).toBe(texts.length)
      await kit.proxy.reset()
    })
  }
})

test('no network: three messages wait, and go out once each, in order', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(/violates the following Content Security Policy directive: "connect-src/)
  const { page, sent } = await plannerAtThread(kit)
  for (const [name, fault] of NO_NETWORKS) {
    await test.step(`a network that ${name}`, async () => {
      const texts = words('We open at six', 'the elevator is small', 'see you then')
      await kit.proxy.mode(fault)
      for (const text of texts) await writeMessage(page, text)
      for (const text of texts) await expect(bubbles(page, text)).toContainText('Waiting for a connection')
      expect(await sent(texts)).toEqual([])
      await kit.proxy.reset()
      await expectSent(page, texts)
      expect(await sent(texts)).toEqual(texts)
    })
  }
})

/** How long a page waits for an answer to a pull. */
const PULL_GIVES_UP_MS = 15_000

/** A post of `author` that they will take down again. */
async function passingPost(kit: Kit, author: Person): Promise<PostView> {
  return kit.api(author).post<PostView>('/api/inspiration', {
    title: `A post that will be taken down ${Date.now()}`,
    imageUrl: (await firstPost(kit)).imageUrl,
    tags: [],
  })
}

test('a like or save that the server refuses is taken back, and the person is told', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, answeredWith(404), STILL_WAITING)
  const [author, { page, context }] = [await kit.newPerson('maker'), await kit.newPerson('planner')]
  for (const [kind, word] of [
    ['Like', 'like'],
    ['Save', 'save'],
  ] as const) {
    await test.step(word, async () => {
      const post = await passingPost(kit, author)
      await page.goto(`/inspiration/${post.id}`)
      await expectWorker(page)
      const button = (count: number) => page.getByRole('button', { name: `${kind}, ${count}`, exact: true })
      await expect(button(0)).toBeVisible()
      // The post is taken down, and this device has not heard of it.
      await kit.proxy.mode({ kind: 'blackhole' }, { path: '/api/sync/pull' })
      await kit.api(author).remove(`/api/inspiration/${post.id}`)
      await kit.proxy.mode({ kind: 'delay', ms: 500 }, { path: `/api/inspiration/${post.id}/${word}` })
      await button(0).click()
      await expect(button(1)).toHaveAttribute('aria-pressed', 'true')
      const told = page.getByRole('alert').filter({ hasText: `Failed to update ${word} status` })
      await expect(told, 'told while the pull still hangs').toContainText('Error', {
        timeout: PULL_GIVES_UP_MS - 3_000,
      })
      await expect(button(0)).toHaveAttribute('aria-pressed', 'false')
      await kit.proxy.reset()
      await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    })
  }
  await test.step('with no page open it stays where it is seen later', async () => {
    const post = await passingPost(kit, author)
    await page.goto(`/inspiration/${post.id}`)
    await expect(page.getByRole('button', { name: 'Like, 0' })).toBeVisible()
    await kit.proxy.mode({ kind: 'refuse' })
    await page.getByRole('button', { name: 'Like, 0' }).click()
    await expect(page.getByRole('link', { name: 'Offline, 1 waiting' })).toBeVisible()
    await page.close()
    await kit.api(author).remove(`/api/inspiration/${post.id}`)
    await kit.proxy.reset()
    await sendInBackground(context, kit.origin)
    await expect.poll(() => kit.proxy.delivered('POST', `/api/inspiration/${post.id}/like`)).toBe(1)
    const later = await context.newPage()
    await later.goto('/outbox')
    await expect(later.getByRole('region', { name: 'Needs you' })).toContainText('Post not found')
  })
})

test('what the server refuses needs its person, in the server’s words', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, answeredWith(404), STILL_WAITING)
  const planner = await kit.newPerson('planner')
  const post = await passingPost(kit, planner)
  await planner.page.goto(`/inspiration/${post.id}`)
  await expectWorker(planner.page)
  await planner.page.getByRole('button', { name: 'Edit' }).click()
  const form = planner.page.getByRole('dialog', { name: 'Edit your post' })
  await form.getByLabel('Description').fill('Lights over a long table')
  await kit.offline(planner.context, true)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(planner.page.getByText('Lights over a long table')).toBeVisible()
  await kit.api(planner).remove(`/api/inspiration/${post.id}`)
  await kit.offline(planner.context, false)

  await planner.page.getByRole('link', { name: '1 needs you' }).click()
  const refused = planner.page.getByRole('region', { name: 'Needs you' }).getByRole('listitem')
  await expect(refused).toContainText('Post not found')
  await expect(refused).toContainText('Lights over a long table')
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => kit.proxy.delivered('POST', `/api/inspiration/${post.id}`)).toBe(2)
  await expect(refused).toContainText('Post not found')

  await refused.getByRole('button', { name: 'Edit' }).click()
  const again = planner.page.getByRole('dialog', { name: 'Edit your post' })
  await expect(again.getByLabel('Description')).toHaveValue('Lights over a long table')
  await again.getByRole('button', { name: 'Close' }).click()

  await refused.getByRole('button', { name: 'Discard' }).click()
  await refused.getByRole('group', { name: 'Discard this?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(planner.page.getByText('Nothing is waiting')).toBeVisible()
  await expect(planner.page.getByText('Lights over a long table')).toHaveCount(0)
})

const firstPost = async (kit: Kit): Promise<PostView> => {
  const [post] = await kit.api(await kit.visitor()).get<PostView[]>('/api/inspiration')
  if (!post) throw new Error('The demo marketplace has no posts')
  return post
}

test('likes and saves without a signal: the last word counts, once', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const { page, context } = await kit.newcomer()
  const api = kit.api({ context })
  const { id, likeCount, saveCount } = await firstPost(kit)
  const like = (count: number) => page.getByRole('button', { name: `Like, ${count}`, exact: true })
  const save = (count: number) => page.getByRole('button', { name: `Save, ${count}`, exact: true })
  await page.goto(`/inspiration/${id}`)
  await expectWorker(page)
  await expect(like(likeCount)).toHaveAttribute('aria-pressed', 'false')

  await kit.offline(context, true)
  await like(likeCount).click()
  await like(likeCount + 1).click()
  await like(likeCount).click()
  await save(saveCount).click()
  await save(saveCount + 1).click()
  await expect(like(likeCount + 1)).toHaveAttribute('aria-pressed', 'true')
  await expect(save(saveCount)).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(like(likeCount + 1)).toHaveAttribute('aria-pressed', 'true')
  await kit.offline(context, false)

  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  await expect(like(likeCount + 1)).toHaveAttribute('aria-pressed', 'true')
  const post = await api.get<PostView>(`/api/inspiration/${id}`)
  expect(post).toMatchObject({ likeCount: likeCount + 1, isLikedByCurrentUser: true })
  expect(post).toMatchObject({ saveCount, isSavedByCurrentUser: false })
})

test('a tab reloaded with the last key, and closed without a signal, still sends', ON_PHONE, async ({ kit }) => {
  const { page, context, booking, sent } = await plannerAtThread(kit)
  const [text = ''] = words('Can I come by at nine')
  const box = messageBox(page)
  await typeAndReload(box, text)
  await expect(box).toHaveValue(text)
  await kit.offline(context, true)
  await box.press('Enter')
  await expect(bubbles(page, text)).toBeVisible()
  await page.close()

  const later = await context.newPage()
  await openThread(later, booking.id)
  await expect(bubbles(later, text)).toContainText('Waiting for a connection')
  await expect(messageBox(later)).toHaveValue('')
  await kit.offline(context, false)
  await expectSent(later, [text])
  expect(await sent([text])).toEqual([text])
})

/** Presses the hearts of the first so many posts in the feed that this person does not like yet. */
async function likeSome(page: Page, count: number): Promise<void> {
  const hearts = page.getByRole('button', { name: /^Like /, pressed: false })
  for (let nth = 0; nth < count; nth++) {
    // Only what is near the screen is there to be pressed.
    await expect(async () => {
      if ((await hearts.count()) === 0) await page.mouse.wheel(0, 600)
      expect(await hearts.count()).toBeGreaterThan(0)
    }).toPass()
    const label = await hearts.first().getAttribute('aria-label')
    const heart = page.getByRole('button', { name: label?.replace(/\d+$/, '') }).first()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  }
}

/** What the server has counted: hearts of everybody, and those that are this person's. */
async function countHearts(kit: Kit, person: Pick<Person, 'context'>): Promise<{ all: number; own: number }> {
  const posts = await kit.api(person).get<PostView[]>('/api/inspiration')
  return {
    all: posts.reduce((sum, { likeCount }) => sum + likeCount, 0),
    own: posts.filter(({ isLikedByCurrentUser }) => isLikedByCurrentUser).length,
  }
}

test(
  'three tabs and the worker, every fifth answer lost, the server killed: nothing is lost and nothing is doubled',
  ON_PHONE,
  async ({ kit }) => {
    const LIKES = 5
    const { page, context, booking, sent } = await plannerAtThread(kit)
    const [second, feed] = [await context.newPage(), await context.newPage()]
    await openThread(second, booking.id)
    await feed.goto('/inspiration')
    const before = await countHearts(kit, { context })
    const tabs = [page, second].map((tab) => ({ tab, texts: words('One', 'two', 'three', 'four') }))
    const texts = tabs.flatMap((each) => each.texts)

    await kit.offline(context, true)
    for (const { tab, texts } of tabs) for (const text of texts.slice(0, 2)) await writeMessage(tab, text)
    await likeSome(feed, LIKES)
    await kit.proxy.mode({ kind: 'forward-then-cut' }, { path: LOSSY_PATHS, every: 5 })
    await kit.offline(context, false)
    await Promise.all([
      sendInBackground(context, kit.origin),
      ...tabs.map(async ({ tab, texts }) => {
        for (const text of texts.slice(2)) await writeMessage(tab, text)
      }),
      expect
        .poll(() => kit.proxy.arrivals('POST', LOSSY_PATHS).length)
        .toBeGreaterThan(1)
        .then(() => kit.server.kill9()),
    ])
    await kit.server.start()
    await expect.poll(async () => (await sent(texts)).length, { timeout: CHAOS_LIMIT_MS }).toBe(texts.length)
    await expect
      .poll(() => countHearts(kit, { context }), { timeout: CHAOS_LIMIT_MS })
      .toEqual({
        all: before.all + LIKES,
        own: before.own + LIKES,
      })
    expect(kit.proxy.arrivals('POST', LOSSY_PATHS).some(({ fault }) => fault === 'forward-then-cut')).toBe(true)
    await kit.proxy.reset()

    for (const { tab } of tabs) await expectSent(tab, texts)
    for (const tab of [page, second, feed]) await expect(tab.getByRole('link', { name: 'Synced' })).toBeVisible()
    const arrived = await sent(texts)
    expect(arrived.toSorted()).toEqual(texts.toSorted())
    for (const { texts } of tabs) expect(arrived.filter((text) => texts.includes(text))).toEqual(texts)
    expect(messagesOffered(kit.proxy)).toBe(texts.length)
  },
)

test('with every page closed the worker sends what waits', ON_PHONE, async ({ kit }) => {
  const { page, context, sent } = await plannerAtThread(kit)
  const [text = ''] = words('Sent while I sleep')
  await kit.proxy.mode({ kind: 'refuse' })
  await writeMessage(page, text)
  await expect(bubbles(page, text)).toContainText('Waiting for a connection')
  await page.close()
  await kit.proxy.reset()
  await sendInBackground(context, kit.origin)
  await expect.poll(() => sent([text])).toEqual([text])
})
