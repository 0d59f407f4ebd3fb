import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { enqueue } from '../../sync/outbox'
import { freshDb, reopened, waitingPhoto } from '../../test-support/disk-in-memory'
import { emptyPostDraft, NEW_POST, postDraft } from './post-drafts'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const heldPhotos = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId)

describe('a draft with a photo', () => {
  test('is there again after the app was killed, as it was typed', async () => {
    const picked = waitingPhoto()
    const typed = { ...emptyPostDraft(), title: 'Lights', tags: ['a', 'b'], photo: { blobId: picked.blobId } }
    await postDraft(NEW_POST).save(db, typed, picked)
    db = reopened(db)
    expect(await postDraft(NEW_POST).read(db)).toEqual(typed)
    expect(new Uint8Array((await db.blobs.get(picked.blobId))?.bytes ?? new ArrayBuffer(0))).toEqual(
      new Uint8Array([1, 2, 3]),
    )
  })

  test('lets go of a photo that was replaced, removed or thrown away with it', async () => {
    const [first, second] = [waitingPhoto(), waitingPhoto()]
    const draft = emptyPostDraft()
    await postDraft(NEW_POST).save(db, { ...draft, photo: { blobId: first.blobId } }, first)
    await postDraft(NEW_POST).save(db, { ...draft, photo: { blobId: second.blobId } }, second)
    expect(await heldPhotos()).toEqual([second.blobId])
    await postDraft(NEW_POST).save(db, { ...draft, title: 'same photo', photo: { blobId: second.blobId } })
    expect(await heldPhotos()).toEqual([second.blobId])
    await postDraft(NEW_POST).forget(db)
    expect(await heldPhotos()).toEqual([])
    expect(await postDraft(NEW_POST).read(db)).toBeNull()
  })

  test('never takes away a photo that a waiting post needs', async () => {
    const picked = waitingPhoto()
    const { clientId, ...words } = emptyPostDraft()
    const photoRef = { blobId: picked.blobId }
    await postDraft(NEW_POST).save(db, { ...words, clientId, photo: photoRef }, picked)
    await enqueue(db, 7, 'photo.upload', photoRef, 1)
    await enqueue(db, 7, 'post.create', { ...words, clientId, title: 'Lights', photo: photoRef }, 2)
    await postDraft(NEW_POST).forget(db)
    expect(await heldPhotos()).toEqual([picked.blobId])
    expect(await db.outbox.count()).toBe(2)
  })
})

test('a draft whose photo is gone goes on without it, and nonsense counts as no draft', async () => {
  const typed = { ...emptyPostDraft(), title: 'Lights', photo: { blobId: crypto.randomUUID() } }
  await postDraft('12').save(db, typed)
  expect(await postDraft('12').read(db)).toEqual({ ...typed, photo: null })
  await db.drafts.put({ draftId: 'post:13', kind: 'post', values: { title: 4 }, updatedAt: '' })
  expect(await postDraft('13').read(db)).toBeNull()
})
