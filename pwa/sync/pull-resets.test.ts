import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Booking } from '#schema/booking'
import type { Change, PullAnswer, PullRequest } from '#schema/sync'
import { PUBLIC_SCOPES } from '#schema/sync-scopes'
import type { Base, LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { answered, EPOCH, pullPage, scriptedServer } from '../test-support/scripted-server'
import { Catalogue } from './catalogue'
import type { HttpAnswer, HttpRequest } from './http'
import { enqueue } from './outbox'
import { pullRound } from './pull'
import { noteRestored } from './restored'

const OWN = 'u:7'
let db: LocalDb
let catalogue: Catalogue
/** What the server's snapshots say at the moment. */
let posts: [number, string, { title: string }][]
let to: number
let epoch: string

beforeEach(async () => {
  db = freshDb()
  catalogue = new Catalogue(db)
  posts = [
    [3, '1', { title: 'arch' }],
    [4, '2', { title: 'balloons' }],
  ]
  to = 10
  epoch = EPOCH
  await round(scriptedServer(() => pullPage(10, [message(5, 1, 'hello')])).call)
  await catalogue.open()
})
afterEach(() => db.delete())

const message = (q: number, id: number, content: string): Change => ({
  q,
  s: OWN,
  c: 'message',
  i: String(id),
  d: { id, bookingId: 77, content },
})

const round = (call: (request: HttpRequest) => Promise<HttpAnswer>) =>
  pullRound({
    db,
    userId: 7,
    call,
    fetchSnapshot: async (scope) => {
      onScreen.push([titles(), await contents()])
      return { epoch, to, chunks: scope === 'pub:p' ? [JSON.stringify(posts)] : [] }
    },
    onFilled: () => void catalogue.refresh(),
  })

/** What a person sees at each moment at which the server is asked. */
let onScreen: [string[], string[]][] = []
const titles = () => catalogue.all('post').map(({ title }) => title)
const contents = async () => (await db.messages.orderBy('id').toArray()).map(({ content }) => content)
const asked = (request: HttpRequest | undefined) => request?.body as PullRequest
const cursors = async () => new Set((await db.scopes.toArray()).map(({ cursor }) => cursor))

/** Answers the first question with a reset, and the next ones as a server that goes on. */
function resetting(reset: PullAnswer['reset'], then: HttpAnswer, beside: Change[] = []) {
  onScreen = []
  return scriptedServer(async (_, nth) => {
    onScreen.push([titles(), await contents()])
    return nth === 1 ? pullPage(to, beside, { epoch, reset }) : then
  })
}

test('of receipts that came back with a seal, an offer that is declined already needs no second answer', async () => {
  await db.bookings.put({ id: 9, status: 'declined', _q: 4 } as Base<Booking>)
  const payload = { bookingId: 9 }
  await db.receipts.put({
    opId: 'key-1',
    kind: 'booking.decline',
    payload,
    outcome: 'sent',
    at: new Date().toISOString(),
  })
  const { call, requests } = scriptedServer(({ path }) =>
    path.endsWith('/check') ? answered(200, { missing: ['key-1'] }) : pullPage(11, []),
  )
  const checks = () => requests.filter(({ path }) => path.endsWith('/check')).length
  await round(call)
  expect([checks(), await db.receipts.count()]).toEqual([0, 1])
  await noteRestored(db)
  await round(call)
  expect(checks()).toBe(1)
  expect(await db.outbox.toArray()).toEqual([])
  expect(await db.receipts.count()).toBe(0)
})

describe('a reset', () => {
  test('of everything (another life of the database): fetched afresh, and the screen is never empty', async () => {
    posts = [
      [2, '2', { title: 'balloons' }],
      [3, '3', { title: 'cake' }],
    ]
    to = 6
    epoch = 'epoch-2'
    const { call, requests } = resetting(
      [{ s: '*', why: 'epoch' }],
      pullPage(6, [message(5, 1, 'hello'), message(6, 2, 'again')], { epoch: 'epoch-2' }),
    )
    expect((await round(call)).kind).toBe('done')
    await catalogue.refresh()
    expect(asked(requests[0])).toMatchObject({ epoch: EPOCH, scopes: { [OWN]: [10] } })
    expect(asked(requests[1])).toMatchObject({ epoch: 'epoch-2', scopes: { [OWN]: [0, null], 'pub:p': [6] } })
    for (const [shown, said] of onScreen) {
      expect(shown.length).toBeGreaterThan(0)
      expect(said).toEqual(['hello'])
    }
    expect(titles()).toEqual(['cake', 'balloons'])
    expect(await contents()).toEqual(['hello', 'again'])
    expect(await cursors()).toEqual(new Set([6]))
  })

  test('of one public scope: only that one is fetched, what is no longer there disappears', async () => {
    posts = [[4, '2', { title: 'balloons' }]]
    to = 30
    const { call, requests } = resetting([{ s: 'pub:p', why: 'floor' }], pullPage(30))
    await round(call)
    await catalogue.refresh()
    expect(titles()).toEqual(['balloons'])
    expect(asked(requests[1]).scopes).toEqual({
      ...Object.fromEntries(PUBLIC_SCOPES.map((scope) => [scope, [scope === 'pub:p' ? 30 : 10]])),
      [OWN]: [10],
    })
    expect(await cursors()).toEqual(new Set([30]))
  })

  test('of the private scope: rows stay until the fresh ones come, then ghosts are gone', async () => {
    const { call } = resetting([{ s: OWN, why: 'floor' }], pullPage(30, [message(22, 2, 'only this')]))
    await round(call)
    expect(onScreen.map(([, said]) => said)).toEqual([['hello'], ['hello']])
    expect(await contents()).toEqual(['only this'])
  })

  test('stands alone: nothing beside it in the same answer is applied', async () => {
    const { call } = resetting([{ s: 'pub:p', why: 'floor' }], pullPage(30), [message(11, 9, 'ran ahead')])
    await round(call)
    expect(await contents()).toEqual(['hello'])
  })

  test('after a reset after a reset: later, not for ever, and nothing is lost from the screen', async () => {
    const { call, requests } = scriptedServer(() => pullPage(30, [], { reset: [{ s: 'pub:p', why: 'floor' }] }))
    expect(await round(call)).toEqual({ kind: 'again' })
    expect(requests).toHaveLength(4)
    await catalogue.refresh()
    expect(titles()).toEqual(['balloons', 'arch'])
    expect(await contents()).toEqual(['hello'])
  })

  test('broken off: the rows are still on the screen after the next start, and the next round goes on', async () => {
    onScreen = []
    const broken = scriptedServer(() => pullPage(to, [], { epoch, reset: [{ s: '*', why: 'epoch' }] }))
    const end = await pullRound({
      db,
      userId: 7,
      call: broken.call,
      fetchSnapshot: async () => null,
      onFilled: () => undefined,
    })
    expect(end).toEqual({ kind: 'unreachable' })
    const next = new Catalogue(db)
    await next.open()
    expect(next.all('post')).toHaveLength(2)
    expect(await contents()).toEqual(['hello'])
    expect((await round(scriptedServer(() => pullPage(12, [message(5, 1, 'hello')])).call)).kind).toBe('done')
    expect(await cursors()).toEqual(new Set([12]))
  })
})

describe('confirmed writes after the server went back in time', () => {
  const confirmed = async () => {
    const opId = await enqueue(db, 7, 'post.like', { postId: 12, on: true }, 1_000)
    await db.outbox.update(opId, { state: 'acked', everSent: true, ackSeq: 9, ackEpoch: EPOCH })
    return opId
  }

  test('another life of the database: sent again under their keys', async () => {
    const opId = await confirmed()
    epoch = 'epoch-2'
    await round(resetting([{ s: '*', why: 'epoch' }], pullPage(10, [], { epoch: 'epoch-2' })).call)
    expect(await db.outbox.toArray()).toMatchObject([{ opId, state: 'queued', everSent: true, ackSeq: null }])
    expect(await db.receipts.count()).toBe(0)
  })

  test('the same life, but it has counted less far than this device: sent again too', async () => {
    const opId = await confirmed()
    to = 8
    await round(resetting([{ s: OWN, why: 'ahead' }], pullPage(12)).call)
    expect(await db.outbox.toArray()).toMatchObject([{ opId, state: 'queued', everSent: true, ackSeq: null }])
  })

  test('tombstones that were forgotten say nothing about writes: those are let go', async () => {
    await confirmed()
    await round(resetting([{ s: 'pub:p', why: 'floor' }], pullPage(12)).call)
    expect(await db.outbox.count()).toBe(0)
    expect(await db.receipts.count()).toBe(1)
  })
})

test('after a restore to smaller numbers an open page still hears of every change', async () => {
  await round(
    scriptedServer(() => pullPage(5_000, [{ q: 4_900, s: 'pub:p', c: 'post', i: '1', d: { title: 'late' } }])).call,
  )
  await catalogue.refresh()
  expect(titles()).toEqual(['balloons', 'late'])
  to = 40
  epoch = 'epoch-2'
  await round(resetting([{ s: '*', why: 'epoch' }], pullPage(40, [], { epoch })).call)
  await catalogue.refresh()
  const fresh = [{ q: 41, s: 'pub:p', c: 'post', i: '3', d: { title: 'cake' } }]
  await round(scriptedServer(() => pullPage(41, fresh, { epoch })).call)
  await catalogue.refresh()
  expect(titles()).toEqual(['cake', 'balloons', 'arch'])
})
