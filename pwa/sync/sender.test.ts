import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { accountDbName } from '../disk/account-db-name'
import { LocalDb, type OutboxItem, pausedWhy } from '../disk/local-db'
import { freshDb, reopened, waitingPhoto } from '../test-support/disk-in-memory'
import { diskWithPhotos } from '../test-support/full-disk'
import { answered, refused, scriptedServer, UNREACHABLE } from '../test-support/scripted-server'
import { isHeldBack } from './held-back'
import type { HttpAnswer, HttpRequest } from './http'
import { bringBack, type Discarded, discard, enqueue, makeAllDue, releaseAcked, requeueAcked, tryAgain } from './outbox'
import { type SendingTask, SLICE_MS, sendSlice } from './sender'

const NOW = Date.parse('2026-12-01T17:00:00.000Z')
let db: LocalDb
let clock: number

beforeEach(() => {
  db = freshDb()
  clock = NOW
})
afterEach(async () => {
  setSystemTime()
  await db.delete()
})

const say = (content: string, bookingId = 77) =>
  enqueue(
    db,
    7,
    'message.send',
    { bookingId, content, clientId: crypto.randomUUID(), composedAt: new Date(clock).toISOString() },
    clock,
  )
const like = (on: boolean, postId = 12) => enqueue(db, 7, 'post.like', { postId, on }, clock)
const item = async (opId: string) => (await db.outbox.get(opId)) as OutboxItem
const line = async () => (await db.outbox.orderBy('order').toArray()).map(({ state }) => state)

const slice = (
  call: (request: HttpRequest) => Promise<HttpAnswer>,
  {
    holdsLease = async () => true,
    random = () => 1,
    onRefused = (_opId: string) => {},
    task = 'sender' as SendingTask,
  } = {},
) => sendSlice({ db, task, userId: 7, call, now: () => clock, random, holdsLease, onRefused })

const wordsOf = (request: HttpRequest) => (request.body as { content?: string } | undefined)?.content ?? request.path
const keyOf = (request: HttpRequest) => request.headers?.['idempotency-key'] ?? ''

test('a write travels as its call, under its key, in its person’s name, marked as queued', async () => {
  const opId = await like(true)
  const { call, requests } = scriptedServer(() => answered(200, { liked: true }, { seq: 41 }))
  expect(await slice(call)).toBe('empty')
  expect(requests).toEqual([
    {
      method: 'POST',
      path: '/api/inspiration/12/like',
      headers: { 'idempotency-key': opId, 'sync-user': '7', 'sync-queued': '1' },
    },
  ])
  expect(await item(opId)).toMatchObject({
    state: 'acked',
    ackSeq: 41,
    ackEpoch: 'epoch-1',
    attempts: 1,
    everSent: true,
  })
})

test.each([
  ['before a write is sent', 'queued', 0],
  ['while a write is under way', 'queued', 1],
  ['when a write was left under way', 'sending', 0],
] as const)('a disk that is full %s does not stop it, and downloaded photos give way', async (_, state, fullFrom) => {
  const disk = await diskWithPhotos(8)
  const opId = await like(true)
  await db.outbox.update(opId, { state })
  const { call, requests } = scriptedServer(() => {
    disk.fill(4)
    return answered(200, { liked: true })
  })
  if (fullFrom === 0) disk.fill(4)
  expect(await slice(call)).toBe('empty')
  expect([requests.length, (await item(opId)).state, disk.photos()]).toEqual([1, 'acked', 4])
})

test('a write that is confirmed once more keeps the time of the first answer, from which the server counts', async () => {
  const opId = await like(true)
  const ackedAt = new Date(NOW).toISOString()
  for (const days of [0, 10]) {
    setSystemTime(NOW + days * 86_400_000)
    await requeueAcked(db)
    await slice(scriptedServer(() => answered(200, { liked: true })).call)
    expect(await item(opId)).toMatchObject({ state: 'acked', ackedAt })
  }
})

test('nothing to send: nothing is asked', async () => {
  const { call, requests } = scriptedServer(() => answered(200))
  expect(await slice(call)).toBe('empty')
  expect(requests).toEqual([])
})

