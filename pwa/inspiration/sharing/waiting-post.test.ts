import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb, OutboxItem } from '../../disk/local-db'
import { discardWrite, undoDiscard } from '../../outbox/waiting-write'
import { SyncEngine } from '../../sync/engine'
import { fillScopes } from '../../sync/fill-catalogue'
import { noteReachable } from '../../sync/reachability'
import { freshDb, waitingPhoto } from '../../test-support/disk-in-memory'
import { readPostWrites } from '../post-queries'
import { changePost } from './change-post'
import { changeWaitingPost } from './change-waiting-post'
import { emptyPostDraft, postDraft } from './post-drafts'
import { postAsLeft, startingDraft } from './post-values'
import { sharePost } from './share-post'

const CLIENT_ID = '22222222-2222-4222-8222-222222222222'
const SOON_MS = 1
let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  noteReachable(true)
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

const words = { title: 'Lights', description: null, alt: null, tags: [], links: [], clientId: CLIENT_ID }
const line = async () => (await db.outbox.orderBy('order').toArray()).map(({ kind, state }) => `${kind} ${state}`)
const posts = () => db.outbox.where('lane').equals(`post:${CLIENT_ID}`).sortBy('order')
const titles = async () => (await posts()).map(({ payload }) => (payload as { title: string }).title)
const edits = async () =>
  (await db.outbox.toArray()).filter(({ kind }) => kind === 'post.change').map(({ payload }) => payload)
const photos = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId)

async function pickedFor(key: string) {
  const picked = waitingPhoto()
  const photo = { blobId: picked.blobId }
  await postDraft(key).save(db, { ...emptyPostDraft(), clientId: CLIENT_ID, photo }, picked)
  return photo
}

async function sharedPost() {
  const photo = await pickedFor('new')
  await sharePost(engine, { ...words, photo })
  const [{ opId } = { opId: '' }] = await posts()
  return { photo, opId }
}

/** The server has refused the photo, and with it the post. */
async function refuseAll() {
  const error = { code: 'too_large', message: 'Too large', status: 413 }
  await db.outbox.toCollection().modify({ state: 'attention', everSent: true, error })
}

const MAY_HAVE_LEFT: [string, Partial<OutboxItem>][] = [
  ['is being sent', { state: 'sending', everSent: true }],
  ['may have left without an answer', { state: 'queued', everSent: true }],
  ['has arrived', { state: 'acked', everSent: true }],
]

describe('a post that waits', () => {
  test('goes out with other words, as the same post, its photo once', async () => {
    const { photo, opId } = await sharedPost()
    expect(await changeWaitingPost(engine, { opId, photo }, { ...words, title: 'Other lights', photo })).toBe(true)
    expect(await titles()).toEqual(['Other lights'])
    expect(await line()).toEqual(['photo.upload queued', 'post.create queued'])
    expect(await photos()).toEqual([photo.blobId])
  })

  test('goes out with another photo, and the first one is not sent', async () => {
    const { opId, photo: first } = await sharedPost()
    const photo = await pickedFor(CLIENT_ID)
    await changeWaitingPost(engine, { opId, photo: first }, { ...words, photo })
    expect(await line()).toEqual(['photo.upload queued', 'post.create queued'])
    expect(await photos()).toEqual([photo.blobId])
    expect(await postDraft(CLIENT_ID).read(db)).toBeNull()
  })

  test('that was refused goes out again under new keys, its refused photo too', async () => {
    const { photo, opId } = await sharedPost()
    await refuseAll()
    const before = new Set((await db.outbox.toArray()).map((item) => item.opId))
    await changeWaitingPost(engine, { opId, photo }, { ...words, title: 'Other lights', photo })
    expect(await line()).toEqual(['photo.upload queued', 'post.create queued'])
    expect((await db.outbox.toArray()).filter((item) => before.has(item.opId))).toEqual([])
  })

  test('is discarded with its photo and with what was being changed on it', async () => {
    const { opId } = await sharedPost()
    await pickedFor(CLIENT_ID)
    const held = () => Promise.all([db.outbox.toArray(), db.drafts.toArray(), db.blobs.toArray()])
    const before = await held()
    const discarded = await discardWrite(engine, opId)
    expect(await line()).toEqual([])
    expect(await photos()).toEqual([])
    expect(await postDraft(CLIENT_ID).read(db)).toBeNull()
    if (discarded) await undoDiscard(engine, discarded)
    expect(await held()).toEqual(before)
  })

  test('comes back without what was being changed on it where somebody has typed since', async () => {
    const { photo, opId } = await sharedPost()
    await pickedFor(CLIENT_ID)
    const discarded = await discardWrite(engine, opId)
    await Bun.sleep(2)
    await postDraft(CLIENT_ID).save(db, { ...emptyPostDraft(), clientId: CLIENT_ID, title: 'Typed' })
    if (discarded) await undoDiscard(engine, discarded)
    expect(await postDraft(CLIENT_ID).read(db)).toMatchObject({ title: 'Typed', photo: null })
    expect([await titles(), await photos()]).toEqual([['Lights'], expect.arrayContaining([photo.blobId])])
  })
})

