import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Booking } from '#schema/booking'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import { readThread } from '../messages/message-queries'
import { readBookings } from '../rentals/offers/booking-queries'
import { freshDb } from '../test-support/disk-in-memory'
import { enqueue, releaseAcked } from './outbox'
import { readOutbox } from './outbox-queries'
import { decliningBookings, shownMarks, wantedMarks } from './overlay'

let db: LocalDb
let clock = 1_000

beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const items = () => db.outbox.toArray()
const mark = (opId: string, change: Partial<OutboxItem>) => db.outbox.update(opId, change)
const press = (kind: 'post.like' | 'post.save', on: boolean, postId = 12) =>
  enqueue(db, 7, kind, { postId, on }, clock++)

async function say(content: string, bookingId = 77) {
  const clientId = crypto.randomUUID()
  const composedAt = '2026-12-01T17:00:00.000Z'
  const opId = await enqueue(db, 7, 'message.send', { bookingId, content, clientId, composedAt }, clock++)
  return { opId, clientId }
}
const arrives = (id: number, content: string, clientId: string | null, bookingId = 77) =>
  db.messages.put({
    id,
    bookingId,
    purchaseId: null,
    senderId: 7,
    content,
    createdAt: '',
    composedAt: null,
    clientId,
    _q: id,
  })

describe('a thread', () => {
  const shown = async () => {
    const { sent, waiting } = await readThread(db, { about: 'booking', id: 77 }, 7)
    return [...sent.map(({ content }) => content), ...waiting.map(({ content, state }) => `${content} (${state})`)]
  }

  test('shows what the server has, then what is on its way, in the order in which it was written', async () => {
    await arrives(2, 'second', null)
    await arrives(1, 'first', null)
    await say('third')
    await say('fourth')
    await say('elsewhere', 78)
    expect(await shown()).toEqual(['first', 'second', 'third (waiting)', 'fourth (waiting)'])
  })

  test('the echo of a message takes the place of the waiting copy, whether its answer came or not', async () => {
    const { opId, clientId } = await say('hello')
    for (const state of ['queued', 'sending', 'acked', 'attention'] as const) {
      await mark(opId, { state })
      await db.messages.clear()
      expect(await shown()).toEqual([
        `hello (${{ queued: 'waiting', attention: 'attention', sending: 'sending', acked: 'sending' }[state]})`,
      ])
      await arrives(5, 'hello', clientId)
      expect(await shown()).toEqual(['hello'])
    }
  })

  test('never twice and never gone between answer, echo and letting go', async () => {
    const { opId, clientId } = await say('hello')
    const seen = [await shown()]
    await mark(opId, { state: 'sending' })
    seen.push(await shown())
    await mark(opId, { state: 'acked', ackSeq: 9, ackEpoch: 'e' })
    seen.push(await shown())
    await arrives(9, 'hello', clientId)
    seen.push(await shown())
    await releaseAcked(db, 9, 'e')
    seen.push(await shown())
    expect(seen.map((lines) => lines.length)).toEqual([1, 1, 1, 1, 1])
  })

  test('the same words twice are two messages', async () => {
    const { clientId } = await say('yes')
    await say('yes')
    await arrives(5, 'yes', clientId)
    expect(await shown()).toEqual(['yes', 'yes (waiting)'])
  })

  test('a refused message keeps its place with the server’s words', async () => {
    const { opId } = await say('too rude')
    const error = { code: 'validation', message: 'Please keep it friendly', status: 422 }
    await mark(opId, { state: 'attention', error })
    expect((await readThread(db, { about: 'booking', id: 77 }, 7)).waiting).toMatchObject([
      { content: 'too rude', state: 'attention', error: 'Please keep it friendly' },
    ])
  })

  test('one from another build that cannot be read is left to the tray', async () => {
    const { opId } = await say('hello')
    await mark(opId, { payload: { text: 'old shape' } })
    expect(await shown()).toEqual([])
    await mark(opId, { state: 'attention' })
    expect((await readOutbox(db)).attention).toHaveLength(1)
  })
})