describe('in one lane', () => {
  test('writes leave in the order in which they were made, one after the other', async () => {
    for (const word of ['one', 'two', 'three', 'four', 'five']) await say(word)
    let under = 0
    let most = 0
    const { call, requests } = scriptedServer(async () => {
      most = Math.max(most, ++under)
      await Bun.sleep(1)
      under--
      return answered(201)
    })
    await slice(call)
    expect(requests.map(wordsOf)).toEqual(['one', 'two', 'three', 'four', 'five'])
    expect(most).toBe(1)
  })

  test('one that the server cannot take now holds back those behind it', async () => {
    const first = await say('first')
    await say('second')
    const { call, requests } = scriptedServer(() => refused(500, 'internal', 'Something went wrong'))
    expect(await slice(call)).toBe('waiting')
    expect(requests.map(wordsOf)).toEqual(['first'])
    expect(await item(first)).toMatchObject({ state: 'queued', attempts: 1, readyAt: NOW + 1_000 })
    // Its pause is not over: the one behind it must not slip past.
    clock += 999
    await slice(call)
    expect(requests).toHaveLength(1)
    clock += 1
    await slice(scriptedServer(() => answered(201)).call)
    expect(await line()).toEqual(['acked', 'acked'])
  })

  test('one that the server refuses for good stays with its words, and the lane goes on', async () => {
    const first = await say('first')
    await say('second')
    const { call } = scriptedServer((_, nth) =>
      nth === 1 ? refused(422, 'validation', 'Message is too long') : answered(201),
    )
    expect(await slice(call)).toBe('empty')
    expect(await line()).toEqual(['attention', 'acked'])
    expect(await item(first)).toMatchObject({
      payload: { content: 'first' },
      error: { code: 'validation', message: 'Message is too long', status: 422 },
    })
  })

  test('whoever listens hears of a refusal when it is on disk, and of nothing else', async () => {
    const refusedId = await say('first')
    await say('second')
    const heard: Promise<OutboxItem>[] = []
    const { call } = scriptedServer((_, nth) => (nth === 1 ? refused(403, 'forbidden', 'No') : answered(201)))
    await slice(call, { onRefused: (opId) => void heard.push(item(opId)) })
    expect(await Promise.all(heard)).toMatchObject([{ opId: refusedId, state: 'attention' }])
    await slice(scriptedServer(() => UNREACHABLE).call, { onRefused: () => expect.unreachable() })
  })

  test('a refused one is left alone until the person says so, and then goes under its old key', async () => {
    const opId = await say('first')
    await slice(scriptedServer(() => refused(403, 'forbidden', 'No')).call)
    const { call, requests } = scriptedServer(() => answered(201))
    expect(await slice(call)).toBe('empty')
    expect(requests).toEqual([])
    await tryAgain(db, opId)
    await slice(call)
    expect(requests.map(keyOf)).toEqual([opId])
  })

  test('taking a like back from a post that is gone has reached its goal', async () => {
    await like(false)
    await slice(scriptedServer(() => refused(404, 'post_not_found', 'Post not found')).call)
    expect(await line()).toEqual(['acked'])
  })

  test('what was written while the lane was under way is sent after it, not skipped', async () => {
    await say('first')
    const { call, requests } = scriptedServer(async (_, nth) => {
      if (nth === 1) await say('written meanwhile')
      return answered(201)
    })
    expect(await slice(call)).toBe('empty')
    expect(requests.map(wordsOf)).toEqual(['first', 'written meanwhile'])
  })

  test('what was discarded while it stood in line is not sent', async () => {
    await say('first')
    const second = await say('second')
    const { call, requests } = scriptedServer(async () => {
      await discard(db, second)
      return answered(201)
    })
    await slice(call)
    expect(requests.map(wordsOf)).toEqual(['first'])
  })

  test('a last word said while another lane was under way is the one that leaves', async () => {
    for (let booking = 1; booking <= 4; booking++) await say('slow', booking)
    await like(true)
    const { call, requests } = scriptedServer(async (_, nth) => {
      if (nth === 1) await like(false)
      return answered(200)
    })
    await slice(call)
    expect(requests.filter(({ path }) => path.endsWith('/like')).map(({ method }) => method)).toEqual(['DELETE'])
  })
})

