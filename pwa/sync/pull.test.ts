import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Change, PullRequest } from '#schema/sync'
import { PUBLIC_SCOPES, partScope, SYNC_SCHEMA_VERSION } from '#schema/sync-scopes'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { answered, EPOCH, pullPage, refused, scriptedServer, UNREACHABLE } from '../test-support/scripted-server'
import { Catalogue } from './catalogue'
import { fillScopes } from './fill-catalogue'
import { readAreas } from './held-areas'
import type { HttpAnswer, HttpRequest } from './http'
import { enqueue } from './outbox'
import { type PullParts, pullRound, type Snapshot } from './pull'

const ME = 7
const OWN = `u:${ME}`
let db: LocalDb

beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const emptySnapshot = async (): Promise<Snapshot | null> => ({ epoch: EPOCH, to: 10, chunks: [] })

function round(call: (request: HttpRequest) => Promise<HttpAnswer>, further: Partial<PullParts> = {}) {
  return pullRound({ db, userId: ME, call, fetchSnapshot: emptySnapshot, onFilled: () => undefined, ...further })
}

/** A device that is complete up to 10 in every scope. */
async function settledDevice() {
  await round(scriptedServer(() => pullPage(10)).call)
}

const asked = (request: HttpRequest | undefined) => request?.body as PullRequest
const cursors = async () => Object.fromEntries((await db.scopes.toArray()).map(({ scope, cursor }) => [scope, cursor]))
const everyScopeAt = (at: number) => Object.fromEntries([...PUBLIC_SCOPES, OWN].map((scope) => [scope, at]))

const message = (q: number, id: number, content = 'hello'): Change => ({
  q,
  s: OWN,
  c: 'message',
  i: String(id),
  d: { id, bookingId: 77, content },
})
const mark = (q: number, postId: number): Change => ({
  q,
  s: OWN,
  c: 'mark',
  i: `like/${postId}`,
  d: { postId, kind: 'like', createdAt: '' },
})
const stat = (q: number, id: number, likeCount: number): Change => ({
  q,
  s: 'pub:s',
  c: 'stat',
  i: String(id),
  d: { likeCount, saveCount: 0 },
})
const gone = (change: Change, q: number, x = 1): Change => ({ q, s: change.s, c: change.c, i: change.i, x })
const keptPages = () => db.meta.where('k').startsWith('round').primaryKeys()
const contents = async () => (await db.messages.orderBy('id').toArray()).map(({ content }) => content)

async function confirmedWrite(ackSeq: number, ackEpoch = EPOCH) {
  const opId = await enqueue(db, ME, 'post.like', { postId: 12, on: true }, 1_000)
  await db.outbox.update(opId, { state: 'acked', everSent: true, ackSeq, ackEpoch })
  return opId
}

