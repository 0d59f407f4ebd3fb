import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { LocalDb, type PhotoBlob } from '../../disk/local-db'
import type { PhotoRef } from '../../disk/mutations'
import { SyncEngine } from '../../sync/engine'
import { bringBack } from '../../sync/outbox'
import { freshDb, reopened, waitingPhoto } from '../../test-support/disk-in-memory'
import { diskWithPhotos } from '../../test-support/full-disk'
import { dismissPhoto } from './dismiss-photo'
import { readGallery } from './gallery-photos'
import { keepShared } from './keep-shared'
import { emptyPostDraft, NEW_POST, type PostDraft, postDraft } from './post-drafts'
import { ASIDE_MAX, continueAside, discardAside, readAside } from './posts-aside'
import { sharePost } from './share-post'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const WORDS = { title: 'Gold arch', text: 'From last night' }
const held = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId).toSorted()
const ids = (photos: PhotoBlob[]) => photos.map(({ blobId }) => blobId)
const draft = async () => postDraft(NEW_POST).read(db)

describe('one photo', () => {
  test('fills the form, and there is nothing else to choose from', async () => {
    const one = waitingPhoto()
    await keepShared(db, [one], WORDS)
    expect(await draft()).toMatchObject({
      title: 'Gold arch',
      description: 'From last night',
      photo: { blobId: one.blobId },
    })
    expect(await readGallery(db)).toEqual([])
  })

  test('fills the form on a full disk, too, when downloaded photos can give way', async () => {
    const disk = await diskWithPhotos(8)
    const one = waitingPhoto()
    disk.fill(4)
    await keepShared(db, [one], WORDS)
    expect([await draft(), await held(), disk.photos()]).toMatchObject([{ title: 'Gold arch' }, ids([one]), 4])
  })

  test('never touches a post that was begun: that one is set aside whole, and comes back whole', async () => {
    const [taken, shared] = [waitingPhoto(), waitingPhoto()]
    await postDraft(NEW_POST).save(db, { ...emptyPostDraft(), title: 'Mine', photo: { blobId: taken.blobId } }, taken)
    await keepShared(db, [shared], WORDS)
    expect(await draft()).toMatchObject({ title: 'Gold arch', photo: { blobId: shared.blobId } })
    const [mine] = await readAside(db)
    expect(mine?.draft).toMatchObject({ title: 'Mine', photo: { blobId: taken.blobId } })
    expect(await held()).toEqual(ids([taken, shared]).toSorted())
    await continueAside(db, mine?.draftId ?? '')
    expect(await draft()).toMatchObject({ title: 'Mine', photo: { blobId: taken.blobId } })
    expect((await readAside(db)).map((one) => one.draft)).toMatchObject([
      { title: 'Gold arch', description: WORDS.text },
    ])
    expect(await held()).toEqual(ids([taken, shared]).toSorted())
  })
})

test('words alone are a draft of their own', async () => {
  await keepShared(db, [waitingPhoto()], WORDS)
  await keepShared(db, [], { title: 'Lanterns', text: 'https://example.com/lanterns' })
  expect(await draft()).toMatchObject({ title: 'Lanterns', description: 'https://example.com/lanterns', photo: null })
  expect((await readAside(db)).map((one) => one.draft)).toMatchObject([{ title: 'Gold arch' }])
})

test('of many shares none is lost: those that were taken stay, the oldest too, and a further one is not taken', async () => {
  const titles = Array.from({ length: ASIDE_MAX + 1 }, (_, nth) => `Share ${nth}`)
  for (const title of titles) expect(await keepShared(db, [waitingPhoto()], { title, text: '' })).toBe(true)
  const before = await db.drafts.toArray()
  expect(await keepShared(db, [waitingPhoto()], { title: 'One too many', text: '' })).toBe(false)
  expect(await db.drafts.toArray()).toEqual(before)
  expect((await readAside(db)).map((one) => one.draft.title)).toEqual(titles.slice(0, -1))
  expect(await db.blobs.count()).toBe(titles.length)
})

test('a draft that was set aside is discarded with its photo, and can be brought back', async () => {
  for (const title of ['One', 'Two']) await keepShared(db, [waitingPhoto()], { title, text: '' })
  const everything = () => Promise.all([db.drafts.toArray(), db.blobs.toArray()])
  const before = await everything()
  const [one] = await readAside(db)
  const discarded = await discardAside(db, one?.draftId ?? '')
  expect([await readAside(db), await db.blobs.count()]).toEqual([[], 1])
  if (discarded) await bringBack(db, discarded)
  expect(await everything()).toEqual(before)
})