describe('between lanes', () => {
  test('a poisoned head delays no other lane', async () => {
    await say('poison', 1)
    await say('behind the poison', 1)
    for (let booking = 2; booking <= 21; booking++) await say('fine', booking)
    const { call, requests } = scriptedServer((request) =>
      wordsOf(request) === 'poison' ? refused(500, 'internal', 'Broken') : answered(201),
    )
    expect(await slice(call)).toBe('waiting')
    expect(requests.filter((request) => wordsOf(request) === 'fine')).toHaveLength(20)
    expect(requests.filter((request) => wordsOf(request) === 'poison')).toHaveLength(1)
    expect(await db.outbox.where('state').equals('queued').count()).toBe(2)
  })

  test('one that never answers holds up only its own lane', async () => {
    await say('silence', 1)
    for (let booking = 2; booking <= 9; booking++) await say('fine', booking)
    const silence = Promise.withResolvers<HttpAnswer>()
    const { call, requests } = scriptedServer((request) =>
      wordsOf(request) === 'silence' ? silence.promise : answered(201),
    )
    const sending = slice(call)
    while ((await db.outbox.where('state').equals('acked').count()) < 8) await Bun.sleep(1)
    expect(requests).toHaveLength(9)
    silence.resolve(UNREACHABLE)
    expect(await sending).toBe('unreachable')
  })

  test('at most four are under way at once', async () => {
    for (let booking = 1; booking <= 12; booking++) await say('hello', booking)
    let under = 0
    let most = 0
    const full = Promise.withResolvers<void>()
    await slice(
      scriptedServer(async () => {
        most = Math.max(most, ++under)
        if (under === 4) full.resolve()
        await full.promise
        await Bun.sleep(2)
        under--
        return answered(201)
      }).call,
    )
    expect(most).toBe(4)
  })
})

describe('a message that waits for an answer to an offer', () => {
  const decline = (readyAt = 0) => enqueue(db, 7, 'booking.decline', { bookingId: 77 }, clock, { readyAt })
  const because = (after: string) =>
    enqueue(
      db,
      7,
      'message.send',
      { bookingId: 77, content: 'Lent out', clientId: crypto.randomUUID(), composedAt: new Date(clock).toISOString() },
      clock,
      { after },
    )
  const takesNoAnswer = (request: HttpRequest) =>
    request.path.endsWith('/messages') ? answered(201) : refused(409, 'not_pending', 'Not pending any more')
  const words = (requests: HttpRequest[]) => requests.map(wordsOf)

  test('leaves after the answer has arrived, before what was written later', async () => {
    await because(await decline(NOW + 5))
    await say('And another thing')
    const early = scriptedServer(() => answered(201))
    expect(await slice(early.call)).toBe('waiting')
    expect(early.requests).toEqual([])
    clock += 5
    const { call, requests } = scriptedServer(() => answered(201))
    expect(await slice(call)).toBe('empty')
    expect(words(requests)).toEqual(['/api/bookings/77/status', 'Lent out', 'And another thing'])
  })

  test('leaves when the answer came back with a pull meanwhile', async () => {
    const first = await decline(NOW + 5)
    await because(first)
    await db.outbox.update(first, { state: 'acked', ackSeq: 5, ackEpoch: 'epoch-1' })
    await releaseAcked(db, 5, 'epoch-1')
    const { call, requests } = scriptedServer(() => answered(201))
    expect(await slice(call)).toBe('empty')
    expect(words(requests)).toEqual(['Lent out'])
  })

  test('stays here with its words when the answer is refused, and goes once its person says so', async () => {
    const opId = await because(await decline())
    await say('And another thing')
    const { call, requests } = scriptedServer(takesNoAnswer)
    const heard: string[] = []
    await slice(call, { onRefused: (id) => heard.push(id) })
    expect(words(requests)).toEqual(['/api/bookings/77/status', 'And another thing'])
    expect(await line()).toEqual(['attention', 'attention', 'acked'])
    expect(await item(opId)).toMatchObject({ payload: { content: 'Lent out' }, everSent: false })
    expect(heard).toContain(opId)
    await tryAgain(db, opId)
    const again = scriptedServer(() => answered(201))
    await slice(again.call)
    expect(words(again.requests)).toEqual(['Lent out'])
  })

  test('stays here when the answer is discarded', async () => {
    const first = await decline(NOW + 5)
    await because(first)
    await discard(db, first)
    const { call, requests } = scriptedServer(() => answered(201))
    await slice(call)
    expect([requests, await line()]).toEqual([[], ['attention']])
  })

  test('leaves with the answer that is tried again', async () => {
    const first = await decline()
    await because(first)
    await slice(scriptedServer(takesNoAnswer).call)
    expect(await line()).toEqual(['attention', 'attention'])
    await tryAgain(db, first)
    const { call, requests } = scriptedServer(() => answered(201))
    await slice(call)
    await slice(call)
    expect(words(requests)).toEqual(['/api/bookings/77/status', 'Lent out'])
  })

  test('leaves with the answer whose discarding was undone', async () => {
    const first = await decline(NOW)
    await because(first)
    const discarded = await discard(db, first)
    await slice(scriptedServer(() => answered(201)).call)
    expect(await line()).toEqual(['attention'])
    await bringBack(db, discarded as Discarded)
    const { call, requests } = scriptedServer(() => answered(201))
    await slice(call)
    await slice(call)
    expect(words(requests)).toEqual(['/api/bookings/77/status', 'Lent out'])
  })
})

