import type { Booking } from '#schema/booking'
import type { Change, Digest } from '#schema/sync'
import { PUBLIC_SCOPES, type PublicCollection, publicScopes, SYNC_SCHEMA_VERSION, userScope } from '#schema/sync-scopes'
import { type LocalDb, type Pack, privateTables, readMeta, type ScopeState, writeMeta } from '../disk/local-db'
import { askAreas, emptyScope } from './ask-areas'
import { askChanges, askNewest, type Round } from './ask-changes'
import {
  type ChangedRow,
  type FilledScope,
  fillScopes,
  inGroups,
  isOutgrown,
  keepChanged,
  repackIfLarge,
} from './fill-catalogue'
import { type HeldParts, isScopeOf, noteStaleParts, readParts, scopesOf } from './held-areas'
import type { HttpAnswer, HttpRequest } from './http'
import { dropPages } from './kept-pages'
import { releaseAcked, requeueAcked } from './outbox'
import { packOf, pinnedPack } from './packs'
import { noteRestored, RESTORED } from './restored'

/** Collections whose rows are known by a text. */
const TEXT_KEYS = new Set(['mark', 'board', 'draft'])
/** A reset may follow a reset; more often than this in one round and we leave it for later. */
const MAX_RESETS = 3
/** Private collections that say nothing about public rows: marks would disagree with counts that are not here yet. */
const FIRST_SIGHT = new Set(['me', 'booking', 'message', 'blocked'])
/** Dexie takes a bulk write of 50 rows or more for a change of the whole table; smaller ones wake only who looks at them. */
const QUIET_BULK = 49

export interface PullParts {
  db: LocalDb
  userId: number | null
  call(request: HttpRequest): Promise<HttpAnswer>
  /** Fetches a public scope's snapshot. All rows of a collection may be too many for a device; its newest come if `isPartWanted`. */
  fetchSnapshot(scope: string, isPartWanted?: boolean): Promise<Snapshot | 'too-large' | null>
  /** Called when a public collection has been filled, so that screens can show it while the rest is on its way. */
  onFilled(): void
}

export interface Snapshot {
  epoch: string
  to: number
  chunks: string[]
}

export type PullEnd =
  /** `told` is what the server counted in each scope at this number. */
  | { kind: 'done'; to: number; changed: boolean; told: ReadonlyMap<string, Digest> }
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  /** The server does not speak to builds as old as this one any more. */
  | { kind: 'too-old' }
  | { kind: 'again' }
  /** Much has changed: there is more to fetch before a complete round. */
  | { kind: 'more' }

/**
 * One complete round: fills what this device has never held, then asks for changes of all scopes together
 * until there are none left, and applies them in one transaction. Nothing is applied of a round that breaks off; its pages
 * are kept, and the next round goes on behind them.
 */
export async function pullRound(parts: PullParts): Promise<PullEnd> {
  const { db, userId } = parts
  let changed = await forgetOldShape(db)
  const isNew = !changed && (await db.scopes.count()) === 0 && (await db.chunks.count()) === 0
  for (let resets = 0; resets <= MAX_RESETS; resets++) {
    const isFirst = isNew && resets === 0
    const [filled] = await Promise.all([fillMissing(parts), isFirst ? showNewest(parts) : null])
    if (filled === null) return { kind: 'unreachable' }
    changed ||= filled
    const round = await askChanges(parts, await db.scopes.toArray(), async () =>
      isFirst ? undefined : showNewest(parts),
    )
    if (typeof round === 'string') return { kind: round }
    if (round.reset.length > 0) {
      if (round.reset.some(({ s, why }) => s === '*' || why === 'ahead')) await forgetTime(db)
      await forget(
        db,
        round.reset.map(({ s }) => s),
      )
      // Kept pages may be what is too old: every further pull would go on behind them, and be reset again.
      await dropPages(db)
      changed = true
      continue
    }
    // Writes that the server has lost are offered before their rows leave the screen.
    if (userId !== null && !(await checkIfRestored(parts, userId, round))) return { kind: 'unreachable' }
    const applied = await applyRound(parts, round)
    if (applied === 'outdated') continue
    for (const pack of applied.large) await repackIfLarge(db, pack)
    if (await forgetOutgrown(db, round)) return { kind: 'more' }
    return { kind: 'done', to: round.to, changed: changed || round.changes.length > 0, told: round.told }
  }
  return { kind: 'again' }
}

/** @returns false without an answer, and without the code, which no device keeps: the next pull asks */
async function checkIfRestored({ db, call }: PullParts, userId: number, round: Round): Promise<boolean> {
  if (!(await readMeta<true>(db, RESTORED))) return true
  const receipts = await import(/* piece: onlineReceipts */ './check-receipts').catch(() => null)
  const decided = () => decidedOffers(db, round)
  return receipts?.checkReceipts({ db, userId, call, now: Date.now(), decided }) ?? false
}