describe('the first round on a device', () => {
  test('fills every public scope, then asks for all scopes together from where each one stands', async () => {
    const filled: string[] = []
    const { call, requests, sights } = scriptedServer(() => pullPage(12, [message(11, 1)]))
    const end = await round(call, {
      fetchSnapshot: async (scope) => {
        filled.push(scope)
        return { epoch: EPOCH, to: 10, chunks: [] }
      },
    })
    expect(filled).toEqual([...PUBLIC_SCOPES])
    const pull = { method: 'POST', path: '/api/sync/pull', headers: { 'sync-user': '7' } }
    expect(sights).toMatchObject([{ ...pull, body: { scopes: { [OWN]: [0, null] }, newest: true } }])
    expect(requests).toMatchObject([
      {
        ...pull,
        body: {
          epoch: EPOCH,
          scopes: { ...Object.fromEntries(PUBLIC_SCOPES.map((scope) => [scope, [10]])), [OWN]: [0, null] },
          limit: 2000,
        },
      },
    ])
    expect(end).toMatchObject({ kind: 'done', to: 12, changed: true })
    expect(await contents()).toEqual(['hello'])
    expect(await cursors()).toEqual(everyScopeAt(12))
    expect(await readMeta<string>(db, 'epoch')).toBe(EPOCH)
  })

  test('offers and messages do not wait for the catalogue; marks, cursors and confirmed writes do', async () => {
    const confirmed = await confirmedWrite(11)
    const catalogue = Promise.withResolvers<Snapshot>()
    const { call, requests } = scriptedServer(
      () => pullPage(15, [message(14, 1, 'hello again'), mark(12, 5)]),
      () => pullPage(12, [message(11, 1), mark(12, 5), message(12, 9, 'taken back')]),
    )
    const end = round(call, { fetchSnapshot: () => catalogue.promise })
    while ((await contents()).length === 0) await Bun.sleep(1)
    expect(await contents()).toEqual(['hello', 'taken back'])
    expect(await db.marks.count()).toBe(0)
    expect(await cursors()).toEqual({})
    catalogue.resolve({ epoch: EPOCH, to: 10, chunks: [] })
    expect(await end).toMatchObject({ kind: 'done', to: 15, changed: true })
    expect(asked(requests[0]).scopes[OWN]).toEqual([0, null])
    expect(await contents()).toEqual(['hello again'])
    expect(await db.marks.count()).toBe(1)
    expect(await cursors()).toEqual(everyScopeAt(15))
    expect(await db.outbox.get(confirmed)).toBeUndefined()
  })

  test('a first sight that comes after another page has pulled everything is thrown away', async () => {
    const { call } = scriptedServer(
      () => pullPage(30),
      async () => {
        await settledDevice()
        return pullPage(9, [message(9, 1, 'risen from the dead')])
      },
    )
    await round(call)
    expect(await contents()).toEqual([])
  })

  test('a visitor has no scope of their own and claims no name', async () => {
    const { call, requests } = scriptedServer(() => pullPage(12))
    await round(call, { userId: null })
    expect(Object.keys(asked(requests[0]).scopes).toSorted()).toEqual([...PUBLIC_SCOPES].toSorted())
    expect(requests[0]?.headers).toBeUndefined()
  })

  test('screens hear of each collection as soon as it is there', async () => {
    const states: string[][] = []
    const parts = { onFilled: () => void db.scopes.toArray().then((all) => states.push(all.map((s) => s.scope))) }
    await round(scriptedServer(() => pullPage(10)).call, parts)
    expect(states).toHaveLength(PUBLIC_SCOPES.length)
  })

  test('broken off while filling: the next one goes on with what is missing', async () => {
    let snapshots = 0
    const failing = async () => (++snapshots > 2 ? null : { epoch: EPOCH, to: 10, chunks: [] })
    const { call } = scriptedServer(() => pullPage(12))
    expect(await round(call, { fetchSnapshot: failing })).toEqual({ kind: 'unreachable' })
    expect(Object.keys(await cursors()).toSorted()).toEqual(PUBLIC_SCOPES.slice(0, 2).toSorted())
    const rest: string[] = []
    await round(call, {
      fetchSnapshot: async (scope) => {
        rest.push(scope)
        return { epoch: EPOCH, to: 12, chunks: [] }
      },
    })
    expect(rest).toEqual([...PUBLIC_SCOPES].slice(2))
    expect(await cursors()).toEqual(everyScopeAt(12))
  })

  test('the database was restored between two snapshots: everything is fetched again', async () => {
    let snapshots = 0
    const { call, requests } = scriptedServer((request) =>
      asked(request).epoch === 'epoch-2'
        ? pullPage(20, [], { epoch: 'epoch-2' })
        : pullPage(20, [], { epoch: 'epoch-2', reset: [{ s: '*', why: 'epoch' }] }),
    )
    const end = await round(call, {
      fetchSnapshot: async () => ({ epoch: ++snapshots < 3 ? EPOCH : 'epoch-2', to: 10, chunks: [] }),
    })
    expect(end.kind).toBe('done')
    expect(requests.filter((request) => Object.keys(asked(request).scopes).length > 1)).toHaveLength(2)
    expect(snapshots).toBe(2 * PUBLIC_SCOPES.length)
    expect(await readMeta<string>(db, 'epoch')).toBe('epoch-2')
  })
})