describe('the server or the network fails', () => {
  test('nobody answers: the slice stops, nothing is counted, the write is as it was but may have left', async () => {
    for (let booking = 1; booking <= 9; booking++) await say('hello', booking)
    const { call, requests } = scriptedServer(() => UNREACHABLE)
    expect(await slice(call)).toBe('unreachable')
    expect(requests.length).toBeLessThanOrEqual(4)
    const items = await db.outbox.toArray()
    expect(new Set(items.map(({ state, attempts, readyAt }) => `${state} ${attempts} ${readyAt}`))).toEqual(
      new Set(['queued 0 0']),
    )
    expect(items.filter(({ everSent }) => everSent)).toHaveLength(requests.length)
  })

  test('many tries, one key', async () => {
    const opId = await say('hello')
    const replies = [
      UNREACHABLE,
      refused(503, 'busy', 'Busy'),
      refused(500, 'internal', 'x'),
      UNREACHABLE,
      answered(201),
    ]
    const { call, requests } = scriptedServer((_, nth) => replies[nth - 1] ?? answered(201))
    for (let nth = 0; nth < replies.length; nth++) {
      await slice(call)
      clock += 10 * 60_000
    }
    expect(requests.map(keyOf)).toEqual(Array(5).fill(opId))
    expect(await line()).toEqual(['acked'])
  })

  test('the server names the pause', async () => {
    const opId = await say('hello')
    await slice(scriptedServer(() => refused(429, 'too_many_attempts', 'Slow down', 60_000)).call)
    expect(await item(opId)).toMatchObject({
      state: 'queued',
      readyAt: NOW + 60_000,
      error: { code: 'too_many_attempts' },
    })
  })

  test('a device that asked too often waits as long as it is told, with everything, and sends each write once', async () => {
    for (let booking = 1; booking <= 9; booking++) await say(`to ${booking}`, booking)
    const limited = scriptedServer(() => refused(429, 'too_many_requests', 'A lot at once', 7_000))
    expect(await slice(limited.call)).toBe('waiting')
    expect(limited.requests.length).toBeLessThanOrEqual(4)
    expect(new Set((await db.outbox.toArray()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['queued 0']),
    )
    clock += 6_999
    // Neither a press nor a connection that is back makes it sooner.
    await makeAllDue(db, clock)
    const early = scriptedServer(() => answered(201))
    expect(await slice(early.call)).toBe('waiting')
    expect(early.requests).toEqual([])
    clock += 1
    const after = scriptedServer(() => answered(201))
    expect(await slice(after.call)).toBe('empty')
    expect(new Set(after.requests.map(keyOf)).size).toBe(9)
    expect(after.requests).toHaveLength(9)
  })

  test('writes that travelled together wait together', async () => {
    for (let post = 1; post <= 5; post++) await like(true, post)
    const limited = scriptedServer(() => refused(429, 'too_many_requests', 'A lot at once', 7_000))
    expect(await slice(limited.call)).toBe('waiting')
    expect(limited.requests).toHaveLength(1)
    expect(await slice(scriptedServer(() => answered(500)).call)).toBe('waiting')
    clock += 7_000
    const { call, requests } = scriptedServer(() =>
      answered(200, { answers: Array(5).fill({ status: 200, seq: 3, body: {}, retryAfterMs: null }) }),
    )
    expect(await slice(call)).toBe('empty')
    expect(requests).toHaveLength(1)
  })

  test('a clock that was set back holds nothing for longer than the longest pause', async () => {
    await say('hello')
    await slice(scriptedServer(() => refused(429, 'too_many_requests', 'A lot at once', 7_000)).call)
    clock -= 365 * 24 * 3_600_000
    expect(await slice(scriptedServer(() => answered(201)).call)).toBe('empty')
  })

  test('a day’s limit holds its own lane until then, however often the connection comes back', async () => {
    const opId = await say('one too many')
    await say('to another', 78)
    const hours = 5 * 3_600_000
    const reply = (request: HttpRequest) =>
      wordsOf(request) === 'one too many' ? refused(429, 'daily_limit', 'More from 9 am', hours) : answered(201)
    await slice(scriptedServer(reply).call)
    expect(await item(opId)).toMatchObject({ state: 'queued', readyAt: NOW + hours, error: { code: 'daily_limit' } })
    expect((await line()).toSorted()).toEqual(['acked', 'queued'])
    clock += hours - 1
    await makeAllDue(db, clock)
    const early = scriptedServer(() => answered(201))
    await slice(early.call)
    expect(early.requests).toEqual([])
    clock += 1
    await slice(scriptedServer(() => answered(201)).call)
    expect(await line()).toEqual(['acked', 'acked'])
  })

  test('without a name the pause grows with every try', async () => {
    const opId = await say('hello')
    const pauses: number[] = []
    for (let nth = 0; nth < 10; nth++) {
      await slice(scriptedServer(() => refused(503, 'busy', 'Busy')).call)
      pauses.push((await item(opId)).readyAt - clock)
      clock = (await item(opId)).readyAt
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1000))
  })

  test('trouble is forgotten once it is over', async () => {
    const opId = await say('hello')
    await slice(scriptedServer(() => refused(500, 'internal', 'Broken')).call)
    expect((await item(opId)).error?.code).toBe('internal')
    clock += 10_000
    await slice(scriptedServer(() => answered(201)).call)
    expect((await item(opId)).error).toBeNull()
  })
})

