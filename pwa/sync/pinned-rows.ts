import type { PostView } from '#schema/inspiration'
import { routes } from '#schema/routes'
import type { SnapshotRow } from '#schema/sync'
import type { PublicCollection } from '#schema/sync-scopes'
import { type LocalDb, type ReceiptRow, readMeta, writeMeta } from '../disk/local-db'
import { type Catalogue, GENERATION } from './catalogue'
import { type HeldParts, partsOf, readParts } from './held-areas'
import type { HttpAnswer, HttpRequest } from './http'
import { pinnedPack } from './packs'
import { pinned } from './pins'

/** So many numbers the server looks up for one question. */
const ASKED_MOST = 100
const ASK_AGAIN_MS = 60 * 60_000
/** Of a long history the newest deals are looked at: each round of news does. */
const LOOKED_AT = 300

interface Pins {
  /** With the person's own writes about them, where there are any. */
  ids: string
  askedAt: number
}

type PinnedKind = 'listing' | 'item' | 'post' | 'person'
type Row = { id: number; userId?: number }
type PinnedRows = Partial<Record<PublicCollection, Row[]>>

interface Pinning {
  /** The name under which the pinned ids are kept. */
  pins: string
  most: number
  route: { method: string; path: string }
  /** The list in the server's answer. */
  listIn(json: unknown): Row[]
  /** The rows of that list, if they are not those of one collection. */
  rowsOf?(list: Row[]): PinnedRows
  /** The numbers of the rows that the person needs, the most important first. */
  needed(db: LocalDb): Promise<number[]>
  /** The person's own writes about rows: with each the server has other rows. */
  writesAbout?(db: LocalDb, ids: readonly number[]): Promise<string[]>
}

const PINNINGS: Record<PinnedKind, Pinning> = {
  listing: {
    ...{ pins: 'pins', most: 100, route: routes.searchListings },
    listIn: (json) => (json as { listings: Row[] }).listings,
    needed: async (db) => {
      const bookings = await db.bookings.orderBy('id').reverse().limit(LOOKED_AT).toArray()
      return [
        ...(await opened(db, 'listing')),
        ...bookings.map(({ listingId }) => listingId),
        ...(await onBoards(db, 'listing')),
      ]
    },
  },
  item: {
    ...{ pins: 'pinsItems', most: 100, route: routes.searchItems },
    listIn: (json) => (json as { items: Row[] }).items,
    needed: async (db) => {
      const purchases = await db.purchases.orderBy('id').reverse().limit(LOOKED_AT).toArray()
      return [...(await opened(db, 'item')), ...purchases.map(({ itemId }) => itemId), ...(await onBoards(db, 'item'))]
    },
  },
  post: {
    ...{ pins: 'pinsPosts', most: 300, route: routes.listPosts },
    listIn: (json) => json as Row[],
    rowsOf: (list) => splitPosts(list as PostView[]),
    needed: async (db) => {
      const marks = (await db.marks.toArray()).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      const marked = (kind: 'like' | 'save') => marks.flatMap((mark) => (mark.kind === kind ? [mark.postId] : []))
      const boards = (await db.boards.toArray()).flatMap(({ postIds }) => postIds)
      return [...(await opened(db, 'post')), ...boards, ...marked('save'), ...marked('like')]
    },
    writesAbout: async (db, ids) => {
      const [marks, receipts] = await Promise.all([db.marks.toArray(), db.receipts.toArray()])
      return [
        ...marks.flatMap(({ id, postId }) => (ids.includes(postId) ? [id] : [])),
        ...receipts.flatMap((receipt) => (ids.includes(ownPostIn(receipt)) ? [receipt.opId] : [])),
      ]
    },
  },
  // Comes last: these are the people of the rows that the others have pinned.
  person: {
    ...{ pins: 'pinsPeople', most: 300, route: routes.findUsers },
    listIn: (json) => json as Row[],
    needed: async (db) => {
      const packs = (['listing', 'item', 'post'] as const).map((kind) => [pinnedPack(kind), 0] as [string, number])
      const chunks = (await db.chunks.bulkGet(packs)).flatMap((chunk) => chunk?.text ?? [])
      const rows = chunks.flatMap((text) => JSON.parse(text) as SnapshotRow<Row>[])
      return rows.flatMap(([, , row]) => row?.userId ?? [])
    },
  },
}