describe('a part that was without rows a moment ago is fetched', () => {
  const area = '862a1072fffffff'
  const scope = partScope('listing', area)
  beforeEach(async () => {
    const areas = { epoch: EPOCH, to: 10, total: 40_000, around: null, places: '', parts: {} }
    await writeMeta(db, 'areas', { ...areas, areas: [{ area, listings: 0 }], askedAt: Date.now() })
    await settledDevice()
  })

  test.each([
    ['the database was restored', 'epoch-2', { s: '*', why: 'epoch' }],
    ['the server has lost a piece of its numbers', EPOCH, { s: scope, why: 'ahead' }],
  ] as const)('when %s', async (_, epoch, reset) => {
    const row = JSON.stringify([[5, '5', { title: 'Lantern' }]])
    const { call, requests } = scriptedServer((request, nth) => {
      if (!request.path.includes('pull')) return UNREACHABLE
      return nth === 1 ? pullPage(6, [], { epoch, reset: [reset] }) : pullPage(6, [], { epoch })
    })
    const fetchSnapshot = async (asked: string) => ({ epoch, to: 6, chunks: asked === scope ? [row] : [] })
    expect(await round(call, { fetchSnapshot })).toMatchObject({ kind: 'done', to: 6 })
    expect(requests.filter(({ path }) => path.includes('pull'))).toHaveLength(2)
    expect((await db.chunks.toArray()).map(({ text }) => text)).toEqual([row])
  })
})