describe('the session has ended', () => {
  test.each([
    [401, 'unauthenticated', 'unauthenticated'],
    [409, 'wrong_user', 'wrong_user'],
    [409, 'other_account', 'wrong_user'],
    [409, 'other_life', 'wrong_user'],
    [426, 'client_too_old', 'client_too_old'],
  ] as const)('%i %s stops everything and consumes nothing', async (status, code, why) => {
    for (let booking = 1; booking <= 9; booking++) await say(`to ${booking}`, booking)
    const before = (await db.outbox.toArray()).map(({ opId, payload, order }) => ({ opId, payload, order }))
    const { call, requests } = scriptedServer(() => refused(status, code, 'Words'))
    expect(await slice(call)).toBe('paused')
    expect(requests.length).toBeLessThanOrEqual(4)
    expect(await pausedWhy(db)).toBe(why)
    const after = await db.outbox.toArray()
    expect(after.map(({ opId, payload, order }) => ({ opId, payload, order }))).toEqual(before)
    expect(new Set(after.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['queued 0']))
    // Signed in again: all of it leaves, each under its key.
    const again = scriptedServer(() => answered(201))
    expect(await slice(again.call)).toBe('empty')
    expect(again.requests.map(keyOf).toSorted()).toEqual(before.map(({ opId }) => opId).toSorted())
  })

  test('another person’s write is never sent in this one’s name', async () => {
    await enqueue(db, 8, 'post.like', { postId: 12, on: true }, NOW)
    const { call, requests } = scriptedServer(() => answered(200))
    expect(await slice(call)).toBe('waiting')
    expect(requests).toEqual([])
  })

  test.each(['accountId', 'lifeId'] as const)('a write of the same number but another %s is never sent', async (id) => {
    const own = { accountId: crypto.randomUUID(), lifeId: crypto.randomUUID() }
    await db.delete()
    db = new LocalDb(accountDbName({ id: 7, ...own }))
    const [mine, theirs] = [await say('mine'), await say('theirs', 78)]
    await db.outbox.update(theirs, { identity: { ...own, [id]: crypto.randomUUID() } })
    const { call, requests } = scriptedServer(() => answered(200))
    expect(await slice(call)).toBe('waiting')
    expect(requests.map(keyOf)).toEqual([mine])
    expect(requests[0]?.headers).toMatchObject({ 'sync-account': own.accountId, 'sync-life': own.lifeId })
  })
})

