import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { waitingPhoto } from '../test-support/disk-in-memory'
import '../test-support/disk-in-memory'
import { LocalDb, type OutboxItem } from '../disk/local-db'
import type { PhotoRef } from '../disk/mutations'
import { asKept } from '../disk/rescue/backup-row'
import { changePost } from '../inspiration/sharing/change-post'
import { sentItemChange } from '../made-to-order/items/own-item-overlay'
import { changeThing } from '../offerings/change-thing'
import { sentListingChange } from '../rentals/listings/own-listing-overlay'
import { answered, refused, scriptedServer, UNREACHABLE } from '../test-support/scripted-server'
import { SyncEngine } from './engine'
import type { HttpRequest } from './http'
import { bringBack, discard, enqueue, releaseAcked, tryAgain } from './outbox'
import { PHOTO_LOST } from './outgoing'
import { noteReachable } from './reachability'
import { sendSlice } from './sender'

const USER = 17
const URL = 'https://trestle.example/uploads/aa.jpg'
const OTHER_URL = `/uploads/${'ca'.repeat(32)}.jpg`
const POST = { title: 'Gold arch', description: null, alt: null, tags: [], links: [] }
let db: LocalDb
let blobId: string

beforeEach(async () => {
  db = new LocalDb(`photos-${crypto.randomUUID()}`)
  blobId = await db.blobs.add(waitingPhoto())
})

afterEach(() => db.delete())

async function slice(call: (request: HttpRequest) => ReturnType<Parameters<typeof sendSlice>[0]['call']>, now = 1) {
  const parts = { db, userId: USER, call, now: () => now, random: () => 0 }
  const further = { holdsLease: async () => true, onRefused: () => undefined }
  await sendSlice({ ...parts, ...further, task: 'uploader' })
  return sendSlice({ ...parts, ...further, task: 'sender' })
}

async function draft(): Promise<{ upload: string; post: string }> {
  const upload = await enqueue(db, USER, 'photo.upload', { blobId }, 1)
  const post = await enqueue(db, USER, 'post.create', { ...POST, clientId: crypto.randomUUID(), photo: { blobId } }, 2)
  return { upload, post }
}

const LISTING = {
  ...{ title: 'Plates', description: 'Oat.', price: 12, category: 'tableware' as const, terms: '', quantity: 1 },
  cancellationPreset: 'standard' as const,
}

const listingWith = (photos: PhotoRef[]) => ({ ...LISTING, photos: photos.map((photo) => ({ photo, alt: '' })) })

async function createListing(photos: PhotoRef[]): Promise<string> {
  await enqueue(db, USER, 'photo.upload', { blobId }, 1)
  return enqueue(db, USER, 'listing.create', { ...listingWith(photos), clientId: crypto.randomUUID() }, 2)
}

async function changeListing(photos: PhotoRef[]): Promise<string> {
  await enqueue(db, USER, 'photo.upload', { blobId }, 1)
  return enqueue(db, USER, 'listing.change', { ...listingWith(photos), listingKey: '41', listingId: 41 }, 2)
}

const paths = (requests: HttpRequest[]) => requests.map(({ path }) => path)
/** Three posts of one evening, the first with the largest photo. */
async function evening(): Promise<string[]> {
  const { post: first } = await draft()
  const later = ['Silver arch', 'Bronze arch'].map((title, nth) =>
    enqueue(db, USER, 'post.create', { ...POST, title, clientId: crypto.randomUUID(), photo: { url: URL } }, 3 + nth),
  )
  return [first, ...(await Promise.all(later))]
}

const titlesOf = (requests: HttpRequest[]) =>
  requests.flatMap(({ body }) => (body as { title?: string } | undefined)?.title ?? [])

