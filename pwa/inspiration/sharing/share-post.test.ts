import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { SyncEngine } from '../../sync/engine'
import { releaseAcked } from '../../sync/outbox'
import { freshDb, waitingPhoto } from '../../test-support/disk-in-memory'
import { deletePost } from '../delete-post'
import { changePost } from './change-post'
import { emptyPostDraft, NEW_POST, postDraft } from './post-drafts'
import { sharePost } from './share-post'

const CLIENT_ID = '22222222-2222-4222-8222-222222222222'
let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

const words = { title: 'Lights', description: null, alt: null, tags: [], links: [] }
const line = async () => (await db.outbox.orderBy('order').toArray()).map(({ kind }) => kind)
const photos = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId)

async function draftWithPhoto(key: string) {
  const picked = waitingPhoto()
  const photo = { blobId: picked.blobId }
  await postDraft(key).save(db, { ...emptyPostDraft(), clientId: CLIENT_ID, photo }, picked)
  return photo
}

describe('sharing', () => {
  test('queues photo and post and ends the draft; the photo stays until it is sent', async () => {
    const photo = await draftWithPhoto(NEW_POST)
    await sharePost(engine, { ...words, photo, clientId: CLIENT_ID })
    expect(await line()).toEqual(['photo.upload', 'post.create'])
    expect(await photos()).toEqual([photo.blobId])
    expect(await postDraft(NEW_POST).read(db)).toBeNull()
  })

  test('pressed twice makes one post', async () => {
    const photo = await draftWithPhoto(NEW_POST)
    const press = () => sharePost(engine, { ...words, photo, clientId: CLIENT_ID })
    await Promise.all([press(), press()])
    expect(await line()).toEqual(['photo.upload', 'post.create'])
  })

  test.each([
    ['waits', async () => undefined],
    [
      'has been sent',
      async () => {
        await db.outbox.toCollection().modify({ state: 'acked', everSent: true, ackSeq: 5, ackEpoch: 'e1' })
        await releaseAcked(db, 5, 'e1')
      },
    ],
  ])(
    'other words from a second tab, whose form began as the same draft, are a post of their own while the first %s',
    async (_, before) => {
      const photo = { url: `/uploads/${'a'.repeat(64)}.jpg` }
      await sharePost(engine, { ...words, photo, clientId: CLIENT_ID })
      await before()
      await sharePost(engine, { ...words, photo, clientId: CLIENT_ID })
      await sharePost(engine, { ...words, title: 'Other lights', photo, clientId: CLIENT_ID })
      const held = [...(await db.receipts.toArray()), ...(await db.outbox.toArray())]
      const posts = held.map(({ payload }) => payload as { title: string; clientId: string })
      expect(new Set(posts.map(({ title, clientId }) => `${title} ${clientId === CLIENT_ID}`))).toEqual(
        new Set(['Lights true', 'Other lights false']),
      )
    },
  )

  test('is whole or not at all: what breaks off leaves the draft as it was', async () => {
    const photo = await draftWithPhoto(NEW_POST)
    const broken = engine.queueTogether(async (submit) => {
      await submit('photo.upload', photo)
      throw new Error('The disk is full')
    })
    await expect(broken).rejects.toThrow('The disk is full')
    expect(await line()).toEqual([])
    expect((await postDraft(NEW_POST).read(db))?.photo).toEqual(photo)
  })
})

describe('an edit', () => {
  const address = { postKey: '12', postId: 12 }

  test('with another photo before it went out leaves nothing of the earlier photo behind', async () => {
    const first = await draftWithPhoto('12')
    await changePost(engine, { ...words, ...address, photo: first })
    const second = await draftWithPhoto('12')
    await changePost(engine, { ...words, ...address, photo: second })
    expect(await line()).toEqual(['post.change', 'photo.upload'])
    expect(await photos()).toEqual([second.blobId])
  })

  test('of the words alone sends a photo that waits only once', async () => {
    const photo = await draftWithPhoto('12')
    await changePost(engine, { ...words, ...address, photo })
    await changePost(engine, { ...words, title: 'Other words', ...address, photo })
    expect((await line()).toSorted()).toEqual(['photo.upload', 'post.change'])
    expect(await photos()).toEqual([photo.blobId])
  })

  test('whose form never showed the photo and the words of an earlier one keeps them', async () => {
    const shown = { ...words, photo: { url: `/uploads/${'a'.repeat(64)}.jpg` } }
    const { title, description, tags, links } = shown
    const seen = { words: { title, description, tags, links }, photos: [{ photo: shown.photo, alt: '' }] }
    const photo = await draftWithPhoto('12')
    await changePost(engine, { ...shown, ...address, photo, alt: 'A lamp', tags: ['lamp'], seen })
    await changePost(engine, { ...shown, ...address, title: 'Other words', seen })
    const [edit] = await db.outbox.where({ lane: 'post:12' }).toArray()
    const kept = { photo, alt: 'A lamp', tags: ['lamp'] }
    expect(edit?.payload).toEqual({ ...shown, ...address, ...kept, title: 'Other words', seen })
    expect(await photos()).toEqual([photo.blobId])
  })
})

test('a photo stays while a later edit, or a draft of one, still needs it', async () => {
  const address = { postKey: '12', postId: 12 }
  const photo = await draftWithPhoto('12')
  await changePost(engine, { ...words, ...address, photo })
  const sent = { state: 'acked', everSent: true, ackSeq: 5, ackEpoch: 'e1' } as const
  await db.outbox.toCollection().modify(sent)
  await changePost(engine, { ...words, title: 'Other words', ...address, photo })
  await releaseAcked(db, 5, 'e1')
  expect(await line()).toEqual(['post.change'])
  expect(await photos()).toEqual([photo.blobId])

  await postDraft('12').save(db, { ...emptyPostDraft(), photo })
  await db.outbox.toCollection().modify(sent)
  await releaseAcked(db, 5, 'e1')
  expect(await photos()).toEqual([photo.blobId])
  await postDraft('12').forget(db)
  expect(await photos()).toEqual([])
})

test('a deletion goes out behind the edits of the same post', async () => {
  const photo = await draftWithPhoto(CLIENT_ID)
  await changePost(engine, { ...words, photo, postKey: CLIENT_ID, postId: 12 })
  await deletePost(engine, { id: 12, clientId: CLIENT_ID })
  expect(await line()).toEqual(['photo.upload', 'post.change', 'post.delete'])
})

test.each([CLIENT_ID, null])(
  'what was being changed on a post with the client id %p stays until the server has deleted the post',
  async (clientId) => {
    const draft = postDraft(clientId ?? '12')
    const photo = await draftWithPhoto(clientId ?? '12')
    await deletePost(engine, { id: 12, clientId })
    await db.outbox.toCollection().modify({ state: 'attention' })
    expect([(await draft.read(db))?.photo, await photos()]).toEqual([photo, [photo.blobId]])
    await db.outbox.toCollection().modify({ state: 'acked', ackSeq: 7, ackEpoch: 'e1' })
    await releaseAcked(db, 6, 'e1')
    expect(await photos()).toEqual([photo.blobId])
    await releaseAcked(db, 7, 'e1')
    expect([await draft.read(db), await photos(), await line()]).toEqual([null, [], []])
  },
)