describe('half done', () => {
  test('killed between marking and answering: sent again under the same key', async () => {
    const opId = await say('hello')
    const { call: never } = scriptedServer(() => new Promise<HttpAnswer>(() => undefined))
    void slice(never).catch(() => undefined)
    while ((await item(opId)).state !== 'sending') await Bun.sleep(1)
    db = reopened(db)
    expect(await item(opId)).toMatchObject({ state: 'sending', everSent: true })
    const { call, requests } = scriptedServer(() => answered(201))
    expect(await slice(call)).toBe('empty')
    expect(requests.map(keyOf)).toEqual([opId])
    expect(await line()).toEqual(['acked'])
  })

  test('killed with the answer in hand: the write is still there', async () => {
    const opId = await say('hello')
    const dying = slice(
      scriptedServer(() => {
        db.close({ disableAutoOpen: true })
        return answered(201)
      }).call,
    )
    await expect(dying).rejects.toThrow()
    db = reopened(db)
    expect((await item(opId)).state).toBe('sending')
  })

  test('a left-over keeps its place before what was written after it', async () => {
    const first = await say('first')
    await db.outbox.update(first, { state: 'sending', everSent: true, attempts: 1 })
    await say('second')
    const { call, requests } = scriptedServer(() => answered(201))
    await slice(call)
    expect(requests.map(wordsOf)).toEqual(['first', 'second'])
  })
})

describe('the sender’s place is taken', () => {
  test('nothing more is sent once the lease is lost', async () => {
    for (const word of ['one', 'two', 'three']) await say(word)
    let mine = true
    const { call, requests } = scriptedServer(() => {
      mine = false
      return answered(201)
    })
    expect(await slice(call, { holdsLease: async () => mine })).toBe('lost')
    expect(requests.map(wordsOf)).toEqual(['one'])
    // The answer that came back is kept: it is true whoever is the sender now.
    expect(await line()).toEqual(['acked', 'queued', 'queued'])
  })

  test('lost before the first: nothing is marked, nothing leaves', async () => {
    await say('one')
    const { call, requests } = scriptedServer(() => answered(201))
    expect(await slice(call, { holdsLease: async () => false })).toBe('lost')
    expect(requests).toEqual([])
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', everSent: false, attempts: 0 }])
  })

  test('a slice ends after its time, so that others get their turn', async () => {
    for (const word of ['one', 'two', 'three']) await say(word)
    const { call, requests } = scriptedServer(() => {
      clock += SLICE_MS / 2 + 1
      return answered(201)
    })
    expect(await slice(call)).toBe('more')
    expect(requests.map(wordsOf)).toEqual(['one', 'two'])
    expect(await slice(call)).toBe('empty')
    expect(requests.map(wordsOf)).toEqual(['one', 'two', 'three'])
  })
})

describe('from an older build', () => {
  test('a write that makes no sense any more is shown with its content, and its lane goes on', async () => {
    const old = await say('first')
    await db.outbox.update(old, { payload: { thread: 77, text: 'written by an old build' } })
    const next = await say('second')
    const { call, requests } = scriptedServer(() => answered(201))
    expect(await slice(call)).toBe('empty')
    expect(requests.map(wordsOf)).toEqual(['second'])
    expect(await item(old)).toMatchObject({
      state: 'attention',
      payload: { thread: 77, text: 'written by an old build' },
      error: { code: 'validation' },
    })
    expect((await item(next)).state).toBe('acked')
  })

  test('a kind that this build does not know is kept too', async () => {
    const opId = await say('first')
    await db.outbox.update(opId, { kind: 'post.frame' as never })
    await say('second')
    const { call, requests } = scriptedServer(() => answered(201))
    expect(await slice(call)).toBe('empty')
    expect(requests.map(wordsOf)).toEqual(['second'])
    expect((await item(opId)).state).toBe('attention')
  })
})