describe('posts that were queued together', () => {
  test('arrive in the order in which they were shared, whichever photo is there first', async () => {
    await evening()
    const { call, requests } = scriptedServer(({ path }) => answered(201, path === '/api/upload' ? { url: URL } : {}))
    expect(await slice(call)).toBe('empty')
    expect(titlesOf(requests)).toEqual(['Gold arch', 'Silver arch', 'Bronze arch'])
  })

  test.each([
    ['the server has trouble with its photo', '/api/upload'],
    ['the server has trouble with it', '/api/inspiration'],
  ])('do not wait for one before them when %s', async (_, failing) => {
    await evening()
    const { call, requests } = scriptedServer((request) => {
      const isFirst = failing === '/api/upload' || titlesOf([request])[0] === 'Gold arch'
      if (request.path === failing && isFirst) return refused(503, 'internal', 'Busy')
      return answered(201, request.path === '/api/upload' ? { url: URL } : {})
    })
    expect(await slice(call)).toBe('waiting')
    expect(titlesOf(requests).filter((title) => title !== 'Gold arch')).toEqual(['Silver arch', 'Bronze arch'])
  })

  test('do not wait for one whose photo gets no answer, try after try', async () => {
    await evening()
    const { call, requests } = scriptedServer(({ path }) => (path === '/api/upload' ? UNREACHABLE : answered(201)))
    const tryOnce = () => {
      noteReachable(true)
      return slice(call)
    }
    await tryOnce()
    expect(titlesOf(requests)).toEqual([])
    for (let tries = 1; tries < 5; tries++) await tryOnce()
    expect(titlesOf(requests)).toEqual(['Silver arch', 'Bronze arch'])
  })

  test('keep their order over a long time in which nothing is answered', async () => {
    setSystemTime(Date.now() + 60_000)
    for (const title of ['First', 'Second', 'Third']) {
      const { blobId } = waitingPhoto()
      await db.blobs.put({ ...waitingPhoto(), blobId })
      await enqueue(db, USER, 'photo.upload', { blobId }, 1)
      await enqueue(db, USER, 'post.create', { ...POST, title, clientId: crypto.randomUUID(), photo: { blobId } }, 1)
    }
    for (let tries = 0; tries < 16; tries++) await slice(scriptedServer(() => UNREACHABLE).call)
    // One photo at a time arrives, with what it lets go.
    let room = 0
    const { call, requests } = scriptedServer(({ path }) => {
      if (path !== '/api/upload') return answered(201)
      return room-- > 0 ? answered(201, { url: URL }) : UNREACHABLE
    })
    for (let tries = 0; tries < 6; tries++) {
      room = 1
      await slice(call)
    }
    expect(titlesOf(requests)).toEqual(['First', 'Second', 'Third'])
    setSystemTime()
  })

  test('do not wait for one that was refused or discarded', async () => {
    const [first = ''] = await evening()
    await discard(db, first)
    const { call, requests } = scriptedServer(() => answered(201))
    expect(await slice(call)).toBe('empty')
    expect(titlesOf(requests)).toEqual(['Silver arch', 'Bronze arch'])
  })
})

const everything = () => Promise.all([db.outbox.toArray(), db.blobs.toArray(), db.receipts.toArray()])
const stateOf = async (opId: string) => (await db.outbox.get(opId))?.state