async function opened(db: LocalDb, kind: 'listing' | 'item' | 'post'): Promise<number[]> {
  return (await pinned(db, kind)).map(Number)
}

/** The number of the post that its author has changed or deleted; 0 of another write. */
function ownPostIn({ kind, payload }: ReceiptRow): number {
  const isOwn = kind === 'post.change' || kind === 'post.delete'
  return isOwn ? ((payload as { postId: number | null }).postId ?? 0) : 0
}

/** A post and its counts are rows of their own. */
function splitPosts(views: PostView[]): PinnedRows {
  const both = views.map(({ likeCount, saveCount, isLikedByCurrentUser, isSavedByCurrentUser, ...post }) => ({
    post,
    stat: { id: post.id, likeCount, saveCount },
  }))
  return { post: both.map(({ post }) => post), stat: both.map(({ stat }) => stat) }
}

async function onBoards(db: LocalDb, wanted: 'listing' | 'item'): Promise<number[]> {
  const things = (await db.boards.toArray()).flatMap((board) => board.things ?? [])
  return things.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
}

interface PinParts {
  db: LocalDb
  catalogue: Catalogue
  call(request: HttpRequest): Promise<HttpAnswer>
}

/**
 * Keeps the listings, items and posts outside of this device's parts that were opened lately, are rented, ordered, marked or lie on a
 * board, with their people; asks for them when there are others, when the person's own writes about them are others, and every hour. Of a
 * collection that is held as a whole nothing is pinned.
 * @returns whether they are other ones now
 */
export async function keepPinned(parts: PinParts): Promise<boolean> {
  const held = await readParts(parts.db)
  let isChanged = false
  for (const kind of Object.keys(PINNINGS) as PinnedKind[]) isChanged = (await keepKind(parts, held, kind)) || isChanged
  return isChanged
}

async function keepKind({ db, catalogue, call }: PinParts, divided: HeldParts | null, kind: PinnedKind) {
  const pinning = PINNINGS[kind]
  const held = await readMeta<Pins>(db, pinning.pins)
  if (!partsOf(divided, kind)) return false
  const own = pinnedPack(kind)
  const wanted = [...new Set(await pinning.needed(db))].filter((id) => (catalogue.packOf(kind, id) ?? own) === own)
  const ids = wanted.slice(0, pinning.most)
  const writes = (await pinning.writesAbout?.(db, ids)) ?? []
  const key = [...ids, ...writes].join(',')
  // In a market that fitted on the device in between all rows had taken their place.
  const isHere = held !== undefined && (await db.chunks.get([own, 0])) !== undefined
  const isFresh = isHere && Math.abs(Date.now() - held.askedAt) < ASK_AGAIN_MS
  if (isFresh ? held.ids === key : key === '' && !isHere) return false
  const list = await askFor(call, pinning, ids)
  if (!list) return false
  const rows = pinning.rowsOf?.(list) ?? { [kind]: list }
  await db.transaction('rw', [db.meta, db.chunks], async () => {
    for (const [coll, some] of Object.entries(rows)) await putPinned(db, coll as PublicCollection, some)
    await writeMeta(db, pinning.pins, { ids: key, askedAt: Date.now() })
    await writeMeta(db, GENERATION, crypto.randomUUID())
  })
  return true
}

async function putPinned(db: LocalDb, coll: PublicCollection, rows: Row[]): Promise<void> {
  // Newer than none: a row that the feed brings takes its place.
  const text = JSON.stringify(rows.map((row): SnapshotRow<unknown> => [0, String(row.id), row]))
  await db.chunks.put({ coll: pinnedPack(coll), n: 0, text })
}

/** Null when one question has no answer. */
async function askFor(
  call: PinParts['call'],
  { route, listIn }: Pinning,
  ids: readonly number[],
): Promise<Row[] | null> {
  const list: Row[] = []
  for (let start = 0; start < ids.length; start += ASKED_MOST) {
    const some = ids.slice(start, start + ASKED_MOST)
    const query = new URLSearchParams({ ids: some.join(','), limit: String(ASKED_MOST) })
    const answer = await call({ method: route.method, path: `${route.path}?${query}` })
    if (answer.kind !== 'answered' || !answer.ok) return null
    list.push(...listIn(answer.json))
  }
  return list
}