test('a form over an edit of a post that is discarded shows what stands and what was typed', async () => {
  const photo = { url: `/uploads/${'a'.repeat(64)}.jpg` }
  const opened = (title: string) => startingDraft({ ...words, title }, photo)
  const { seen } = opened('Lamps')
  await changePost(engine, { ...words, photo, postKey: CLIENT_ID, postId: 41, seen })
  await postDraft(CLIENT_ID).save(db, { ...opened('Lights'), description: 'Warm.' })
  const [{ opId } = { opId: '' }] = await posts()
  await discardWrite(engine, opId)
  const kept = await postDraft(CLIENT_ID).read(db)
  expect(kept && postAsLeft(kept, opened('Lamps'))).toMatchObject({ title: 'Lamps', description: 'Warm.', seen })
})

test('words that were typed over those of an edit of a post that is discarded are saved over what stands', async () => {
  const photo = { url: `/uploads/${'a'.repeat(64)}.jpg` }
  const opened = (title: string) => startingDraft({ ...words, title }, photo)
  const { seen } = opened('Lamps')
  await changePost(engine, { ...words, photo, postKey: CLIENT_ID, postId: 41, seen })
  await postDraft(CLIENT_ID).save(db, { ...opened('Lights'), title: 'Candles' })
  const [{ opId } = { opId: '' }] = await posts()
  const left = await db.drafts.toArray()
  const discarded = await discardWrite(engine, opId)
  const kept = await postDraft(CLIENT_ID).read(db)
  expect(kept && postAsLeft(kept, opened('Lamps'))).toMatchObject({ title: 'Candles', seen })
  if (discarded) await undoDiscard(engine, discarded)
  expect(await db.drafts.toArray()).toEqual(left)
})

describe('a post that was sent while it was being edited', () => {
  const row = { id: 41, clientId: CLIENT_ID, userId: 7, imageUrl: '/uploads/a.jpg' }

  async function sent() {
    const { photo, opId } = await sharedPost()
    await db.outbox.update(opId, { state: 'acked', everSent: true })
    await engine.catalogue.open()
    return { photo, opId }
  }

  test('is changed like any other as soon as its row is here', async () => {
    const { photo, opId } = await sent()
    const changed = changeWaitingPost(engine, { opId, photo }, { ...words, title: 'Other lights', photo })
    await fillScopes(db, [{ scope: 'pub:p', chunks: [JSON.stringify([[1, 41, row]])], cursor: 1 }])
    await engine.catalogue.refresh()
    expect(await changed).toBe(true)
    expect(await edits()).toEqual([
      expect.objectContaining({ postId: 41, title: 'Other lights', photo: { url: '/uploads/a.jpg' } }),
    ])
  })

  test('stays as it is when its row does not come', async () => {
    const { photo, opId } = await sent()
    expect(await changeWaitingPost(engine, { opId, photo }, { ...words, photo }, SOON_MS)).toBe(false)
    expect(await edits()).toEqual([])
  })
})