describe('a round of several pages', () => {
  beforeEach(settledDevice)

  test('each page is asked from where the last one ended, and all of it lands at once', async () => {
    const onDisk: unknown[] = []
    const { call, requests } = scriptedServer(async (_, nth) => {
      onDisk.push(await contents(), (await cursors())[OWN])
      return nth === 1
        ? pullPage(20, [message(11, 1, 'one'), stat(20, 12, 1)], { more: true })
        : pullPage(33, [message(21, 2, 'two')])
    })
    expect(await round(call)).toMatchObject({ kind: 'done', to: 33, changed: true })
    expect(requests.map((request) => asked(request).scopes)).toEqual(
      [10, 20].map((at) => Object.fromEntries([...PUBLIC_SCOPES, OWN].map((scope) => [scope, [at]]))),
    )
    expect(onDisk).toEqual([[], 10, [], 10])
    expect(await contents()).toEqual(['one', 'two'])
    // One common cut: no scope is ahead of another.
    expect(await cursors()).toEqual(everyScopeAt(33))
  })

  test('while much is still to come, the newest messages are shown; a heart without its count is not', async () => {
    const onDisk: unknown[] = []
    const { call, sights } = scriptedServer(
      async (_, nth) => {
        onDisk.push(await contents(), await db.marks.count(), (await cursors())[OWN])
        return nth < 3
          ? pullPage(20 + nth, [message(20 + nth, nth, `page ${nth}`)], { more: true })
          : pullPage(40, [message(39, 9, 'newest'), mark(38, 5)])
      },
      () => pullPage(40, [message(39, 9, 'newest'), mark(38, 5)]),
    )
    await round(call)
    expect(onDisk).toEqual([[], 0, 10, ['newest'], 0, 10, ['newest'], 0, 10])
    expect([await contents(), await db.marks.count(), sights.length]).toEqual([['page 1', 'page 2', 'newest'], 1, 1])
  })

  test('that breaks off goes on behind its last page, also after a restart, and lands at once', async () => {
    const pages = (nth: number) =>
      nth < 4 ? pullPage(20 + nth, [message(20 + nth, nth)], { more: true }) : pullPage(33, [message(33, 4)])
    const first = scriptedServer((_, nth) => (nth < 3 ? pages(nth) : UNREACHABLE))
    expect((await round(first.call)).kind).toBe('unreachable')
    expect(await contents()).toEqual([])
    db.close()
    await db.open()
    const second = scriptedServer((_, nth) => pages(nth + 2))
    expect(await round(second.call)).toMatchObject({ kind: 'done', to: 33, changed: true })
    expect(second.requests.map((request) => asked(request).scopes[OWN])).toEqual([[22], [23]])
    expect(asked(second.requests[0]).mark).toBe('mark-22')
    expect(await contents()).toEqual(['hello', 'hello', 'hello', 'hello'])
    expect(await cursors()).toEqual(everyScopeAt(33))
    expect(await keptPages()).toEqual([])
  })

  test.each([
    [
      'another page has pulled meanwhile',
      () => round(scriptedServer(() => pullPage(21, [message(21, 1, 'new')])).call),
    ],
    ['a scope was fetched afresh', () => db.scopes.update('pub:l', { cursor: 15 })],
    [
      'the disk is of another build',
      () =>
        db.meta
          .where('k')
          .equals('round')
          .modify({ 'v.verno': 1 } as never),
    ],
    ['a page is missing', () => db.meta.delete('round/000001')],
  ])('begins anew when %s', async (_, happens) => {
    const first = scriptedServer((_, nth) =>
      nth < 3 ? pullPage(20 + nth, [message(20 + nth, 1, 'old')], { more: true }) : UNREACHABLE,
    )
    await round(first.call)
    await happens()
    const before = (await cursors())[OWN] ?? 0
    const second = scriptedServer(() => pullPage(40, [message(39, 1, 'newest')]))
    await round(second.call)
    expect(asked(second.requests[0]).scopes[OWN]).toEqual([before])
    expect([await contents(), await keptPages()]).toEqual([['newest'], []])
  })

  test('of a server that was restored meanwhile is thrown away', async () => {
    const first = scriptedServer((_, nth) =>
      nth < 3 ? pullPage(20 + nth, [message(20 + nth, 1, 'lost')], { more: true }) : UNREACHABLE,
    )
    await round(first.call)
    const epoch = 'epoch-2'
    const second = scriptedServer((request) =>
      asked(request).epoch === epoch
        ? pullPage(9, [message(9, 2, 'new life')], { epoch })
        : pullPage(9, [], { epoch, reset: [{ s: '*', why: 'epoch' }] }),
    )
    await round(second.call, { fetchSnapshot: async () => ({ epoch, to: 9, chunks: [] }) })
    expect([await contents(), await keptPages()]).toEqual([['new life'], []])
  })

  test('from a server that always has more: the engine has its turns, and the pages are not asked for twice', async () => {
    const { call, requests } = scriptedServer((_, nth) => pullPage(10 + nth, [], { more: true }))
    expect(await round(call)).toEqual({ kind: 'more' })
    expect(requests).toHaveLength(200)
    const next = scriptedServer(() => pullPage(300, [message(299, 1)]))
    expect(await round(next.call)).toMatchObject({ kind: 'done', to: 300 })
    expect(asked(next.requests[0]).scopes[OWN]).toEqual([210])
    const stuck = scriptedServer(() => pullPage(310, [], { more: true }))
    expect(await round(stuck.call)).toEqual({ kind: 'unreachable' })
    expect(stuck.requests).toHaveLength(2)
  })

  test('a row that comes on one page and has gone by the next one is gone', async () => {
    const { call } = scriptedServer((_, nth) => {
      const { d: _row, ...gone } = message(25, 1)
      return nth === 1
        ? pullPage(20, [message(11, 1, 'one'), message(12, 2, 'two')], { more: true })
        : pullPage(33, [{ ...gone, x: 1 }])
    })
    await round(call)
    expect(await contents()).toEqual(['two'])
  })

  test('a scope that is being filled carries the number at which that began on every page', async () => {
    await db.scopes.delete(OWN)
    const { call, requests } = scriptedServer((_, nth) =>
      nth < 3
        ? pullPage(nth, [message(nth, nth)], { more: true, scopes: { [OWN]: { from: 39 + nth } } })
        : pullPage(44, [message(43, 3)]),
    )
    await round(call)
    expect(requests.map((request) => asked(request).scopes[OWN])).toEqual([
      [0, null],
      [1, 40],
      [2, 40],
    ])
    // The public scopes have come further than the pages of the filling: they must not be asked for again.
    expect(requests.map((request) => asked(request).scopes['pub:l'])).toEqual([[10], [10], [10]])
    expect(await cursors()).toEqual(everyScopeAt(44))
  })

  test('a filling whose kept pages are too old to go on with begins anew', async () => {
    await db.scopes.delete(OWN)
    const first = pullPage(5, [message(5, 1, 'old')], { more: true, scopes: { [OWN]: { from: 40 } } })
    await round(scriptedServer((_, nth) => (nth === 1 ? first : UNREACHABLE)).call)
    const { call, requests } = scriptedServer((request) =>
      asked(request).scopes[OWN]?.[1]
        ? pullPage(90, [], { reset: [{ s: OWN, why: 'floor' }] })
        : pullPage(90, [message(80, 2, 'new')]),
    )
    expect(await round(call)).toMatchObject({ kind: 'done', to: 90 })
    expect(requests.map((request) => asked(request).scopes[OWN])).toEqual([
      [5, 40],
      [0, null],
    ])
    expect([await contents(), await keptPages()]).toEqual([['new'], []])
  })

  test.each([
    ['nobody answers', UNREACHABLE],
    ['the server fails', refused(500, 'internal', 'Broken')],
    ['the server is busy', refused(503, 'busy', 'Busy', 2_000)],
  ])('broken off because %s: nothing of it is applied', async (_, second) => {
    const { call } = scriptedServer((_, nth) => (nth === 1 ? pullPage(20, [message(11, 1)], { more: true }) : second))
    const confirmed = await confirmedWrite(15)
    expect(await round(call)).toEqual({ kind: 'unreachable' })
    expect(await contents()).toEqual([])
    expect(await cursors()).toEqual(everyScopeAt(10))
    expect((await db.outbox.get(confirmed))?.state).toBe('acked')
  })

  test('the database was restored between two pages: nothing of either life is mixed with the other', async () => {
    const { call, requests } = scriptedServer((request, nth) => {
      if (nth === 1) return pullPage(20, [message(11, 1, 'old life')], { more: true })
      if (nth === 2) return pullPage(9, [message(9, 1, 'new life')], { epoch: 'epoch-2' })
      return pullPage(9, [message(9, 1, 'new life')], { epoch: asked(request).epoch ?? '' })
    })
    const snapshot = { epoch: 'epoch-2', to: 9, chunks: [] }
    await round(call, { fetchSnapshot: async () => snapshot })
    expect(asked(requests[2])).toMatchObject({ epoch: 'epoch-2', scopes: { [OWN]: [0, null], 'pub:l': [9] } })
    expect(await contents()).toEqual(['new life'])
    expect(await cursors()).toEqual(everyScopeAt(9))
  })

  test('a failing disk undoes the whole round', async () => {
    const fail = () => {
      throw new Error('disk full')
    }
    db.marks.hook('creating', fail)
    const { call } = scriptedServer(() => pullPage(20, [message(11, 1), stat(12, 12, 1), mark(13, 12)]))
    await expect(round(call)).rejects.toThrow()
    db.marks.hook('creating').unsubscribe(fail)
    expect(await contents()).toEqual([])
    expect(await db.changed.count()).toBe(0)
    expect(await cursors()).toEqual(everyScopeAt(10))
    await round(call)
    expect(await contents()).toEqual(['hello'])
    expect(await db.marks.toCollection().primaryKeys()).toEqual(['like/12'])
  })
})