describe('small writes that wait together', () => {
  const many = async (count: number) => {
    const opIds: string[] = []
    for (let postId = 1; postId <= count; postId++) opIds.push(await like(true, postId))
    return opIds
  }
  const writesOf = (request: HttpRequest) =>
    (request.body as { writes: { key: string; call: string; id: number }[] }).writes
  const answers = (statuses: number[], codes: string[] = [], retryAfterMs: number | null = null) =>
    answered(200, {
      answers: statuses.map((status, nth) => ({
        status,
        seq: 40 + nth,
        body: status < 300 ? { liked: true } : { code: codes[nth] ?? 'internal', message: 'No' },
        retryAfterMs: status < 300 ? null : retryAfterMs,
      })),
    })

  test('a thousand of them are ten requests, each write under its own key, once', async () => {
    const opIds = await many(1000)
    const { call, requests } = scriptedServer((request) => answers(writesOf(request).map(() => 200)))
    expect(await slice(call)).toBe('empty')
    expect(requests.map(({ path }) => path)).toEqual(Array(10).fill('/api/sync/push'))
    expect(requests.flatMap(writesOf).map(({ key }) => key)).toEqual(opIds)
    expect(requests[0]?.headers).toEqual({ 'sync-user': '7', 'sync-queued': '1' })
    expect(new Set(await line())).toEqual(new Set(['acked']))
    expect(await item(opIds[3] ?? '')).toMatchObject({ ackSeq: 43, everSent: true, attempts: 1 })
  })

  test('each has its own end: one refused, one for later, the others done', async () => {
    const opIds = await many(3)
    const { call } = scriptedServer(() => answers([200, 404, 503], ['', 'post_not_found']))
    const heard: string[] = []
    expect(await slice(call, { onRefused: (opId) => heard.push(opId) })).toBe('waiting')
    expect(await line()).toEqual(['acked', 'attention', 'queued'])
    expect(heard).toEqual([opIds[1] ?? ''])
    expect((await item(opIds[2] ?? '')).readyAt).toBeGreaterThan(clock)
  })

  test('a limit that the last of many meets holds all sending back', async () => {
    await many(100)
    const { call } = scriptedServer((request) => {
      const statuses = writesOf(request).map((_, nth) => (nth < 99 ? 200 : 429))
      return answers(statuses, Array(100).fill('too_many_requests'), 30_000)
    })
    expect(await slice(call)).toBe('waiting')
    expect(await line()).toEqual([...Array(99).fill('acked'), 'queued'])
    expect(await isHeldBack(db, clock + 29_000)).toBe(true)
  })

  test('a refused one does not hold up the next word about the same', async () => {
    await many(2)
    await db.outbox.toCollection().modify({ everSent: true })
    await like(false, 1)
    await like(false, 2)
    const { call, requests } = scriptedServer((request, nth) =>
      answers(writesOf(request).map(() => (nth === 1 ? 422 : 200))),
    )
    expect(await slice(call)).toBe('empty')
    expect(requests.map((request) => writesOf(request).map(({ call }) => call))).toEqual([
      ['likePost', 'likePost'],
      ['unlikePost', 'unlikePost'],
    ])
    expect(await line()).toEqual(['attention', 'attention', 'acked', 'acked'])
  })

  test('a lost answer leaves all of them to be sent again under their keys', async () => {
    const opIds = await many(2)
    expect(await slice(scriptedServer(() => UNREACHABLE).call)).toBe('unreachable')
    expect(await line()).toEqual(['queued', 'queued'])
    const { call, requests } = scriptedServer((request) => answers(writesOf(request).map(() => 200)))
    await slice(call)
    expect(requests.flatMap(writesOf).map(({ key }) => key)).toEqual(opIds)
  })

  test('the second word about a post goes after the first has been answered', async () => {
    const [first] = await many(2)
    await db.outbox.update(first ?? '', { everSent: true })
    await like(false, 1)
    const { call, requests } = scriptedServer((request) =>
      request.path === '/api/sync/push' ? answers(writesOf(request).map(() => 200)) : answered(200),
    )
    expect(await slice(call)).toBe('empty')
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/sync/push',
      'DELETE /api/inspiration/1/like',
    ])
  })

  test.each([
    ['does not know the call', refused(404, 'not_found', 'No')],
    ['will not have it', refused(422, 'validation', 'No')],
    ['answers something else', answered(200, { answers: [] })],
  ])('a server that %s is sent one after the other', async (_, answer) => {
    const opIds = await many(2)
    const { call, requests } = scriptedServer(({ path }) => (path === '/api/sync/push' ? answer : answered(200)))
    expect(await slice(call)).toBe('empty')
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/sync/push',
      '/api/inspiration/1/like',
      '/api/inspiration/2/like',
    ])
    expect(await item(opIds[0] ?? '')).toMatchObject({ state: 'acked', attempts: 1 })
  })

  test('whoever is signed out keeps all of them', async () => {
    await many(2)
    const { call, requests } = scriptedServer(() => refused(401, 'unauthenticated', 'Please sign in'))
    expect(await slice(call)).toBe('paused')
    expect([requests.length, await line(), await pausedWhy(db)]).toEqual([1, ['queued', 'queued'], 'unauthenticated'])
  })

  test('one of another build is parked with its words and stops nobody', async () => {
    const [strange] = await many(3)
    await db.outbox.update(strange ?? '', { payload: { nonsense: true } })
    const { call } = scriptedServer((request) => answers(writesOf(request).map(() => 200)))
    await slice(call)
    expect(await line()).toEqual(['attention', 'acked', 'acked'])
  })
})