async function decidedOffers(db: LocalDb, { changes }: Round): Promise<Set<number>> {
  const fresh = changes.flatMap(({ c, d }) => (c === 'booking' && d ? [d as Booking] : []))
  const offers = new Map([...(await db.bookings.toArray()), ...fresh].map(({ id, status }) => [id, status]))
  return new Set([...offers].flatMap(([id, status]) => (status === 'pending' ? [] : [id])))
}

interface Applied {
  /** Packs over which many changes lie by now. */
  large: Pack[]
}

/** Everything of a round in one transaction: private rows, changed public rows, cursors; then confirmed writes are let go. */
async function applyRound({ db, userId }: PullParts, round: Round): Promise<Applied | 'outdated'> {
  const own = userId === null ? null : userScope(userId)
  const mine = round.changes.filter((change) => change.s === own)
  const tables = touchedTables(db, mine, round.whole)
  const outcome = await db.transaction('rw', [...catalogueTables(db), ...Object.values(tables)], async () => {
    // Another page may have pulled or forgotten meanwhile, and the browser may have cleared all: an answer to an outdated question is thrown away.
    const held = new Map((await db.scopes.toArray()).map(({ scope, cursor }) => [scope, cursor]))
    for (const [scope, cursor] of round.asked)
      if ((held.get(scope) ?? (scope === own ? 0 : undefined)) !== cursor) return 'outdated' as const
    if (round.whole) for (const table of Object.values(tables)) await table.clear()
    const reached = [...round.asked.keys()].filter((scope) => !round.gone.includes(scope))
    const [large] = await Promise.all([
      keepChanged(db, publicRows(round.changes)),
      putPrivateRows(tables, mine),
      db.scopes.bulkPut(reached.map((scope) => scopeAt(round, scope))),
      db.scopes.bulkDelete(round.gone),
      noteStaleParts(db, round.gone),
      db.meta.bulkPut([
        { k: 'epoch', v: round.epoch },
        { k: 'mark', v: round.mark },
        { k: 'pulledAt', v: Date.now() },
      ]),
      round.isKept && dropPages(db),
    ])
    return { large }
  })
  // Without the private scope the effects of the person's writes have not come: they stay on the screen from the outbox.
  if (outcome !== 'outdated' && own) await releaseAcked(db, round.to, round.epoch, round.confirmed)
  return outcome
}

function scopeAt({ to: cursor, large }: Round, scope: string): ScopeState {
  const most = large.get(scope)
  return { scope, cursor, ...(typeof most === 'number' && { most }) }
}

const catalogueTables = (db: LocalDb) => [db.meta, db.scopes, db.changed]

/** The private tables that a round writes to: whoever reads another need not wait for it. */
function touchedTables(db: LocalDb, changes: Change[], isWhole: boolean): ReturnType<typeof privateTables> {
  const colls = new Set(changes.map(({ c }) => c))
  return Object.fromEntries(Object.entries(privateTables(db)).filter(([coll]) => isWhole || colls.has(coll)))
}

function publicRows(changes: Change[]): Map<Pack, ChangedRow[]> {
  const rows = new Map<Pack, ChangedRow[]>()
  for (const [scope, group] of Map.groupBy(changes, ({ s }) => s)) {
    const pack = packOf(scope)
    if (pack)
      rows.set(
        pack,
        group.map(({ q, i, x, d }) => [q, String(i), x ? null : d]),
      )
  }
  return rows
}

async function putPrivateRows(tables: ReturnType<typeof privateTables>, changes: Change[]): Promise<void> {
  for (const [coll, group] of Map.groupBy(changes, (change) => change.c)) {
    const table = tables[coll]
    if (!table) continue
    const key = (change: Change) => (TEXT_KEYS.has(coll) ? change.i : Number(change.i))
    // A row that came on one page may have gone by the next one: the last word on each counts.
    const last = [...new Map(group.map((change) => [change.i, change])).values()]
    const gone = last.filter((change) => change.x).map(key)
    if (gone.length > 0) await table.bulkDelete(gone)
    const rows = last
      .filter((change) => !change.x)
      .map((change) => ({ ...(change.d as object), id: key(change), _q: change.q }))
    for (const part of inGroups(rows, QUIET_BULK)) await table.bulkPut(part)
  }
}

/** @returns whether anything was filled; null when the server could not be reached. */
async function fillMissing(parts: PullParts): Promise<boolean | null> {
  const held = new Set((await parts.db.scopes.toArray()).map(({ scope }) => scope))
  let isChanged = false
  for (const coll of Object.keys(publicScopes) as PublicCollection[]) {
    const filled = await fillCollection(parts, held, coll)
    if (filled === null) return null
    isChanged ||= filled
  }
  return isChanged
}