describe('what a round changes', () => {
  beforeEach(settledDevice)

  test('twice the same: the same', async () => {
    const { call } = scriptedServer(() => pullPage(20, [message(11, 1), mark(12, 12), stat(13, 12, 1)]))
    await round(call)
    const held = async () => {
      const catalogue = new Catalogue(db)
      await catalogue.open()
      return [await db.messages.toArray(), await db.marks.toArray(), catalogue.all('stat'), catalogue.digest('pub:s')]
    }
    const before = await held()
    await db.scopes.toCollection().modify({ cursor: 10 })
    await round(call)
    expect(await held()).toEqual(before)
  })

  test('rows appear, change, are deleted and leave the scope', async () => {
    const { call } = scriptedServer((_, nth) =>
      nth === 1
        ? pullPage(20, [message(11, 1, 'a'), message(12, 2, 'b'), message(13, 3, 'c'), mark(14, 12), mark(15, 13)])
        : pullPage(30, [
            message(21, 1, 'A'),
            gone(message(0, 2), 22),
            gone(message(0, 3), 23, 2),
            gone(mark(0, 12), 24),
          ]),
    )
    await round(call)
    await round(call)
    expect(await db.messages.toArray()).toEqual([{ id: 1, bookingId: 77, content: 'A', _q: 21 } as never])
    expect(await db.marks.toCollection().primaryKeys()).toEqual(['like/13'])
  })

  test('a tombstone of something never held is no trouble', async () => {
    const { call } = scriptedServer(() =>
      pullPage(20, [gone(message(0, 9), 11), gone(mark(0, 9), 12), gone(stat(0, 9, 0), 13)]),
    )
    expect((await round(call)).kind).toBe('done')
    expect(await db.changed.toArray()).toMatchObject([{ coll: 'stat', text: '[[13,"9",null]]' }])
  })

  test('a collection that this build does not know is passed over', async () => {
    const { call } = scriptedServer(() => pullPage(20, [{ q: 11, s: OWN, c: 'parcel', i: '1', d: {} }, message(12, 1)]))
    expect((await round(call)).kind).toBe('done')
    expect(await contents()).toEqual(['hello'])
  })

  test('hundreds of rows arrive complete', async () => {
    const rows = Array.from({ length: 730 }, (_, nth) => message(11 + nth, nth + 1, `message ${nth}`))
    await round(scriptedServer(() => pullPage(1_000, rows)).call)
    expect(await contents()).toEqual(rows.map((row) => (row.d as { content: string }).content))
  })

  test('nothing new is nothing changed', async () => {
    expect(await round(scriptedServer(() => pullPage(40)).call)).toMatchObject({ kind: 'done', to: 40, changed: false })
    expect(await cursors()).toEqual(everyScopeAt(40))
  })

  test('a whole private scope removes what is not in it', async () => {
    await round(
      scriptedServer(() => pullPage(20, [message(11, 1, 'ghost'), mark(12, 5), message(13, 2, 'stays')])).call,
    )
    await db.scopes.delete(OWN)
    await round(scriptedServer(() => pullPage(30, [message(13, 2, 'stays'), message(25, 3, 'new')])).call)
    expect(await contents()).toEqual(['stays', 'new'])
    expect(await db.marks.count()).toBe(0)
  })
})

