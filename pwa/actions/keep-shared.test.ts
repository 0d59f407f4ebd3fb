import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { freshDb, reopened } from '../db/disk-in-memory'
import { readGallery } from '../db/gallery-photos'
import type { LocalDb, PhotoBlob } from '../db/local-db'
import { emptyPostDraft, forgetPostDraft, keepPostDraft, NEW_POST, readPostDraft } from '../db/post-drafts'
import { SyncEngine } from '../sync/engine'
import { dismissPhoto } from './dismiss-photo'
import { keepShared } from './keep-shared'
import { sharePost } from './share-post'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const WORDS = { title: 'Gold arch', text: 'From last night' }
const photo = (): PhotoBlob => ({
  blobId: crypto.randomUUID(),
  bytes: new ArrayBuffer(3),
  type: 'image/jpeg',
  width: 3,
  height: 2,
  createdAt: '',
  url: null,
})
const held = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId).toSorted()
const ids = (photos: PhotoBlob[]) => photos.map(({ blobId }) => blobId)
const draft = async () => readPostDraft(db, NEW_POST)

describe('one photo', () => {
  test('fills the form, and there is nothing else to choose from', async () => {
    const one = photo()
    await keepShared(db, [one], WORDS)
    expect(await draft()).toMatchObject({
      title: 'Gold arch',
      description: 'From last night',
      photo: { blobId: one.blobId },
    })
    expect(await readGallery(db)).toEqual([])
  })

  test('never takes what is written, and leaves the photo that was there to be chosen', async () => {
    const [taken, shared] = [photo(), photo()]
    await keepPostDraft(db, NEW_POST, { ...emptyPostDraft(), title: 'Mine', photo: { blobId: taken.blobId } }, taken)
    await keepShared(db, [shared], WORDS)
    expect(await draft()).toMatchObject({ title: 'Mine', photo: { blobId: shared.blobId } })
    expect(await readGallery(db)).toEqual(ids([taken, shared]))
    expect(await held()).toEqual(ids([taken, shared]).toSorted())
  })
})

test('words alone leave the photo where it is', async () => {
  const one = photo()
  await keepShared(db, [one], WORDS)
  await keepShared(db, [], { title: '', text: '' })
  expect(await draft()).toMatchObject({ photo: { blobId: one.blobId } })
})

describe('several photos', () => {
  const three = [photo(), photo(), photo()] as const
  const [first, second, third] = three
  beforeEach(() => keepShared(db, three, WORDS))

  test('are all there after a restart, the first in the form', async () => {
    db = reopened(db)
    expect((await draft())?.photo).toEqual({ blobId: first.blobId })
    expect(await readGallery(db)).toEqual(ids([...three]))
    expect(await held()).toEqual(ids([...three]).toSorted())
  })

  test('stay when another is chosen and when the form is thrown away', async () => {
    await keepPostDraft(db, NEW_POST, { ...emptyPostDraft(), photo: { blobId: second.blobId } })
    await forgetPostDraft(db, NEW_POST)
    expect(await held()).toHaveLength(3)
    expect(await readGallery(db)).toHaveLength(3)
  })

  test('leave one by one: by a post, which keeps its photo until it is sent, or by being dismissed', async () => {
    const words = { title: 'Arch', description: null, alt: null, tags: [], links: [], clientId: crypto.randomUUID() }
    await sharePost(new SyncEngine(db, 7), { ...words, photo: { blobId: first.blobId } })
    expect(await readGallery(db)).toEqual(ids([second, third]))
    await dismissPhoto(db, second.blobId)
    expect(await readGallery(db)).toEqual([third.blobId])
    expect(await held()).toEqual(ids([first, third]).toSorted())
    await dismissPhoto(db, third.blobId)
    expect(await db.drafts.count()).toBe(0)
  })

  test('and those of a second share stand beside each other', async () => {
    const fourth = photo()
    await keepShared(db, [fourth], WORDS)
    expect(await readGallery(db)).toEqual(ids([...three, fourth]))
    expect((await draft())?.photo).toEqual({ blobId: fourth.blobId })
  })
})
