import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { diskWithPhotos } from '../test-support/full-disk'
import { EPOCH } from '../test-support/scripted-server'
import { bringBack, type Discarded, discard, enqueue, makeAllDue, releaseAcked, tryAgain } from './outbox'

const NOW = Date.parse('2026-12-01T17:00:00.000Z')
let db: LocalDb

beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const like = (on: boolean, postId = 12, now = NOW) => enqueue(db, 7, 'post.like', { postId, on }, now)
const say = (content: string, bookingId = 77, now = NOW) =>
  enqueue(
    db,
    7,
    'message.send',
    { bookingId, content, clientId: crypto.randomUUID(), composedAt: new Date(now).toISOString() },
    now,
  )
const NOTHING: Discarded = { items: [], photos: [], drafts: [] }
const line = () => db.outbox.orderBy('order').toArray()
const item = async (opId: string) => (await db.outbox.get(opId)) as OutboxItem

describe('keeping a write', () => {
  test('it is on disk, waiting and due, with a key and a lane of its own', async () => {
    const opId = await like(true)
    expect(await item(opId)).toEqual({
      opId,
      userId: 7,
      kind: 'post.like',
      payload: { postId: 12, on: true },
      lane: 'like:12',
      state: 'queued',
      order: NOW * 1000,
      composedAt: '2026-12-01T17:00:00.000Z',
      attempts: 0,
      readyAt: 0,
      everSent: false,
      ackSeq: null,
      ackEpoch: null,
      error: null,
    })
    expect(opId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('writes of one millisecond, and of a clock that was set back, keep their order', async () => {
    await say('one')
    await say('two')
    await say('three', 77, NOW - 3_600_000)
    const orders = (await line()).map(({ order }) => order)
    expect(orders).toEqual([NOW * 1000, NOW * 1000 + 1, NOW * 1000 + 2])
    expect((await line()).map(({ payload }) => (payload as { content: string }).content)).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  test('fifty presses at once are fifty writes with fifty places in line', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, nth) => say(`message ${nth}`)))
    const orders = (await line()).map(({ order }) => order)
    expect(new Set(orders).size).toBe(50)
  })
})

describe('the last word', () => {
  test('replaces one that never left the device, under the same key', async () => {
    const first = await like(true)
    await db.outbox.update(first, { readyAt: NOW + 99_000, attempts: 3 })
    const second = await like(false, 12, NOW + 5)
    expect(second).toBe(first)
    expect(await line()).toHaveLength(1)
    expect(await item(first)).toMatchObject({
      payload: { postId: 12, on: false },
      readyAt: 0,
      attempts: 0,
      order: NOW * 1000,
    })
  })

  test.each([
    { state: 'sending', everSent: true },
    { state: 'queued', everSent: true },
    { state: 'acked', everSent: true },
    { state: 'attention', everSent: true },
  ] as const)('stands behind one that may have left the device (%j)', async (change) => {
    const first = await like(true)
    await db.outbox.update(first, change)
    const second = await like(false)
    expect(second).not.toBe(first)
    expect((await line()).map(({ payload }) => payload)).toEqual([
      { postId: 12, on: true },
      { postId: 12, on: false },
    ])
    // The third replaces the second and leaves the first alone.
    expect(await like(true)).toBe(second)
    expect(await item(first)).toMatchObject({ payload: { postId: 12, on: true }, ...change })
  })

  test('on another post, or about saving, is another write', async () => {
    await like(true, 12)
    await like(false, 13)
    await enqueue(db, 7, 'post.save', { postId: 12, on: true }, NOW)
    expect((await line()).map(({ lane }) => lane)).toEqual(['like:12', 'like:13', 'save:12'])
  })

  test('a like taken back unsent is still sent as the last word: another device may have liked meanwhile', async () => {
    await like(true)
    await like(false)
    expect((await line()).map(({ payload }) => payload)).toEqual([{ postId: 12, on: false }])
  })

  test('messages are never folded into one', async () => {
    await say('same')
    await say('same')
    expect(await line()).toHaveLength(2)
  })
})

describe('what the person decides about a refused write', () => {
  const REFUSED = {
    state: 'attention',
    attempts: 4,
    error: { code: 'validation', message: 'No', status: 422 },
  } as const

  test('try again: the same key, as if it had never been tried', async () => {
    const opId = await say('hello')
    await db.outbox.update(opId, { ...REFUSED, everSent: true, readyAt: NOW + 60_000 })
    await tryAgain(db, opId)
    expect(await item(opId)).toMatchObject({
      opId,
      state: 'queued',
      attempts: 0,
      readyAt: 0,
      error: null,
      everSent: true,
    })
  })

  test('try again twice, or on something that is under way, changes nothing', async () => {
    const opId = await say('hello')
    for (const state of ['queued', 'sending', 'acked'] as const) {
      await db.outbox.update(opId, { state, attempts: 2, readyAt: 5 })
      await tryAgain(db, opId)
      expect(await item(opId)).toMatchObject({ state, attempts: 2, readyAt: 5 })
    }
  })

  test('discard: nothing of it stays on the disk, and it can be brought back as it was', async () => {
    const opId = await say('words that took an hour')
    await db.receipts.put({ opId: 'old', kind: 'message.send', payload: {}, outcome: 'discarded', at: '2026-12-01' })
    await db.outbox.update(opId, REFUSED)
    const before = await item(opId)
    const discarded = await discard(db, opId)
    expect([await line(), await db.receipts.toArray()]).toEqual([[], []])
    await bringBack(db, discarded ?? NOTHING)
    expect(await line()).toEqual([before])
  })

  test('discard does not touch what is on its way or delivered: its outcome is not in our hands any more', async () => {
    const opId = await say('hello')
    for (const state of ['sending', 'acked'] as const) {
      await db.outbox.update(opId, { state })
      await discard(db, opId)
      expect((await item(opId)).state).toBe(state)
    }
    expect(await db.receipts.count()).toBe(0)
  })

  test('discard of something that is gone does nothing', async () => {
    await discard(db, 'never-was')
    expect(await db.receipts.count()).toBe(0)
  })
})

test('due now: pauses end for what waits, and for nothing else', async () => {
  const waiting = await say('a')
  const refused = await say('b')
  await db.outbox.update(waiting, { readyAt: NOW + 300_000 })
  await db.outbox.update(refused, { readyAt: NOW + 300_000, state: 'attention' })
  await makeAllDue(db, NOW)
  expect([(await item(waiting)).readyAt, (await item(refused)).readyAt]).toEqual([0, NOW + 300_000])
})

test('due now: downloaded photos give way to it on a full disk', async () => {
  const disk = await diskWithPhotos(8)
  const waiting = await say('a')
  await db.outbox.update(waiting, { readyAt: NOW + 300_000 })
  disk.fill(4)
  await makeAllDue(db, NOW)
  expect([(await item(waiting)).readyAt, disk.photos()]).toEqual([0, 4])
})

describe('letting go of confirmed writes', () => {
  const confirmed = async (ackSeq: number, ackEpoch = EPOCH) => {
    const opId = await say(`confirmed at ${ackSeq}`)
    await db.outbox.update(opId, { state: 'acked', everSent: true, ackSeq, ackEpoch })
    return opId
  }

  test('only once a complete pull has come as far as the write', async () => {
    const opId = await confirmed(100)
    await releaseAcked(db, 99, EPOCH)
    expect((await item(opId)).state).toBe('acked')
    await releaseAcked(db, 100, EPOCH)
    expect(await line()).toEqual([])
    expect(await db.receipts.get(opId)).toMatchObject({ outcome: 'sent', kind: 'message.send' })
  })

  test('twice: the second time there is nothing to do', async () => {
    await confirmed(100)
    await releaseAcked(db, 100, EPOCH)
    await releaseAcked(db, 100, EPOCH)
    expect(await db.receipts.count()).toBe(1)
  })

  test('what is not confirmed stays, however far the pull has come', async () => {
    for (const state of ['queued', 'sending', 'attention'] as const)
      await db.outbox.update(await say(state), { state, ackSeq: null })
    await releaseAcked(db, 1_000_000, EPOCH)
    expect((await line()).map(({ state }) => state)).toEqual(['queued', 'sending', 'attention'])
  })

  test('a confirmation of an earlier life of the database proves nothing: it is sent again under its key', async () => {
    const opId = await confirmed(100)
    await db.outbox.update(opId, { readyAt: NOW + 300_000 })
    await releaseAcked(db, 5_000, 'epoch-2')
    expect(await item(opId)).toMatchObject({
      opId,
      state: 'queued',
      ackSeq: null,
      ackEpoch: null,
      readyAt: 0,
      everSent: true,
    })
    expect(await db.receipts.count()).toBe(0)
  })
})

describe('receipts', () => {
  const released = async (opId: string) => {
    await db.outbox.update(opId, { state: 'acked', everSent: true, ackSeq: 5, ackEpoch: EPOCH })
    await releaseAcked(db, 100, EPOCH)
  }

  test('count from the answer, as the server’s do, however late the pull comes', async () => {
    const ackedAt = new Date(Date.now() - 10 * 86_400_000).toISOString()
    const opId = await like(true)
    await db.outbox.update(opId, { ackedAt })
    await released(opId)
    expect((await db.receipts.get(opId))?.at).toBe(ackedAt)
  })

  test('go after thirty days, as the server’s do', async () => {
    await released(await like(true))
    const [old] = await db.receipts.toArray()
    await db.receipts.update(old?.opId ?? '', { at: new Date(Date.now() - 31 * 86_400_000).toISOString() })
    const fresh = await like(false)
    await released(fresh)
    expect(await db.receipts.toCollection().primaryKeys()).toEqual([fresh])
  })

  test('of a draft’s saves go once its form is discarded or published; those of another draft stay', async () => {
    const [key, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const save = (draft: string) => enqueue(db, 7, 'draft.save', { key: draft, kind: 'listing', fields: {} }, NOW)
    await released(await save(key))
    await released(await save(other))
    const drop = await enqueue(db, 7, 'draft.drop', { key }, NOW)
    await released(drop)
    const kinds = (await db.receipts.toArray()).map(({ kind, payload }) => [kind, (payload as { key: string }).key])
    expect(kinds.toSorted()).toEqual([
      ['draft.drop', key],
      ['draft.save', other],
    ])
  })
})