describe('late: an answer to an outdated question', () => {
  beforeEach(settledDevice)

  test('says nothing of scopes that are gone meanwhile, cleared by the browser or forgotten by another page: they are fetched afresh', async () => {
    const fetched: string[] = []
    const { call } = scriptedServer(async (_, nth) => {
      if (nth === 1) await db.scopes.clear()
      return pullPage(20)
    })
    const fetchSnapshot = async (scope: string) => {
      fetched.push(scope)
      return { epoch: EPOCH, to: 15, chunks: [] }
    }
    expect(await round(call, { fetchSnapshot })).toMatchObject({ kind: 'done', to: 20, changed: true })
    expect(fetched).toEqual([...PUBLIC_SCOPES])
    expect(await cursors()).toEqual(everyScopeAt(20))
  })

  test('is thrown away when another page has pulled meanwhile, and the question is asked anew', async () => {
    const { call, requests } = scriptedServer(async (_, nth) => {
      if (nth > 1) return pullPage(30)
      // Another page learns that message 1 is gone while this answer, which still has it, is on its way.
      await round(scriptedServer(() => pullPage(30, [gone(message(0, 1), 25)])).call)
      return pullPage(20, [message(11, 1, 'risen from the dead')])
    })
    await round(call)
    expect(requests.map((request) => asked(request).scopes[OWN])).toEqual([[10], [30]])
    expect(await contents()).toEqual([])
    expect(await cursors()).toEqual(everyScopeAt(30))
  })

  test('a scope that has grown far beyond what a device holds is fetched afresh once, its newest rows alone', async () => {
    const rowsFrom = (first: number, count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, nth) => [first + nth, String(first + nth), { title: 'Post' }]))
    await fillScopes(db, [{ scope: 'pub:p', chunks: [rowsFrom(1, 256), rowsFrom(257, 256)], cursor: 10 }])
    const large = (most: number) => ({ scopes: { 'pub:p': { from: null, most } } })
    const fetched: string[] = []
    const fetchSnapshot = async (scope: string) => {
      fetched.push(scope)
      return { epoch: EPOCH, to: 20, chunks: [rowsFrom(257, 256)] }
    }
    // A little more than the server wants is let be.
    expect(await round(scriptedServer(() => pullPage(20, [], large(450))).call, { fetchSnapshot })).toMatchObject({
      kind: 'done',
    })
    expect((await db.scopes.toArray()).filter(({ most }) => most !== undefined)).toMatchObject([
      { scope: 'pub:p', most: 450 },
    ])
    const { call } = scriptedServer(() => pullPage(20, [], large(256)))
    expect(await round(call, { fetchSnapshot })).toEqual({ kind: 'more' })
    expect(await round(call, { fetchSnapshot })).toMatchObject({ kind: 'done', to: 20 })
    expect([fetched, await db.chunks.where('[coll+n]').between(['post', 0], ['post', 99]).count()]).toEqual([
      ['pub:p'],
      1,
    ])
  })

  test('an area that has outgrown the device is asked for again: its newest listings are a part of it', async () => {
    const area = '862a1072fffffff'
    const areas = { epoch: EPOCH, to: 10, total: 40_000, around: null, areas: [{ area, listings: 256 }], places: '' }
    await writeMeta(db, 'areas', { ...areas, askedAt: Date.now() })
    const rows = Array.from({ length: 256 }, (_, nth) => [nth + 1, String(nth + 1), { title: 'Lantern' }])
    const scope = partScope('listing', area)
    await fillScopes(db, [{ scope, chunks: [rows, rows].map((some) => JSON.stringify(some)), cursor: 10 }])
    const { call } = scriptedServer(() => pullPage(20, [], { scopes: { [scope]: { from: null, most: 256 } } }))
    expect(await round(call)).toEqual({ kind: 'more' })
    expect(await readAreas(db)).toMatchObject({ askedAt: 0 })
  })

  test('two rounds at once leave what one of them would have left', async () => {
    const rows = [message(11, 1), mark(12, 12), stat(13, 12, 1)]
    const { call } = scriptedServer((request) =>
      (asked(request).scopes[OWN]?.[0] ?? 0) < 20 ? pullPage(20, rows) : pullPage(20),
    )
    const ends = await Promise.all([round(call), round(call)])
    expect(ends.map(({ kind }) => kind)).toEqual(['done', 'done'])
    expect(await contents()).toEqual(['hello'])
    expect(await db.changed.count()).toBe(1)
    expect(await cursors()).toEqual(everyScopeAt(20))
  })
})

