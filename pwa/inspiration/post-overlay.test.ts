import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Post } from '#schema/inspiration'
import type { LocalDb, OutboxState } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { Catalogue } from '../sync/catalogue'
import { enqueue, releaseAcked } from '../sync/outbox'
import { freshDb } from '../test-support/disk-in-memory'
import { cardKey, overlayPosts, postKey, postsNotHereYet } from './post-overlay'
import { readPostWrites } from './post-queries'

const ME = 7
const PHOTO = { url: `/uploads/${'a'.repeat(64)}.jpg` }
const BLOB = { blobId: '11111111-1111-4111-8111-111111111111' }
const [FIRST, SECOND] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333']

let db: LocalDb
let clock = 1_000
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const words = (title: string) => ({ title, description: null, alt: null, tags: ['gold'], links: [] })
const post = (id: number, userId = ME, clientId: string | null = null): Post => ({
  ...words(`Post ${id}`),
  id,
  userId,
  username: 'ana',
  imageUrl: '/uploads/old.jpg',
  shape: { width: 3, height: 2, tint: '#ccbbaa' },
  createdAt: '2026-11-20T10:00:00.000Z',
  clientId,
})
const share = (clientId: string, title: string) =>
  enqueue(db, ME, 'post.create', { ...words(title), clientId, photo: BLOB }, clock++)
const change = (postId: number, title: string, photo: MutationPayload<'post.change'>['photo'] = PHOTO) =>
  enqueue(db, ME, 'post.change', { ...words(title), photo, postKey: String(postId), postId }, clock++)
const remove = (postId: number) => enqueue(db, ME, 'post.delete', { postKey: String(postId), postId }, clock++)
const setState = (opId: string, state: OutboxState) => db.outbox.update(opId, { state })
const writes = () => readPostWrites(db, new Catalogue(db))

describe('a new post', () => {
  test('stands on top, newest first, from the press until its row is here', async () => {
    await share(FIRST, 'first')
    await share(SECOND, 'second')
    const { created } = await writes()
    expect(created.map(({ title, state }) => `${title} ${state}`)).toEqual(['second waiting', 'first waiting'])
    expect(postsNotHereYet(created, [post(9, ME, FIRST)], ME).map(({ title }) => title)).toEqual(['second'])
  })

  test('stays visible in every state of its write, a refused one too', async () => {
    const opId = await share(FIRST, 'first')
    for (const [state, shown] of [
      ['queued', 'waiting'],
      ['sending', 'sending'],
      ['acked', 'sending'],
      ['attention', 'attention'],
    ] as const) {
      await setState(opId, state)
      expect((await writes()).created.map((one) => one.state)).toEqual([shown])
    }
  })

  test("is not taken for somebody else's post with the same client id", async () => {
    await share(FIRST, 'first')
    expect(postsNotHereYet((await writes()).created, [post(9, 8, FIRST)], ME)).toHaveLength(1)
  })

  test('keeps its key when it gets its number', () => {
    expect(postKey(post(9, ME, FIRST))).toBe(FIRST)
    expect(postKey(post(9))).toBe('9')
  })

  test('stays one card when its row comes, and shares it with nobody who copies its client id', async () => {
    await share(FIRST, 'first')
    const [waiting] = (await writes()).created
    expect(waiting && cardKey(waiting)).toBe(cardKey(post(9, ME, FIRST)))
    expect(cardKey(post(10, 8, FIRST))).not.toBe(cardKey(post(9, ME, FIRST)))
    expect(cardKey(post(9))).not.toBe(cardKey(post(10)))
  })
})

describe('an edit', () => {
  test('is shown before the server has it; the last words count', async () => {
    await change(2, 'earlier')
    await change(2, 'later')
    const [newer, edited] = overlayPosts([post(3), post(2)], await writes())
    expect(newer).toEqual(post(3))
    expect(edited).toMatchObject({ id: 2, title: 'later', imageUrl: PHOTO.url, shape: null, waiting: 'waiting' })
  })

  test('shows a photo that is on this device alone', async () => {
    await change(2, 'with another photo', BLOB)
    expect(overlayPosts([post(2)], await writes())[0]).toMatchObject({ blobId: BLOB.blobId })
  })

  test('keeps the place of the photo when the photo stays', async () => {
    await change(2, 'other words', { url: PHOTO.url })
    const base = { ...post(2), imageUrl: PHOTO.url }
    expect(overlayPosts([base], await writes())[0]?.shape).toEqual(base.shape)
  })

  test('that was refused shows the post as the server has it', async () => {
    await setState(await change(2, 'refused'), 'attention')
    expect(overlayPosts([post(2)], await writes())).toEqual([post(2)])
  })
})

describe('a deletion', () => {
  test('takes the post away at once, and brings it back when it is refused', async () => {
    const opId = await remove(2)
    expect(overlayPosts([post(3), post(2)], await writes()).map(({ id }) => id)).toEqual([3])
    await setState(opId, 'attention')
    expect(overlayPosts([post(3), post(2)], await writes()).map(({ id }) => id)).toEqual([3, 2])
  })

  test('that has arrived keeps the post away, also where its row has not gone yet', async () => {
    await db.outbox.update(await remove(2), { state: 'acked', ackSeq: 5, ackEpoch: 'e' })
    await releaseAcked(db, 5, 'e')
    expect(await db.outbox.count()).toBe(0)
    expect(overlayPosts([post(3), post(2)], await writes()).map(({ id }) => id)).toEqual([3])
  })
})

test('without writes of its own a feed is the very same list', async () => {
  const rows = [post(2)]
  expect(overlayPosts(rows, await writes())).toBe(rows)
})
