import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { CheckRequest } from '#schema/sync'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import type { MutationName, MutationPayload } from '../disk/mutations'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { answered, refused, scriptedServer, UNREACHABLE } from '../test-support/scripted-server'
import { checkReceipts } from './check-receipts'
import type { HttpAnswer } from './http'
import { enqueue, releaseAcked } from './outbox'
import { LOST, noteRestored } from './restored'

const USER = 7
const PHOTO = `/uploads/${'b'.repeat(64)}.jpg`
const NOW = Date.parse('2026-11-22T12:00:00.000Z')
let db: LocalDb
let writes = 0

beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const id = () => crypto.randomUUID()
const message = (content: string) => ({ bookingId: 3, clientId: id(), content, composedAt: '2026-11-22T11:00:00.000Z' })
const post = (clientId = id()) => ({ title: 'Dusk', description: null, alt: null, tags: [], links: [], clientId })

/** A write that was confirmed and has come back with a pull. */
async function sent<Name extends MutationName>(kind: Name, payload: MutationPayload<Name>): Promise<string> {
  const opId = await enqueue(db, USER, kind, payload, NOW + ++writes)
  await db.outbox.update(opId, { state: 'acked', ackSeq: 5, ackEpoch: 'one' })
  await releaseAcked(db, 5, 'one')
  return opId
}

/** A write that was confirmed and has not come back with a pull yet. */
async function confirmed(at: number): Promise<string> {
  const opId = await enqueue(db, USER, 'message.send', message('confirmed'), NOW + ++writes)
  await db.outbox.update(opId, { state: 'acked', ackSeq: 5, ackEpoch: 'one', ackedAt: new Date(at).toISOString() })
  return opId
}

const parts = () => ({ db, userId: USER, now: NOW, decided: async () => new Set([3]) })

/** The server has been restored, and has lost these. */
async function loseAll(keys: readonly string[] | 'all', answer?: HttpAnswer) {
  await noteRestored(db)
  const server = scriptedServer(({ body }) => {
    const asked = (body as CheckRequest).keys
    return answer ?? answered(200, { missing: keys === 'all' ? asked : asked.filter((key) => keys.includes(key)) })
  })
  await checkReceipts({ ...parts(), call: server.call })
  return server
}
const line = async () => (await db.outbox.orderBy('order').toArray()).map(short)
const short = ({ opId, state, error }: OutboxItem) => [opId, state, error?.code ?? null]
const receipts = async () => (await db.receipts.toArray()).map(({ opId }) => opId)

test('words to others that were lost are offered in their order, under their keys, and count as sent no more', async () => {
  const kept = await sent('message.send', message('before the copy'))
  const lost = [await sent('message.send', message('one')), await sent('message.send', message('two'))]
  const server = await loseAll(lost)
  expect(await line()).toEqual(lost.map((opId) => [opId, 'attention', LOST]))
  expect(await receipts()).toEqual([kept])
  const [request] = server.requests
  expect((request?.body as CheckRequest | undefined)?.keys.toSorted()).toEqual([kept, ...lost].toSorted())
})

test('what came back confirmed with a seal is looked at as well: the server is offered what it has lost, and nothing else', async () => {
  const [lost, kept, old] = [await confirmed(NOW), await confirmed(NOW), await confirmed(NOW - 29 * 86_400_000)]
  const server = await loseAll([lost])
  expect(await line()).toEqual([
    [lost, 'queued', null],
    [kept, 'acked', null],
    [old, 'acked', null],
  ])
  const [request] = server.requests
  expect((request?.body as CheckRequest | undefined)?.keys.toSorted()).toEqual([lost, kept].toSorted())
})

test('hearts, bookmarks and drafts go out again by themselves, each with the last word alone', async () => {
  await sent('post.like', { postId: 1, on: true })
  const unlike = await sent('post.like', { postId: 1, on: false })
  const like = await sent('post.like', { postId: 2, on: true })
  const key = id()
  const edit = (value: string) => ({ value, at: '2026-11-22T11:00:00.000Z', by: id(), base: null })
  const title = await sent('draft.save', { key, kind: 'listing', fields: { title: edit('Arch') } })
  const price = await sent('draft.save', { key, kind: 'listing', fields: { quantity: edit('40') } })
  await loseAll('all')
  expect(await line()).toEqual([unlike, like, title, price].map((opId) => [opId, 'queued', null]))
  expect(await receipts()).toEqual([])
})

test('a later word about the same, whether the server has it or it still waits, stands against a lost one', async () => {
  const hearts = [await sent('post.like', { postId: 1, on: true }), await sent('post.like', { postId: 2, on: true })]
  await sent('post.like', { postId: 1, on: false })
  const waiting = await enqueue(db, USER, 'post.like', { postId: 2, on: false }, NOW + ++writes)
  const lost = await sent('post.save', { postId: 1, on: true })
  await loseAll([...hearts, lost])
  expect(await line()).toEqual([
    [waiting, 'queued', null],
    [lost, 'queued', null],
  ])
})

test('what its person has taken back since is not offered again, and neither is a draft that was published', async () => {
  const clientId = id()
  await sent('post.create', { ...post(clientId), photo: { url: PHOTO } })
  const removal = await sent('post.delete', { postKey: clientId, postId: 4 })
  await loseAll('all')
  expect(await line()).toEqual([[removal, 'queued', null]])
})

test('dates that are free already are freed again without a word to their person', async () => {
  const freed = await sent('blocked.remove', { userId: USER, blockId: 12 })
  await loseAll('all')
  expect(await line()).toEqual([[freed, 'queued', null]])
})

test('an offer that is decided already needs no second answer', async () => {
  const [done, open] = [
    await sent('booking.decline', { bookingId: 3 }),
    await sent('booking.decline', { bookingId: 4 }),
  ]
  await loseAll([done, open])
  expect(await line()).toEqual([[open, 'attention', LOST]])
})

test('a photo that has left the device is named by its address', async () => {
  const blobId = await db.blobs.add(waitingPhoto({ url: PHOTO }))
  await sent('post.create', { ...post(), photo: { blobId } })
  expect(await db.blobs.count()).toBe(0)
  await loseAll('all')
  expect((await db.outbox.toArray())[0]?.payload).toMatchObject({ title: 'Dusk', photo: { url: PHOTO } })
})

test.each([
  ['no answer', UNREACHABLE],
  ['a refusal', refused(401, 'unauthenticated', 'Please sign in to continue.')],
])('%s: everything stays as it is, and the next pull asks', async (_, answer) => {
  const opId = await sent('message.send', message('one'))
  await loseAll('all', answer)
  expect([await line(), await receipts()]).toEqual([[], [opId]])
  await checkReceipts({ ...parts(), call: async () => answered(200, { missing: [opId] }) })
  expect(await line()).toEqual([[opId, 'attention', LOST]])
})

test('old receipts prove nothing: nobody is asked', async () => {
  const opId = await sent('message.send', message('one'))
  const never = scriptedServer(() => UNREACHABLE)
  await db.receipts.update(opId, { at: '2026-10-20T00:00:00.000Z' })
  await noteRestored(db)
  await checkReceipts({ ...parts(), call: never.call })
  expect(never.requests).toEqual([])
  expect(await receipts()).toEqual([opId])
})
