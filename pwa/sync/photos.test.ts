import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import '../db/disk-in-memory'
import type { HttpRequest } from '../api/http'
import { LocalDb } from '../db/local-db'
import { discard, enqueue, releaseAcked, tryAgain } from './outbox'
import { answered, refused, scriptedServer } from './scripted-server'
import { sendSlice } from './sender'

const USER = 17
const URL = 'https://trestle.example/uploads/aa.jpg'
const POST = { title: 'Gold arch', description: null, alt: null, tags: [], links: [] }
let db: LocalDb
let blobId: string

beforeEach(async () => {
  db = new LocalDb(`photos-${crypto.randomUUID()}`)
  blobId = crypto.randomUUID()
  await db.blobs.add({
    blobId,
    bytes: new Uint8Array([1, 2, 3]).buffer,
    type: 'image/jpeg',
    width: 4,
    height: 3,
    createdAt: '2026-12-01',
    url: null,
  })
})

afterEach(() => db.delete())

const slice = (call: (request: HttpRequest) => ReturnType<Parameters<typeof sendSlice>[0]['call']>, now = 1) =>
  sendSlice({
    db,
    userId: USER,
    call,
    now: () => now,
    random: () => 0,
    holdsLease: async () => true,
    onRefused: () => undefined,
  })

async function draft(): Promise<{ upload: string; post: string }> {
  const upload = await enqueue(db, USER, 'photo.upload', { blobId }, 1)
  const post = await enqueue(db, USER, 'post.create', { ...POST, clientId: crypto.randomUUID(), photo: { blobId } }, 2)
  return { upload, post }
}

const paths = (requests: HttpRequest[]) => requests.map(({ path }) => path)
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
    await discard(db, post)
    expect([await db.outbox.count(), await db.blobs.count(), await db.receipts.count()]).toEqual([0, 0, 1])
  })

  test('whose photo was lost on the device says so instead of waiting for ever', async () => {
    const { post, upload } = await draft()
    await db.blobs.clear()
    await slice(scriptedServer(() => answered(201)).call)
    expect([await stateOf(upload), await stateOf(post)]).toEqual(['attention', 'attention'])
  })
})