/**
 * All rows of a collection in one scope, or those of this device's parts; whatever else was held of them leaves with the same write.
 * @param isAsked the server has just said which parts: what it wants held as a whole is
 */
async function fillCollection(
  parts: PullParts,
  held: ReadonlySet<string>,
  coll: PublicCollection,
  isAsked = false,
): Promise<boolean | null> {
  const divided = await readParts(parts.db)
  const wanted = scopesOf(divided, coll)
  const missing = wanted.filter((scope) => !held.has(scope))
  const isOther = (scope: string) => isScopeOf(coll, scope) && !wanted.includes(scope)
  if (missing.length === 0 && ![...held].some(isOther)) return false
  const kept = wanted.flatMap((scope) => packOf(scope) ?? [])
  const isWhole = wanted.includes(publicScopes[coll])
  const end = await fill(parts, missing, { divided, kept: isWhole ? kept : [...kept, pinnedPack(coll)], isAsked })
  if (end !== 'too-large') return end === 'filled' || null
  return (await askAreas(parts)) ? fillCollection(parts, held, coll, true) : null
}

interface Filling {
  divided: HeldParts | null
  /** The packs of the collection that stay. */
  kept: readonly Pack[]
  isAsked: boolean
}

/** Fetches scopes of a collection and writes them together; other packs than `kept` leave. Null when the server could not be reached. */
async function fill(
  { db, fetchSnapshot, onFilled }: PullParts,
  scopes: string[],
  { divided, kept, isAsked }: Filling,
): Promise<'filled' | 'too-large' | null> {
  const filled: FilledScope[] = []
  let epoch = (await readMeta<string>(db, 'epoch')) ?? ''
  for (const scope of scopes) {
    const snapshot = emptyScope(divided, scope) ?? (await fetchSnapshot(scope, isAsked))
    if (snapshot === null || snapshot === 'too-large') return snapshot
    filled.push({ scope, chunks: snapshot.chunks, cursor: snapshot.to })
    epoch ||= snapshot.epoch
  }
  await fillScopes(db, filled, kept)
  onFilled()
  if (epoch && !(await readMeta(db, 'epoch'))) await writeMeta(db, 'epoch', epoch)
  return 'filled'
}

/** Scopes of which this device holds far more than the server wants it to are fetched afresh: the newest rows alone, or in parts. */
async function forgetOutgrown(db: LocalDb, { large }: Round): Promise<boolean> {
  const outgrown: string[] = []
  for (const [scope, most] of large) if (most === 'divided' || (await isOutgrown(db, scope, most))) outgrown.push(scope)
  if (outgrown.length > 0) await forget(db, outgrown)
  return outgrown.length > 0
}

/**
 * The newest offers and messages need not wait for a long round. They are a first sight only, without a
 * cursor: the round brings them anew, at one number with everything else.
 */
async function showNewest(parts: PullParts): Promise<void> {
  const { db, userId } = parts
  if (userId === null) return
  const own = userScope(userId)
  const held = await db.scopes.get(own)
  const rows = (await askNewest(parts, own)).filter(({ c }) => FIRST_SIGHT.has(c))
  const tables = touchedTables(db, rows, false)
  await db.transaction('rw', [db.scopes, ...Object.values(tables)], async () => {
    // Another page may have pulled everything meanwhile, and knows better.
    if ((await db.scopes.get(own))?.cursor !== held?.cursor) return
    await putPrivateRows(tables, rows)
  })
}

/**
 * The server is an earlier copy of the one that this device knows: what it has confirmed since proves nothing. Confirmed
 * writes are offered once more under their keys, and receipts are to be looked at.
 */
async function forgetTime(db: LocalDb): Promise<void> {
  await requeueAcked(db)
  await noteRestored(db)
  await db.meta.delete('mark')
}

/**
 * Forgets how far these scopes have come, and that any of them had no rows. Their rows stay on the screen until the fresh ones take
 * their place.
 */
export async function forget(db: LocalDb, scopes: string[]): Promise<void> {
  const isAll = scopes.includes('*')
  await db.transaction('rw', db.scopes, db.meta, async () => {
    if (isAll) {
      await db.scopes.clear()
      await db.meta.delete('epoch')
    } else await db.scopes.bulkDelete(scopes)
    await noteStaleParts(db, isAll ? PUBLIC_SCOPES : scopes)
  })
}

/** A build that knows rows in another shape fetches them all again. */
async function forgetOldShape(db: LocalDb): Promise<boolean> {
  const held = await readMeta<number>(db, 'schema')
  if (held === SYNC_SCHEMA_VERSION) return false
  if (held !== undefined) await forget(db, ['*'])
  await writeMeta(db, 'schema', SYNC_SCHEMA_VERSION)
  return held !== undefined
}