describe.each(MAY_HAVE_LEFT)('a post that %s', (_, state) => {
  test('is not taken back, and what was being changed on it stays', async () => {
    const { photo, opId } = await sharedPost()
    await postDraft(CLIENT_ID).save(db, { ...emptyPostDraft(), title: 'Other lights', photo })
    await db.outbox.update(opId, state)
    const before = await db.outbox.toArray()
    expect(await discardWrite(engine, opId)).toBeNull()
    expect(await db.outbox.toArray()).toEqual(before)
    expect(await postDraft(CLIENT_ID).read(db)).toMatchObject({ title: 'Other lights' })
  })

  test('is changed by an edit behind it: the last one counts', async () => {
    const { photo, opId } = await sharedPost()
    await db.outbox.update(opId, { ...state, ...(state.state === 'acked' ? { number: 41 } : {}) })
    for (const title of ['Other lights', 'No lights'])
      expect(await changeWaitingPost(engine, { opId, photo }, { ...words, title, photo })).toBe(true)
    expect(await titles()).toEqual(['Lights', 'No lights'])
    expect(await edits()).toEqual([expect.objectContaining({ postId: state.state === 'acked' ? 41 : null, photo })])
    expect((await readPostWrites(db, engine.catalogue)).created.map(({ title }) => title)).toEqual(['No lights'])
  })
})

test('a post that is refused after it was changed goes out with the last words alone, or not at all', async () => {
  const changed = async () => {
    const { photo, opId } = await sharedPost()
    await db.outbox.update(opId, { state: 'sending', everSent: true })
    await changeWaitingPost(engine, { opId, photo }, { ...words, title: 'Other lights', photo })
    await db.outbox.update(opId, { state: 'attention' })
    return { photo, opId }
  }
  const { photo, opId } = await changed()
  await changeWaitingPost(engine, { opId, photo }, { ...words, title: 'No lights', photo })
  expect(await titles()).toEqual(['No lights'])
  await db.outbox.clear()

  const again = await changed()
  expect(await discardWrite(engine, again.opId)).not.toBeNull()
  expect(await posts()).toEqual([])
  expect(await photos()).toEqual([photo.blobId])
})

test('a post that is refused after it was changed keeps those changes beside what is typed in the form of the first words', async () => {
  const { photo, opId } = await sharedPost()
  const seen = {
    words: { title: 'Lights', description: null, tags: [], links: [] },
    photos: [{ photo, alt: '' }],
  }
  await db.outbox.update(opId, { state: 'sending', everSent: true })
  await changeWaitingPost(engine, { opId, photo }, { ...words, title: 'Other lights', tags: ['a'], photo, seen })
  await db.outbox.update(opId, { state: 'attention' })
  await changeWaitingPost(engine, { opId, photo }, { ...words, description: 'Warm.', tags: ['b'], photo, seen })
  const [{ kind, payload } = { kind: '', payload: {} }, ...more] = await posts()
  expect([kind, more]).toEqual(['post.create', []])
  expect(payload).toEqual({ ...words, title: 'Other lights', description: 'Warm.', tags: ['b'], photo })
})

test('a post whose answer was lost is given up only by a person who was told that it may have arrived', async () => {
  const { opId } = await sharedPost()
  await db.outbox.update(opId, { everSent: true, attempts: 1 })
  expect(await discardWrite(engine, opId)).toBeNull()
  expect(await posts()).toHaveLength(1)
  expect(await discardWrite(engine, opId, { mayHaveArrived: true })).not.toBeNull()
  expect([await line(), await photos()]).toEqual([[], []])
})