describe('likes and saves', () => {
  const stat = { likeCount: 10, saveCount: 3 }
  const shown = async (own: string[], postId = 12) => shownMarks(postId, stat, new Set(own), wantedMarks(await items()))

  test('without a word of one’s own: as the server says', async () => {
    expect(await shown(['like/12'])).toEqual({ liked: true, saved: false, likeCount: 10, saveCount: 3 })
    expect(await shown(['like/13'])).toEqual({ liked: false, saved: false, likeCount: 10, saveCount: 3 })
  })

  test.each([
    { had: false, wants: true, liked: true, likeCount: 11 },
    { had: true, wants: false, liked: false, likeCount: 9 },
    { had: true, wants: true, liked: true, likeCount: 10 },
    { had: false, wants: false, liked: false, likeCount: 10 },
  ])('the server’s count, moved by one’s own unsent word: %j', async ({ had, wants, liked, likeCount }) => {
    await press('post.like', wants)
    expect(await shown(had ? ['like/12'] : [])).toEqual({ liked, saved: false, likeCount, saveCount: 3 })
  })

  test('no count is below nothing, even when the server has taken the like off before the own row says so', async () => {
    await press('post.like', false)
    const own = new Set(['like/12'])
    const shown = shownMarks(12, { likeCount: 0, saveCount: 0 }, own, wantedMarks(await items()))
    expect(shown).toEqual({ liked: false, saved: false, likeCount: 0, saveCount: 0 })
  })

  test('saving moves only the saves, and only of that post', async () => {
    await press('post.save', true)
    expect(await shown([])).toEqual({ liked: false, saved: true, likeCount: 10, saveCount: 4 })
    expect(await shown([], 13)).toEqual({ liked: false, saved: false, likeCount: 10, saveCount: 3 })
  })

  test('the last of several words counts, whatever order they are read in', async () => {
    const first = await press('post.like', true)
    await mark(first, { everSent: true, state: 'acked' })
    await press('post.like', false)
    const both = await items()
    expect(wantedMarks(both).get('like/12')).toBe(false)
    expect(wantedMarks(both.toReversed()).get('like/12')).toBe(false)
  })

  test('a refused word counts no more, and gives way to the one before it', async () => {
    const first = await press('post.like', true)
    await mark(first, { everSent: true, state: 'acked' })
    const second = await press('post.like', false)
    await mark(second, { state: 'attention' })
    expect(wantedMarks(await items()).get('like/12')).toBe(true)
  })

  test('a delivered word holds until its echo has come', async () => {
    const opId = await press('post.like', true)
    await mark(opId, { state: 'acked', ackSeq: 9, ackEpoch: 'e' })
    expect((await shown([])).liked).toBe(true)
    await releaseAcked(db, 8, 'e')
    expect((await shown([])).liked).toBe(true)
    await releaseAcked(db, 9, 'e')
    expect((await shown(['like/12'])).liked).toBe(true)
  })

  test('what cannot be read moves nothing', async () => {
    const opId = await press('post.like', true)
    await mark(opId, { payload: 'like' })
    expect(await shown([])).toEqual({ liked: false, saved: false, ...stat })
  })
})

describe('declining', () => {
  const offer = (id: number, status: Booking['status']) =>
    db.bookings.put({ id, userId: 8, ownerId: 7, status, _q: id } as never)
  const shown = async () => (await readBookings(db, 7, 'owner')).map(({ id, declining }) => [id, declining])

  test('an offer is shown as being declined until the server has said so', async () => {
    await offer(1, 'pending')
    await offer(2, 'pending')
    await enqueue(db, 7, 'booking.decline', { bookingId: 1 }, clock++)
    expect(await shown()).toEqual([
      [2, false],
      [1, true],
    ])
    await offer(1, 'declined')
    expect(await shown()).toEqual([
      [2, false],
      [1, false],
    ])
  })

  test('a refused decline is none', async () => {
    const opId = await enqueue(db, 7, 'booking.decline', { bookingId: 1 }, clock++)
    expect(decliningBookings(await items())).toEqual(new Set([1]))
    await mark(opId, { state: 'attention' })
    expect(decliningBookings(await items())).toEqual(new Set())
  })
})

test('the tray: what waits in its order, what was refused, and why nothing is sent', async () => {
  const { opId: one } = await say('one')
  const { opId: two } = await say('two')
  const { opId: three } = await say('three')
  const { opId: four } = await say('four')
  await mark(two, { state: 'attention' })
  await mark(three, { state: 'sending' })
  await mark(four, { state: 'acked' })
  await db.meta.put({ k: 'paused', v: 'unauthenticated' })
  const { waiting, attention, paused } = await readOutbox(db)
  expect(waiting.map(({ opId }) => opId)).toEqual([one, three])
  expect(attention.map(({ opId }) => opId)).toEqual([two])
  expect(paused).toBe('unauthenticated')
})