describe('an edit that clashes while a later one stands behind it', () => {
  const there = { street: '1 Arch Road', city: 'Brooklyn', state: 'NY', zipCode: '11215' }
  const here = { ...there, street: '9 Lantern Lane' }
  const clash = refused(409, 'edit_conflict', 'Changed on another device too')
  const leave = (opId: string) => db.outbox.update(opId, { everSent: true, attempts: 1 })

  test('is gone where the later one says all of it', async () => {
    await leave(await enqueue(db, 7, 'address.save', { ...here, seen: { ...here, street: '412 5th Street' } }, clock))
    await enqueue(db, 7, 'address.save', { ...here, seen: there }, clock + 1)
    const told: string[] = []
    const { call } = scriptedServer(({ body }) =>
      JSON.stringify(body).includes('412 5th Street') ? clash : answered(200),
    )
    await slice(call, { onRefused: (opId) => void told.push(opId) })
    expect([told, (await db.outbox.toArray()).map(({ state }) => state)]).toEqual([[], ['acked']])
  })

  test('waits for its person where the later one says something else', async () => {
    await leave(await enqueue(db, 7, 'profile.save', { description: 'Plates', seen: { description: null } }, clock))
    await enqueue(db, 7, 'profile.save', { photo: null }, clock + 1)
    const { call } = scriptedServer(({ body }) => (JSON.stringify(body).includes('Plates') ? clash : answered(200)))
    await slice(call)
    expect((await db.outbox.orderBy('order').toArray()).map(({ state }) => state)).toEqual(['attention', 'acked'])
  })
})

describe('on a slow line', () => {
  const photos = async (count: number) => {
    for (let nth = 0; nth < count; nth++)
      await enqueue(db, 7, 'photo.upload', { blobId: await db.blobs.add(waitingPhoto()) }, clock + nth)
  }

  test('a word does not wait for photos, and photos hold up no word', async () => {
    await photos(5)
    await say('word')
    const { call, requests } = scriptedServer(({ path }) =>
      path === '/api/upload' ? UNREACHABLE : answered(201, { id: 1 }),
    )
    expect(await slice(call, { task: 'uploader' })).toBe('unreachable')
    expect(await slice(call)).toBe('empty')
    expect(requests.map(wordsOf).filter((said) => said !== '/api/upload')).toEqual(['word'])
  })

  test('two photos are under way at once, and one alone after some did not arrive in time', async () => {
    await photos(5)
    let under = 0
    const most: number[] = []
    const call = (end: HttpAnswer) => async () => {
      under += 1
      most.push(under)
      await new Promise((resolve) => setTimeout(resolve))
      under -= 1
      return end
    }
    await slice(call(UNREACHABLE), { task: 'uploader' })
    expect(Math.max(...most)).toBe(2)
    most.length = 0
    expect(await slice(call(answered(201, { url: `/uploads/${'ca'.repeat(32)}.jpg` })), { task: 'uploader' })).toBe(
      'empty',
    )
    expect(most).toEqual([1, 1, 1, 1, 1])
  })

  test('a photo that never gets through holds up no other', async () => {
    await photos(3)
    const [first] = await db.outbox.orderBy('order').toArray()
    const { call } = scriptedServer((request) =>
      keyOf(request) === first?.opId ? UNREACHABLE : answered(201, { url: `/uploads/${'ca'.repeat(32)}.jpg` }),
    )
    for (let turn = 0; turn < 3; turn++) await slice(call, { task: 'uploader' })
    expect(await line()).toEqual(['queued', 'acked', 'acked'])
  })

  test('each task takes up what its own holder left, not what the other one is sending', async () => {
    await photos(1)
    await say('word')
    await db.outbox.toCollection().modify({ state: 'sending' })
    const { call, requests } = scriptedServer(() => answered(201, { id: 1 }))
    await slice(call)
    expect(requests.map(wordsOf)).toEqual(['word'])
    expect(await line()).toEqual(['sending', 'acked'])
  })
})
