import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { CatalogueListing } from '#schema/listing'
import type { AreasAnswer } from '#schema/sync'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { answered, refused, UNREACHABLE } from '../test-support/scripted-server'
import { askAreas, emptyScope, hasOtherPlaces, refreshAreas } from './ask-areas'
import { Catalogue } from './catalogue'
import { fillScopes, keepChanged } from './fill-catalogue'
import { fullyHeld, holdsOneOf, readAreas, readLimits, readParts, scopesOf } from './held-areas'
import type { HttpAnswer, HttpRequest } from './http'
import { keepPinned } from './pinned-rows'
import { pin } from './pins'

const HOME = '862a10777ffffff'
const FAR = '862a106e7ffffff'
const ANSWER: AreasAnswer = {
  epoch: 'epoch-1',
  to: 40,
  total: 90_000,
  around: 'Park Slope',
  areas: [
    { area: HOME, listings: 12 },
    { area: FAR, listings: 0 },
  ],
}
/** The same from a server that divides people, too. */
const PEOPLED = [
  { area: HOME, listings: 12, people: 0 },
  { area: FAR, listings: 0, people: 3 },
]
const ME = { id: 7, username: 'ana', neighborhood: 'Park Slope', _q: 1 } as never

let db: LocalDb
let asked: HttpRequest[]

beforeEach(() => {
  db = freshDb()
  asked = []
})
afterEach(() => db.delete())

const server = (answer: HttpAnswer) => async (request: HttpRequest) => {
  asked.push(request)
  return answer
}
const inAreas = () => askAreas({ db, call: server(answered(200, ANSWER)) })

test('a device that was never told of areas holds all listings, and asks nobody', async () => {
  await refreshAreas({ db, call: server(answered(200, ANSWER)) })
  expect([asked, scopesOf(await readAreas(db), 'listing'), await holdsOneOf(db, ['pub:l'])]).toEqual([
    [],
    ['pub:l'],
    true,
  ])
})

test('the areas are asked for around the address and the places that were searched last, the newest first', async () => {
  await db.me.put(ME)
  for (const place of ['Harlem', 'Astoria', 'Harlem', 'Bushwick', 'Tottenville']) await pin(db, 'place', place)
  expect(await inAreas()).toBe(true)
  const { searchParams } = new URL(asked[0]?.path ?? '', 'https://trestle.example')
  expect(searchParams.get('places')).toBe('Park Slope,Tottenville,Bushwick,Harlem')
  expect(scopesOf(await readAreas(db), 'listing')).toEqual([`pub:l:${HOME}`, `pub:l:${FAR}`])
})

test('an area is held in full once its listings have come', async () => {
  const held = async () => {
    const areas = await readAreas(db)
    return areas && fullyHeld(areas)
  }
  await inAreas()
  expect(await held()).toBe('')
  await db.scopes.put({ scope: `pub:l:${HOME}`, cursor: 40 })
  expect(await held()).toBe(HOME)
})

test('no place is named while listings around it are missing', async () => {
  await inAreas()
  const named: unknown[] = []
  for (const area of ['', HOME, FAR]) {
    await db.scopes.put({ scope: `pub:l:${area}`, cursor: 40 })
    named.push((await readAreas(db))?.around)
  }
  expect(named).toEqual([null, null, 'Park Slope'])
})

test('another address or place is known as soon as it is here, and no more once the server was asked', async () => {
  const others = [await hasOtherPlaces(db)]
  await db.me.put(ME)
  await inAreas()
  others.push(await hasOtherPlaces(db))
  await db.me.put({ ...(ME as object), neighborhood: 'Harlem' } as never)
  others.push(await hasOtherPlaces(db))
  await refreshAreas({ db, call: server(answered(200, ANSWER)) })
  others.push(await hasOtherPlaces(db))
  expect(others).toEqual([false, false, true, false])
})

test('they are asked for again when there is another place, and after hours, but not between', async () => {
  await inAreas()
  const call = server(answered(200, ANSWER))
  await refreshAreas({ db, call })
  expect(asked).toHaveLength(1)
  await pin(db, 'place', 'Harlem')
  await refreshAreas({ db, call })
  await refreshAreas({ db, call })
  expect(asked).toHaveLength(2)
  await writeMeta(db, 'areas', { ...(await readAreas(db)), askedAt: Date.now() - 7 * 60 * 60_000 })
  await refreshAreas({ db, call })
  expect(asked).toHaveLength(3)
})