describe('confirmed writes', () => {
  beforeEach(settledDevice)

  test('are let go only after a complete round has come as far as they', async () => {
    const near = await confirmedWrite(20)
    let far = ''
    const { call } = scriptedServer(async () => {
      // Confirmed while the answer was on its way: this round cannot have brought it.
      far = await confirmedWrite(21)
      return pullPage(20)
    })
    await round(call)
    expect(await db.outbox.toArray()).toMatchObject([{ opId: far, state: 'acked' }])
    expect(await db.receipts.toCollection().primaryKeys()).toEqual([near])
  })

  test('that the server has not even counted to since were lost with a part of its database: sent again', async () => {
    const lost = await confirmedWrite(21)
    await round(scriptedServer(() => pullPage(20)).call)
    expect(await db.outbox.toArray()).toMatchObject([{ opId: lost, state: 'queued', everSent: true, ackSeq: null }])
  })

  test('stay while nobody is signed in: their effect does not come without the private scope', async () => {
    const opId = await confirmedWrite(15)
    const { call, requests } = scriptedServer(() => pullPage(20, [], { gone: [OWN] }))
    expect((await round(call, { userId: null })).kind).toBe('done')
    expect((await db.outbox.get(opId))?.state).toBe('acked')
    // Signed in again: the private scope comes whole, and with it the effect.
    const back = scriptedServer(() => pullPage(21, [mark(15, 12)]))
    await round(back.call)
    expect(requests).toHaveLength(1)
    expect(asked(back.requests[0]).scopes[OWN]).toEqual([0, null])
    expect(await db.outbox.count()).toBe(0)
    expect(await db.marks.toCollection().primaryKeys()).toEqual(['like/12'])
  })
})