test('two tabs with a post each in the form lose neither: the other one is set aside, and each stands once', async () => {
  const [first, second] = [waitingPhoto(), waitingPhoto()]
  const post = (title: string, photo: PhotoBlob) => ({ ...emptyPostDraft(), title, photo: { blobId: photo.blobId } })
  const [one, two] = [post('One', first), post('Two', second)]
  const [tab, other] = [db, new LocalDb(db.name)].map((disk) => postDraft(NEW_POST).autosave(disk))
  await tab?.keep(two, [second])
  await keepShared(db, [], WORDS)
  await postDraft(NEW_POST).save(db, one, first)
  await other?.open()
  const aside = (await readAside(db)).find(({ draft }) => draft.title === 'Two')
  await continueAside(db, aside?.draftId ?? '')

  await tab?.keep({ ...one, title: 'One more' })
  expect(await draft()).toEqual({ ...one, title: 'One more' })
  const begun = async () => (await readAside(db)).map((one) => one.draft.title).toSorted()
  expect(await begun()).toEqual(['Gold arch', 'Two'])
  expect(await held()).toEqual(ids([first, second]).toSorted())
  await other?.keep({ ...two, title: 'Two more' })
  expect(await draft()).toEqual({ ...two, title: 'Two more' })
  expect(await begun()).toEqual(['Gold arch', 'One more'])
  expect(await held()).toEqual(ids([first, second]).toSorted())
})

test.each<[string, (one: PostDraft) => Promise<void>]>([
  ['shared', ({ photo, ...one }) => sharePost(new SyncEngine(db, 5), { ...one, photo: photo as PhotoRef })],
  ['thrown away', (one) => postDraft(NEW_POST).forget(db, one)],
])(
  'a post that is %s while another tab has its own in the form leaves that one as it is, and comes back nowhere',
  async (_, end) => {
    const [first, second] = [waitingPhoto(), waitingPhoto()]
    const post = (title: string, photo: PhotoBlob) => ({ ...emptyPostDraft(), title, photo: { blobId: photo.blobId } })
    const [one, two] = [post('One', first), post('Two', second)]
    await postDraft(NEW_POST).save(db, one, first)
    await postDraft(NEW_POST).save(db, two, second)
    await end(one)
    const left = [await draft(), ...(await readAside(db)).map((aside) => aside.draft)].filter((kept) => kept !== null)
    expect(left).toEqual([two])
    const isWaiting = (await db.outbox.count()) > 0
    expect(await held()).toEqual(ids(isWaiting ? [first, second] : [second]).toSorted())
    await postDraft(NEW_POST).save(db, { ...two, title: 'Two more' })
    expect([await draft(), await readAside(db)]).toEqual([{ ...two, title: 'Two more' }, []])
  },
)

describe('several photos', () => {
  const three = [waitingPhoto(), waitingPhoto(), waitingPhoto()] as const
  const [first, second, third] = three
  beforeEach(() => keepShared(db, three, WORDS))

  test('are all there after a restart, the first in the form', async () => {
    db = reopened(db)
    expect((await draft())?.photo).toEqual({ blobId: first.blobId })
    expect(await readGallery(db)).toEqual(ids([...three]))
    expect(await held()).toEqual(ids([...three]).toSorted())
  })

  test('stay when another is chosen and when the form is thrown away', async () => {
    const form = (await draft()) ?? emptyPostDraft()
    await postDraft(NEW_POST).save(db, { ...form, photo: { blobId: second.blobId } })
    await postDraft(NEW_POST).forget(db)
    expect(await held()).toHaveLength(3)
    expect(await readGallery(db)).toHaveLength(3)
  })

  test('leave one by one: by a post, which keeps its photo until it is sent, or by being dismissed', async () => {
    const clientId = (await draft())?.clientId ?? ''
    const words = { title: 'Arch', description: null, alt: null, tags: [], links: [], clientId }
    await sharePost(new SyncEngine(db, 7), { ...words, photo: { blobId: first.blobId } })
    expect(await readGallery(db)).toEqual(ids([second, third]))
    await dismissPhoto(db, second.blobId)
    expect(await readGallery(db)).toEqual([third.blobId])
    expect(await held()).toEqual(ids([first, third]).toSorted())
    await dismissPhoto(db, third.blobId)
    expect(await db.drafts.count()).toBe(0)
  })

  test('and those of a second share stand beside each other', async () => {
    const fourth = waitingPhoto()
    await keepShared(db, [fourth], WORDS)
    expect(await readGallery(db)).toEqual(ids([second, third]))
    expect((await draft())?.photo).toEqual({ blobId: fourth.blobId })
    expect((await readAside(db)).map((one) => one.draft.photo)).toEqual([{ blobId: first.blobId }])
    expect(await held()).toHaveLength(4)
  })
})