test.each<[string, HttpAnswer, boolean, boolean]>([
  ['nobody answers', UNREACHABLE, false, true],
  ['the answer is no list of areas', answered(200, { areas: 'all of them' }), false, true],
  ['the market is small again', answered(200, { ...ANSWER, areas: null, around: null }), true, false],
  ['an earlier build answers', refused(404, 'not_found', 'No'), true, false],
])('when %s, the areas are what they should be', async (_, answer, isAnswered, staysInAreas) => {
  await inAreas()
  expect(await askAreas({ db, call: server(answer) })).toBe(isAnswered)
  expect((await readAreas(db)) !== null).toBe(staysInAreas)
})

test('an area without listings is complete without a request while the answer is young', async () => {
  await inAreas()
  const areas = await readAreas(db)
  expect(emptyScope(areas, `pub:l:${FAR}`)).toEqual({ epoch: 'epoch-1', to: 40, chunks: [] })
  expect(emptyScope(areas, `pub:l:${HOME}`)).toBeNull()
  expect(emptyScope(areas, 'pub:p')).toBeNull()
  expect(emptyScope(areas && { ...areas, askedAt: Date.now() - 6 * 60_000 }, `pub:l:${FAR}`)).toBeNull()
  expect(emptyScope(areas, `pub:u:${FAR}`)).toBeNull()
  const peopled = areas && { ...areas, areas: PEOPLED }
  const isEmpty = (scope: string) => emptyScope(peopled, scope) !== null
  expect([`pub:l:${HOME}`, `pub:l:${FAR}`, `pub:u:${HOME}`, `pub:u:${FAR}`].map(isEmpty)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('news of other areas wake nothing', async () => {
  await inAreas()
  expect(await holdsOneOf(db, ['pub:l', 'pub:l:862a1072fffffff'])).toBe(false)
  expect(await holdsOneOf(db, ['pub:l', `pub:l:${HOME}`])).toBe(true)
  expect(await holdsOneOf(db, ['u:7', 'pub:l'])).toBe(true)
  expect(await holdsOneOf(db, ['pub:p'])).toBe(true)
  // This server divides listings alone.
  expect(await holdsOneOf(db, ['pub:u', 'pub:u:862a1072fffffff'])).toBe(true)
  await askAreas({ db, call: server(answered(200, { ...ANSWER, areas: PEOPLED })) })
  expect(await holdsOneOf(db, ['pub:u', 'pub:u:862a1072fffffff'])).toBe(false)
  expect(await holdsOneOf(db, ['pub:u', `pub:u:${FAR}`])).toBe(true)
})

const PARTS = {
  item: [{ scope: 'pub:m:favors', rows: 4 }],
  post: [
    { scope: 'pub:p:2026-12', rows: 0 },
    { scope: 'pub:p:2026-11', rows: 6 },
  ],
  stat: [
    { scope: 'pub:s:2026-12', rows: 0 },
    { scope: 'pub:s:2026-11', rows: 6 },
  ],
}
const inParts = () =>
  askAreas({ db, call: server(answered(200, { ...ANSWER, areas: null, around: null, parts: PARTS })) })

test('items and posts may be held in parts where all listings are held', async () => {
  expect(await inParts()).toBe(true)
  const held = await readParts(db)
  expect(await readAreas(db)).toBeNull()
  expect((['listing', 'person', 'item', 'post', 'stat'] as const).map((coll) => scopesOf(held, coll))).toEqual([
    ['pub:l'],
    ['pub:u'],
    ['pub:m:favors'],
    ['pub:p:2026-12', 'pub:p:2026-11'],
    ['pub:s:2026-12', 'pub:s:2026-11'],
  ])
  expect([emptyScope(held, 'pub:p:2026-12') !== null, emptyScope(held, 'pub:p:2026-11')]).toEqual([true, null])
  expect(await holdsOneOf(db, ['pub:p', 'pub:p:2025-01', 'pub:m', 'pub:m:linens'])).toBe(false)
  expect(await holdsOneOf(db, ['pub:p', 'pub:p:2026-12'])).toBe(true)
  expect(await holdsOneOf(db, ['pub:l', `pub:l:${FAR}`])).toBe(true)
})

test('marked, ordered and opened things outside of the parts are pinned, a post with its counts', async () => {
  await inParts()
  await fillScopes(db, [
    { scope: 'pub:p:2026-11', chunks: [JSON.stringify([[5, '90', { id: 90, title: 'New' }]])], cursor: 9 },
  ])
  const catalogue = new Catalogue(db)
  await catalogue.open()
  await db.marks.bulkPut(
    [
      { postId: 90, kind: 'save' as const, createdAt: '2026-11-20T10:00:00Z' },
      { postId: 3, kind: 'save' as const, createdAt: '2026-01-20T10:00:00Z' },
      { postId: 4, kind: 'save' as const, createdAt: '2026-02-20T10:00:00Z' },
      { postId: 5, kind: 'like' as const, createdAt: '2026-11-21T10:00:00Z' },
    ].map((mark) => ({ ...mark, id: `${mark.kind}/${mark.postId}`, _q: 1 })),
  )
  await db.boards.put({ key: 'b', postIds: [6], things: [{ kind: 'item', id: 8, pieces: 1 }], _q: 1 } as never)
  await db.purchases.put({ id: 1, itemId: 9, _q: 1 } as never)
  await pin(db, 'item', 7)
  await pin(db, 'post', 2)
  asked = []
  const post = (id: number) => ({
    ...{
      id,
      title: `Post ${id}`,
      likeCount: id,
      saveCount: 1,
      isLikedByCurrentUser: false,
      isSavedByCurrentUser: true,
    },
  })
  const call = async (request: HttpRequest) => {
    asked.push(request)
    const rows = [7, 8, 9].map((id) => ({ id, title: `Item ${id}` }))
    return answered(200, request.path.startsWith('/api/inspiration') ? [6, 5, 4, 3].map(post) : { items: rows })
  }
  expect(await keepPinned({ db, catalogue, call })).toBe(true)
  const idsOf = ({ path }: HttpRequest) => new URL(path, 'https://trestle.example').searchParams.get('ids')
  expect(asked.map((request) => [request.path.split('?')[0], idsOf(request)])).toEqual([
    ['/api/search/items', '7,9,8'],
    ['/api/inspiration', '2,6,4,3,5'],
  ])
  await catalogue.refresh()
  expect(catalogue.all('item').map(({ id }) => id)).toEqual([9, 8, 7])
  // One that was opened is gone.
  expect(catalogue.all('post').map(({ id }) => id)).toEqual([90, 6, 5, 4, 3])
  expect(catalogue.get('post', 4)).toEqual({ id: 4, title: 'Post 4' } as never)
  expect(catalogue.get('stat', 4)).toEqual({ id: 4, likeCount: 4, saveCount: 1 } as never)
  expect([await keepPinned({ db, catalogue, call }), asked.length]).toEqual([false, 2])
})

test('the counts of a pinned post are asked for again when its person’s own like has come or gone', async () => {
  await inParts()
  const catalogue = new Catalogue(db)
  await catalogue.open()
  await pin(db, 'post', 2)
  asked = []
  let likeCount = 5
  const call = (request: HttpRequest) => server(answered(200, [{ id: 2, likeCount, saveCount: 0 }]))(request)
  const counted = async () => {
    await keepPinned({ db, catalogue, call })
    await catalogue.refresh()
    return [asked.length, catalogue.get('stat', 2)?.likeCount]
  }
  const like = (postId: number) => ({ postId, kind: 'like' as const, createdAt: '', id: `like/${postId}`, _q: 1 })
  expect(await counted()).toEqual([1, 5])
  likeCount = 6
  await db.marks.put(like(2))
  expect([await counted(), await counted()]).toEqual([
    [2, 6],
    [2, 6],
  ])
  likeCount = 5
  await db.marks.clear()
  expect(await counted()).toEqual([3, 5])
})

test.each<['post.change' | 'post.delete', string | undefined]>([
  ['post.change', 'New words'],
  ['post.delete', undefined],
])('a pinned post is asked for again when its author’s %s has arrived', async (kind, title) => {
  await inParts()
  const catalogue = new Catalogue(db)
  await catalogue.open()
  await pin(db, 'post', 2)
  asked = []
  const shown = async (titles: string[]) => {
    const posts = titles.map((title) => ({ id: 2, title, likeCount: 0, saveCount: 0 }))
    await keepPinned({ db, catalogue, call: server(answered(200, posts)) })
    await catalogue.refresh()
    return [asked.length, catalogue.get('post', 2)?.title]
  }
  const arrived = (opId: string, postId: number) =>
    db.receipts.put({ opId, kind, payload: { postId }, outcome: 'sent', at: new Date().toISOString() })
  expect(await shown(['Old words'])).toEqual([1, 'Old words'])
  await arrived('of-another', 3)
  expect(await shown([])).toEqual([1, 'Old words'])
  await arrived('of-this', 2)
  const told = title === undefined ? [] : [title]
  expect([await shown(told), await shown([])]).toEqual([
    [2, title],
    [2, title],
  ])
})

test('the newest rows of some parts are told from rows that are all here', async () => {
  expect([await readLimits(db, 'item'), await readLimits(db, 'post')]).toEqual([null, null])
  await db.scopes.put({ scope: 'pub:m', cursor: 5, most: 300 })
  expect([...((await readLimits(db, 'item')) ?? [])]).toEqual([['item', 300]])
  await inParts()
  await db.scopes.bulkPut([
    { scope: 'pub:m:favors', cursor: 5, most: 20 },
    { scope: 'pub:m:linens', cursor: 5 },
  ])
  await db.scopes.delete('pub:m')
  expect([...((await readLimits(db, 'item')) ?? [])]).toEqual([['item:favors', 20]])
  expect(await readLimits(db, 'post')).toEqual(new Map())
})

const listing = (id: number, title: string) => ({ id, title }) as CatalogueListing

test('a listing outside of the areas that was opened, rented or put on a board is kept, and one inside is not asked for', async () => {
  await inAreas()
  await fillScopes(db, [
    { scope: `pub:l:${HOME}`, chunks: [JSON.stringify([[5, '1', listing(1, 'Near')]])], cursor: 9 },
  ])
  const catalogue = new Catalogue(db)
  await catalogue.open()
  await pin(db, 'listing', 1)
  await pin(db, 'listing', 2)
  await db.bookings.put({ id: 70, listingId: 3, _q: 1 } as never)
  await db.boards.put({
    key: 'b',
    things: [
      { kind: 'listing', id: 4, pieces: 1 },
      { kind: 'item', id: 5, pieces: 1 },
    ],
    _q: 1,
  } as never)
  const rows = [listing(4, 'On a board'), listing(3, 'Rented'), listing(2, 'Opened')]
  asked = []
  const parts = { db, catalogue, call: server(answered(200, { listings: rows, cursor: null })) }
  expect(await keepPinned(parts)).toBe(true)
  expect(asked.map(({ path }) => new URL(path, 'https://trestle.example').searchParams.get('ids'))).toEqual(['2,3,4'])
  await catalogue.refresh()
  expect(catalogue.all('listing').map(({ title }) => title)).toEqual(['On a board', 'Rented', 'Opened', 'Near'])
  expect(catalogue.packOf('listing', 2)).toBe('listing:pinned')
  // Nothing has changed: nobody is asked.
  expect([await keepPinned(parts), asked.length]).toEqual([false, 1])

  // The feed's row takes its place, and the areas of another answer leave it where it is.
  await fillScopes(
    db,
    [{ scope: `pub:l:${FAR}`, chunks: [JSON.stringify([[6, '2', listing(2, 'From the feed')]])], cursor: 9 }],
    [`listing:${FAR}`, 'listing:pinned'],
  )
  await catalogue.refresh()
  expect(catalogue.all('listing').map(({ title }) => title)).toEqual(['On a board', 'Rented', 'From the feed'])
})

test('the people of pinned rows are pinned with them, where people are divided', async () => {
  await askAreas({ db, call: server(answered(200, { ...ANSWER, areas: PEOPLED })) })
  await fillScopes(db, [
    { scope: `pub:u:${HOME}`, chunks: [JSON.stringify([[5, '11', { id: 11, username: 'near' }]])], cursor: 9 },
  ])
  const catalogue = new Catalogue(db)
  await catalogue.open()
  for (const id of [2, 3, 4]) await pin(db, 'listing', id)
  const rows = [2, 3, 4].map((id) => ({ ...listing(id, 'Opened'), userId: id === 4 ? 11 : 12 }))
  asked = []
  const call = async (request: HttpRequest) => {
    asked.push(request)
    return answered(200, request.path.startsWith('/api/users') ? [{ id: 12, username: 'far' }] : { listings: rows })
  }
  expect(await keepPinned({ db, catalogue, call })).toBe(true)
  expect(asked.map(({ path }) => path.split('&')[0])).toEqual(['/api/search?ids=4%2C3%2C2', '/api/users?ids=12'])
  await catalogue.refresh()
  expect(catalogue.all('person').map(({ username }) => username)).toEqual(['far', 'near'])
  expect([await keepPinned({ db, catalogue, call }), asked.length]).toEqual([false, 2])
})

test('a pinned listing that is gone is let go; without an answer everything stays', async () => {
  await inAreas()
  const catalogue = new Catalogue(db)
  await catalogue.open()
  await pin(db, 'listing', 2)
  await keepPinned({ db, catalogue, call: server(answered(200, { listings: [listing(2, 'Opened')], cursor: null })) })
  const anHourAgo = { ...(await readMeta<object>(db, 'pins')), askedAt: Date.now() - 2 * 60 * 60_000 }
  await writeMeta(db, 'pins', anHourAgo)
  expect(await keepPinned({ db, catalogue, call: server(UNREACHABLE) })).toBe(false)
  await catalogue.refresh()
  expect(catalogue.get('listing', 2)?.title).toBe('Opened')
  expect(await keepPinned({ db, catalogue, call: server(answered(200, { listings: [], cursor: null })) })).toBe(true)
  await catalogue.refresh()
  expect(catalogue.get('listing', 2)).toBeUndefined()
})

test('a listing that moves out of the areas of this device is kept where its person needs it', async () => {
  await inAreas()
  const near = { scope: `pub:l:${HOME}`, chunks: [JSON.stringify([[5, '1', listing(1, 'Near')]])], cursor: 9 }
  await fillScopes(db, [near])
  const catalogue = new Catalogue(db)
  await catalogue.open()
  await db.bookings.put({ id: 70, listingId: 1, _q: 1 } as never)
  await keepChanged(db, new Map([[`listing:${HOME}` as const, [[12, '1', null]]]]))
  await catalogue.refresh()
  const call = server(answered(200, { listings: [listing(1, 'Moved')], cursor: null }))
  expect(await keepPinned({ db, catalogue, call })).toBe(true)
  await catalogue.refresh()
  expect(catalogue.get('listing', 1)?.title).toBe('Moved')
  // As it is read from the disk the next time, it is the same.
  const reread = new Catalogue(db)
  await reread.open()
  expect([reread.get('listing', 1)?.title, reread.packOf('listing', 1)]).toEqual(['Moved', 'listing:pinned'])
})

test('a market that was small in between has its needed listings asked for again', async () => {
  await inAreas()
  const catalogue = new Catalogue(db)
  await catalogue.open()
  await pin(db, 'listing', 2)
  const parts = { db, catalogue, call: server(answered(200, { listings: [listing(2, 'Opened')], cursor: null })) }
  await keepPinned(parts)
  await askAreas({ db, call: server(answered(200, { ...ANSWER, areas: null, around: null })) })
  await fillScopes(db, [{ scope: 'pub:l', chunks: [], cursor: 50 }], ['listing'])
  await catalogue.refresh()
  expect(await keepPinned(parts)).toBe(false)
  await inAreas()
  await fillScopes(db, [{ scope: `pub:l:${HOME}`, chunks: [], cursor: 60 }], [`listing:${HOME}`, 'listing:pinned'])
  await catalogue.refresh()
  expect(await keepPinned(parts)).toBe(true)
  await catalogue.refresh()
  expect(catalogue.get('listing', 2)?.title).toBe('Opened')
})