describe('the session has ended', () => {
  beforeEach(settledDevice)

  test.each([
    ['the private scope is gone', pullPage(20, [stat(11, 12, 1)], { gone: [OWN] })],
    ['somebody else is signed in', refused(409, 'wrong_user', 'Someone else is signed in')],
  ])('%s: nothing is applied, nothing is wiped', async (_, answer) => {
    await round(scriptedServer(() => pullPage(12, [message(11, 1, 'mine')])).call)
    expect(await round(scriptedServer(() => answer).call)).toEqual({ kind: 'signed-out' })
    expect(await contents()).toEqual(['mine'])
    expect(await cursors()).toEqual(everyScopeAt(12))
  })
})

test('a server that finds this build too old: nothing is applied, nothing is wiped', async () => {
  await settledDevice()
  await round(scriptedServer(() => pullPage(12, [message(11, 1, 'mine')])).call)
  const answer = refused(426, 'client_too_old', 'Please update Trestle to continue.')
  expect(await round(scriptedServer(() => answer).call)).toEqual({ kind: 'too-old' })
  expect(await contents()).toEqual(['mine'])
  expect(await cursors()).toEqual(everyScopeAt(12))
})

describe('from an older build', () => {
  test('rows of another shape are all fetched again, and stay on the screen until then', async () => {
    await settledDevice()
    await round(scriptedServer(() => pullPage(12, [message(11, 1, 'old shape')])).call)
    await writeMeta(db, 'schema', SYNC_SCHEMA_VERSION - 1)
    const seen: string[][] = []
    const { call } = scriptedServer(async (request) => {
      seen.push(await contents())
      expect(asked(request).scopes[OWN]).toEqual([0, null])
      return pullPage(20, [message(11, 1, 'new shape')])
    })
    expect(await round(call)).toMatchObject({ kind: 'done', to: 20, changed: true })
    expect(seen).toEqual([['old shape']])
    expect(await contents()).toEqual(['new shape'])
    // Once is enough.
    const next = scriptedServer(() => pullPage(20))
    await round(next.call)
    expect(asked(next.requests[0]).scopes[OWN]).toEqual([20])
  })
})

test('an answer that is no pull at all leaves everything as it was', async () => {
  await settledDevice()
  const end = round(scriptedServer(() => answered(200, null)).call)
  await end.catch(() => undefined)
  expect(await cursors()).toEqual(everyScopeAt(10))
})