describe('a post with a photo of this device', () => {
  test('goes out after its photo, in one go, with the address that the photo got', async () => {
    const { post } = await draft()
    const { call, requests } = scriptedServer(({ path }) => answered(201, path === '/api/upload' ? { url: URL } : {}))
    expect(await slice(call)).toBe('empty')
    expect(paths(requests)).toEqual(['/api/upload', '/api/inspiration'])
    expect(requests[1]?.body).toMatchObject({ title: 'Gold arch', imageUrl: URL })
    expect(await stateOf(post)).toBe('acked')
  })

  test('whose photo came back from a loss without its address is sent again before it', async () => {
    const { upload, post } = await draft()
    await db.outbox.delete(upload)
    const { call, requests } = scriptedServer(({ path }) => answered(201, path === '/api/upload' ? { url: URL } : {}))
    expect(await slice(call)).toBe('waiting')
    expect(await slice(call)).toBe('empty')
    expect(paths(requests)).toEqual(['/api/upload', '/api/inspiration'])
    expect(requests[1]?.body).toMatchObject({ title: 'Gold arch', imageUrl: URL })
    expect(await stateOf(post)).toBe('acked')
  })

  test('changed while it is on its way: the edit goes out behind it, under the number that it got', async () => {
    const { post } = await draft()
    const words = { ...POST, title: 'Silver arch', photo: { blobId }, postKey: 'x', postId: null }
    const { call, requests } = scriptedServer(async ({ path }) => {
      if (path === '/api/upload') return answered(201, { url: URL })
      if (path !== '/api/inspiration') return answered(200, {})
      const { lane } = (await db.outbox.get(post)) ?? { lane: '' }
      await enqueue(db, USER, 'post.change', { ...words, postKey: lane.replace('post:', '') }, 3)
      return answered(201, { id: 41 })
    })
    expect(await slice(call)).toBe('empty')
    expect(paths(requests)).toEqual(['/api/upload', '/api/inspiration', '/api/inspiration/41'])
    expect(requests[2]?.body).toMatchObject({ title: 'Silver arch', imageUrl: URL })
  })

  test('restored from the backup with its edit: the edit goes out behind it all the same, under the number that it got', async () => {
    const { post } = await draft()
    const { lane } = (await db.outbox.get(post)) ?? { lane: '' }
    const edit = { ...POST, title: 'Silver arch', photo: { blobId }, postKey: lane.replace('post:', ''), postId: null }
    await enqueue(db, USER, 'post.change', edit, 3)
    const kept = (await db.outbox.toArray()).map((item) => asKept('outbox', { ...item }) as unknown as OutboxItem)
    await db.outbox.bulkPut(kept)
    const { call, requests } = scriptedServer(({ path }) =>
      path === '/api/upload' ? answered(201, { url: URL }) : answered(201, { id: 41 }),
    )
    expect(await slice(call)).toBe('empty')
    expect(paths(requests)).toEqual(['/api/upload', '/api/inspiration', '/api/inspiration/41'])
  })

  test('changed and then refused: the edit waits with it', async () => {
    const { post } = await draft()
    const { lane } = (await db.outbox.get(post)) ?? { lane: '' }
    const edit = { ...POST, photo: { blobId }, postKey: lane.replace('post:', ''), postId: null }
    const behind = await enqueue(db, USER, 'post.change', edit, 3)
    const { call, requests } = scriptedServer(({ path }) =>
      path === '/api/upload' ? answered(201, { url: URL }) : refused(422, 'validation', 'No'),
    )
    await slice(call)
    await slice(call)
    expect(paths(requests)).toEqual(['/api/upload', '/api/inspiration'])
    expect(await stateOf(post)).toBe('attention')
    expect(await stateOf(behind)).toBe('queued')
  })

  test('waits while the photo cannot be sent, and is never marked as sent', async () => {
    const { post } = await draft()
    const { call, requests } = scriptedServer(() => refused(503, 'busy', 'Busy'))
    expect(await slice(call)).toBe('waiting')
    expect(paths(requests)).toEqual(['/api/upload'])
    expect(await db.outbox.get(post)).toMatchObject({ state: 'queued', everSent: false, attempts: 0 })
  })

  test('needs the person when its photo was refused, and goes out with it once they try again', async () => {
    const { post } = await draft()
    await slice(scriptedServer(() => refused(415, 'unsupported_type', 'Invalid file type')).call)
    await slice(scriptedServer(() => answered(201)).call)
    expect(await db.outbox.get(post)).toMatchObject({
      state: 'attention',
      error: { message: 'Its photo could not be sent: Invalid file type' },
    })
    await tryAgain(db, post)
    await slice(scriptedServer(({ path }) => answered(201, path === '/api/upload' ? { url: URL } : {})).call)
    expect(await stateOf(post)).toBe('acked')
  })

  test('sends its photo again when the server no longer has it', async () => {
    const { post } = await draft()
    let posts = 0
    const { call, requests } = scriptedServer(({ path }) => {
      if (path === '/api/upload') return answered(201, { url: URL })
      posts += 1
      return posts === 1 ? refused(410, 'upload_gone', 'Gone') : answered(201)
    })
    await slice(call)
    await slice(call)
    expect(paths(requests)).toEqual(['/api/upload', '/api/inspiration', '/api/upload', '/api/inspiration'])
    expect(await stateOf(post)).toBe('acked')
  })

  test.each([
    ['a new listing', createListing],
    ['an edit of a listing', changeListing],
  ])('%s sends its photo again when the server no longer has it', async (_, keep) => {
    const listing = await keep([{ blobId }])
    let sent = 0
    const { call, requests } = scriptedServer(({ path }) => {
      if (path === '/api/upload') return answered(201, { url: URL })
      sent += 1
      return sent === 1 ? refused(410, 'upload_gone', 'Gone') : answered(201)
    })
    await slice(call)
    await slice(call)
    expect(paths(requests).filter((path) => path === '/api/upload')).toHaveLength(2)
    expect([sent, await stateOf(listing)]).toEqual([2, 'acked'])
    expect(await db.outbox.get(listing)).toMatchObject({ error: null })
  })

  test('a listing whose other photo is gone, and is not on this device, says so instead of being sent for ever', async () => {
    const listing = await changeListing([{ blobId }, { url: OTHER_URL }])
    const { call, requests } = scriptedServer(({ path }) =>
      path === '/api/upload' ? answered(201, { url: '/uploads/bb.jpg' }) : refused(410, 'upload_gone', 'Gone'),
    )
    for (const _ of [1, 2, 3, 4]) await slice(call)
    expect(await db.outbox.get(listing)).toMatchObject({ state: 'attention', error: { message: PHOTO_LOST } })
    expect(paths(requests).filter((path) => path === '/api/upload')).toHaveLength(2)
    // Another try sends the photo once more: the server may have lost both meanwhile.
    await tryAgain(db, listing)
    for (const _ of [1, 2, 3]) await slice(call)
    expect(paths(requests).filter((path) => path === '/api/upload')).toHaveLength(3)
    expect(await stateOf(listing)).toBe('attention')
  })

  test('keeps its photo until it has come back with a pull, and then lets it go', async () => {
    await draft()
    await slice(scriptedServer(({ path }) => answered(201, path === '/api/upload' ? { url: URL } : {})).call)
    expect(await db.blobs.count()).toBe(1)
    const seq = Math.max(...(await db.outbox.toArray()).map((item) => item.ackSeq ?? 0))
    const epoch = (await db.outbox.toArray())[0]?.ackEpoch ?? ''
    await releaseAcked(db, seq, epoch)
    expect([await db.blobs.count(), await db.outbox.count()]).toEqual([0, 0])
  })

  test('given up takes its photo along, and nothing else', async () => {
    const { post } = await draft()
    const before = await everything()
    const discarded = await discard(db, post)
    expect(await everything()).toEqual([[], [], []])
    if (discarded) await bringBack(db, discarded)
    expect(await everything()).toEqual(before)
  })

  test('does not lose its photo alone: what is sent is what its person sees', async () => {
    const { upload } = await draft()
    const before = await everything()
    expect(await discard(db, upload)).toBeNull()
    expect(await everything()).toEqual(before)
  })

  test('brought back while its photo was on the way: both arrive once', async () => {
    const { upload, post } = await draft()
    await db.outbox.update(upload, { state: 'sending', everSent: true })
    const discarded = await discard(db, post)
    if (discarded) await bringBack(db, discarded)
    expect([await stateOf(upload), await stateOf(post)]).toEqual(['queued', 'queued'])
    const { call, requests } = scriptedServer(({ path }) => answered(201, path === '/api/upload' ? { url: URL } : {}))
    expect(await slice(call)).toBe('empty')
    expect(paths(requests)).toEqual(['/api/upload', '/api/inspiration'])
  })

  test('whose photo was lost on the device says so instead of waiting for ever', async () => {
    const { post, upload } = await draft()
    await db.blobs.clear()
    await slice(scriptedServer(() => answered(201)).call)
    expect([await stateOf(upload), await stateOf(post)]).toEqual(['attention', 'attention'])
  })
})

describe('an edit whose form was opened while an earlier one with a new photo waited', () => {
  const photos = () => [{ photo: { blobId }, alt: '' }]
  const ITEM = {
    ...{ description: 'Lettered by hand.', price: 4800, category: 'favors' as const, terms: 'Final sale.' },
    ...{ customizationOptions: [], leadTimeInDays: 7 },
  }
  const edits: [string, (title: string) => Promise<unknown>][] = [
    [
      '/api/listings/41',
      (title) => {
        const seen = { words: {}, photos: photos() }
        const edit = { ...LISTING, title, photos: photos(), listingKey: '41', listingId: 41, seen }
        return changeThing(new SyncEngine(db, USER), 'listing', 41, edit, [], sentListingChange)
      },
    ],
    [
      '/api/made-to-order/41',
      (title) => {
        const seen = { words: {}, photos: photos() }
        const edit = { ...ITEM, title, photos: photos(), itemKey: '41', itemId: 41, seen }
        return changeThing(new SyncEngine(db, USER), 'item', 41, edit, [], sentItemChange)
      },
    ],
    [
      '/api/inspiration/41',
      (title) => {
        const seen = { words: {}, photos: photos() }
        const edit = { ...POST, title, photo: { blobId }, postKey: '41', postId: 41, seen }
        return changePost(new SyncEngine(db, USER), edit)
      },
    ],
  ]

  test.each(edits)('%s names the address of the photo once the earlier one has arrived', async (path, change) => {
    await change('Forty plates')
    await slice(scriptedServer((sent) => answered(200, sent.path === '/api/upload' ? { url: URL } : {})).call)
    const [{ ackEpoch = null } = {}] = await db.outbox.toArray()
    await releaseAcked(db, 1e6, ackEpoch ?? '')
    expect([await db.blobs.count(), await db.outbox.count()]).toEqual([0, 0])
    await change('Fifty plates')
    const { call, requests } = scriptedServer(() => answered(200, {}))
    expect(await slice(call)).toBe('empty')
    const photo = path.startsWith('/api/inspiration') ? { imageUrl: URL } : { mainImage: URL }
    expect(requests.map((request) => [request.path, request.body])).toMatchObject([
      [path, { title: 'Fifty plates', ...photo, seen: photo }],
    ])
  })
})
