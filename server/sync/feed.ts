import type { InValue } from '@libsql/client'
import type { Change, Cursor, PullAnswer, PullRequest, SnapshotRow } from '#schema/sync'
import { DEVICE_ROWS, MISSED_MAX, PUBLIC_SCOPES, PULL_PAGE, publicScopes, userScope } from '#schema/sync-scopes'
import type { Db, Moment, Reads } from '../db/client'
import type { Statement } from '../db/steps'
import { headOf } from '../db/write-batch'
import { isCollection, loadRows, rowKey } from './collections'
import { beginRun, type Clock, type Mark, placeOfLost, readClock, readMark, signMark, startEpoch } from './history'
import { collectionOfWhole, type Division, divisionOf, isPublicScope, mostOf } from './public-scopes'
import { createRowLoader, type RowLoader } from './row-loader'

interface Entry {
  scope: string
  coll: string
  rid: string
  seq: number
  del: number
}

export interface SyncFeed {
  epoch(): string
  /** The id of this database, which no other database shares. */
  life(): string
  /** Newest change number of the database. */
  seq(): number
  /** All of this as far as this server has heard. */
  heard(): Moment
  /** One page of changes for a device; see `schema/sync.ts` for the rules of the cut. */
  pull(request: PullRequest, userId: number | null): Promise<PullAnswer>
  /** The public rows that a device holds, as this server has last heard. */
  deviceRows(): number
  /** Has a scope more live rows than its snapshot, or is it one that devices hold in parts? */
  isPart(scope: string): Promise<boolean>
  /** Newest number of a scope. */
  head(scope: string): Promise<number>
  /**
   * Does this mark of a device come from a time that this database knows nothing of, because it was restored from a copy?
   * The first such mark begins a new epoch. A mark that this database has not made counts for nothing.
   */
  isFromLostTime(mark: string): Promise<boolean>
  /** Goes on under another epoch, beyond every number that was `seen`: all devices fetch afresh. */
  restart(seen: number): Promise<void>
}

/** The change feed over an open database, in a new run. A device holds `most` public rows, or fewer where the database says so. */
export async function openFeed(db: Db, now: () => Date, most: number = DEVICE_ROWS): Promise<SyncFeed> {
  await beginRun(db)
  const clock = await readClock(db)
  let { seq, epoch, run, deviceRows } = clock
  const fitting = (rows: number | null) => Math.min(most, rows ?? most)
  const load = createRowLoader()
  db.onChange((heads) => {
    seq = Math.max(seq, ...Object.values(heads))
  })

  /** Runs `read` in one read transaction, so that its rows belong to one number. With `least` a replica may answer. */
  function stable<Value>(
    read: (reads: Reads, at: Clock) => Promise<Value>,
    least: Moment | null = null,
  ): Promise<Value> {
    const work = async (reads: Reads) => {
      const at = await readClock(reads)
      // Another server may have begun a run or an epoch. An older moment, which was read meanwhile, takes none back.
      if (at.seq >= seq) ({ seq, epoch, run, deviceRows } = at)
      return read(reads, at)
    }
    return least ? db.publicSnapshot(least, work) : db.snapshot(work)
  }

  async function restart(seen: number, from = seq): Promise<void> {
    const begun = await startEpoch(db, { seen, from })
    if (!begun) return
    epoch = begun.epoch
    seq = begun.seq
  }

  async function fromLostTime(mark: Mark | null): Promise<boolean> {
    const lost = mark && (await placeOfLost(db, mark))
    if (!mark || !lost) return false
    if (lost.isOpen) await restart(mark.seq, lost.from)
    return true
  }

  /** A visitor's device is answered from no earlier moment than it has seen; null when the primary alone can tell. */
  function leastOf({ epoch: seen, scopes }: PullRequest, mark: Mark | null): Moment | null {
    if (seen !== null && seen !== epoch) return null
    const numbers = Object.values(scopes).flatMap((cursor) => cursor.map((number) => number ?? 0))
    return { seq: Math.max(mark?.seq ?? 0, ...numbers), epoch, run }
  }

  return {
    epoch: () => epoch,
    life: () => clock.life,
    seq: () => seq,
    heard: () => ({ seq, epoch, run }),
    async pull(request, userId) {
      const mark = request.mark ? readMark(request.mark, clock) : null
      const least = userId === null ? leastOf(request, mark) : null
      const page = (reads: Reads, at: Clock, isLost: boolean) =>
        pullPage({ db: reads, load, at, now: now(), deviceRows: fitting(at.deviceRows) }, request, userId, isLost)
      const answer = await stable(
        async (reads, at) => (mark && (await placeOfLost(reads, mark)) ? null : page(reads, at, false)),
        least,
      )
      if (answer) return answer
      // A replica may not have heard of the mark's run yet.
      const isLost = await fromLostTime(mark)
      return stable((reads, at) => page(reads, at, isLost))
    },
    deviceRows: () => fitting(deviceRows),
    async isPart(scope) {
      const states = await scopeStates(db, [scope, ...PUBLIC_SCOPES])
      const rows = fitting(deviceRows)
      return (states.get(scope)?.n ?? 0) > mostOf(scope, rows) || isDivided(scope, divisionIn(states, rows))
    },
    head: (scope) => headOf(db, scope),
    isFromLostTime: (mark) => fromLostTime(readMark(mark, clock)),
    restart,
  }
}

/** The live rows of a scope, the newest `most` of them, with their numbers and ids, in the order of their numbers. */
export async function liveRows(db: Reads, scope: string, now: Date, most: number): Promise<SnapshotRow<unknown>[]> {
  const changes = await changesOf(await liveEntries(db, scope, most), (entries) => loadRows(db, entries, now))
  return changes.flatMap((change) => (change ? [[change.q, change.i, change.d] as const] : []))
}

interface PullParts {
  db: Reads
  load: RowLoader
  at: Clock
  now: Date
  deviceRows: number
}

async function pullPage(
  { db, load, at: clock, now, deviceRows }: PullParts,
  request: PullRequest,
  userId: number | null,
  isLost: boolean,
): Promise<PullAnswer> {
  const { epoch, seq: at } = clock
  const allowed = Object.entries(request.scopes).filter(([scope]) => maySee(scope, userId))
  const gone = Object.keys(request.scopes).filter((scope) => !maySee(scope, userId))
  const states = await scopeStates(db, [...allowed.map(([scope]) => scope), ...PUBLIC_SCOPES])
  const kept = isLost ? FETCH_AFRESH : resetsOf(request, clock, allowed, states)
  const reset = kept.length > 0 ? kept : await missedTooMuch(db, at, allowed)
  const answer = { epoch, mark: signMark(clock), to: at, more: false, changes: [], scopes: {}, reset, gone }
  // A reset stands alone: applying anything beside it would let one scope run ahead of another.
  if (reset.length > 0) return answer
  const limit = request.limit ?? PULL_PAGE
  const entries = request.newest
    ? await newestEntries(db, allowed, limit + 1)
    : await entriesAfter(
        db,
        allowed.filter(([scope, [cursor]]) => (states.get(scope)?.head ?? 0) > cursor),
        limit + 1,
      )
  const loadKept = (some: Entry[]) => load(db, some, { epoch, now })
  const { changes, upTo } = await pageOf(entries.slice(0, limit), loadKept, request.bytes)
  const more = upTo < entries.length
  if (request.newest) return { ...answer, more, changes }
  const to = more ? (entries[upTo - 1]?.seq ?? at) : at
  const division = divisionIn(states, deviceRows)
  const scopes: PullAnswer['scopes'] = Object.fromEntries(
    allowed.map(([scope, cursor]) => {
      const from = cursor[0] === 0 ? at : (cursor[1] ?? null)
      const { n, sum } = states.get(scope) ?? { n: 0, sum: 0 }
      if (more) return [scope, { from }]
      const most = mostOf(scope, deviceRows)
      const isLarger = isPublicScope(scope) && n > most
      return [
        scope,
        { from, ...(isLarger ? { most } : { n, sum }), ...(isDivided(scope, division) && { divided: true as const }) },
      ]
    }),
  )
  return { ...answer, mark: signMark({ ...clock, seq: to }), to, more, changes, scopes }
}

/** Loaded at a time, so that a page that is full of long rows loads few rows beyond its end. */
const LOADED_AT_ONCE = 250

/** The changes of the first `upTo` of these entries: up to `bytes` of JSON, and one change at least. */
async function pageOf(entries: Entry[], load: LoadRows, bytes = Number.POSITIVE_INFINITY) {
  const changes: Change[] = []
  let [length, upTo] = [0, 0]
  for (let start = 0; start < entries.length; start += LOADED_AT_ONCE)
    for (const change of await changesOf(entries.slice(start, start + LOADED_AT_ONCE), load)) {
      length += change && Number.isFinite(bytes) ? Buffer.byteLength(JSON.stringify(change)) : 0
      if (length > bytes && changes.length > 0) return { changes, upTo }
      upTo += 1
      if (change) changes.push(change)
    }
  return { changes, upTo }
}

function divisionIn(states: ReadonlyMap<string, ScopeState>, deviceRows: number): Division {
  return divisionOf(new Map([...states].map(([scope, { n }]) => [scope, n])), deviceRows)
}

function isDivided(scope: string, { divided }: Division): boolean {
  const coll = collectionOfWhole(scope)
  return coll !== undefined && divided.has(coll)
}

function maySee(scope: string, userId: number | null): boolean {
  return isPublicScope(scope) || (userId !== null && scope === userScope(userId))
}

const FETCH_AFRESH: PullAnswer['reset'] = [{ s: '*', why: 'epoch' }]

function resetsOf(
  request: PullRequest,
  { epoch, seq: at }: Clock,
  scopes: [string, Cursor][],
  states: Map<string, { floor: number }>,
): PullAnswer['reset'] {
  const held = scopes.some(([, [cursor]]) => cursor > 0)
  if (held && request.epoch !== epoch) return FETCH_AFRESH
  return scopes.flatMap(([s, [cursor, from]]): PullAnswer['reset'] => {
    if (cursor > at) return [{ s, why: 'ahead' }]
    // A scope that is being filled started at `from`: rows deleted before that were never sent, so only later ones matter.
    const known = Math.max(cursor, from ?? 0)
    return cursor > 0 && known < (states.get(s)?.floor ?? 0) ? [{ s, why: 'floor' }] : []
  })
}

/** Public scopes of which a device has missed so much that a snapshot comes sooner than the changes. */
async function missedTooMuch(db: Reads, at: number, scopes: [string, Cursor][]): Promise<PullAnswer['reset']> {
  const far = scopes.filter(([scope, [cursor]]) => isPublicScope(scope) && cursor > 0 && at - cursor > MISSED_MAX)
  const counted = await db.readBatch(
    far.map(([scope, [cursor]]) => ({
      sql: 'SELECT count(*) AS n FROM (SELECT 1 FROM sync_feed WHERE scope = ? AND seq > ? LIMIT ?)',
      args: [scope, cursor, MISSED_MAX + 1],
    })),
  )
  return far.flatMap(([s], nth) =>
    Number(counted[nth]?.rows[0]?.n) > MISSED_MAX ? [{ s, why: 'floor' as const }] : [],
  )
}

interface ScopeState {
  head: number
  floor: number
  n: number
  sum: number
}

export async function scopeStates(db: Reads, scopes: string[]): Promise<Map<string, ScopeState>> {
  const [result] = await db.readBatch([
    {
      sql: `SELECT scope, head, floor, n, sum FROM sync_scopes WHERE scope IN (SELECT value FROM json_each(?))`,
      args: [JSON.stringify(scopes)],
    },
  ])
  return new Map(
    result?.rows.map((row) => [
      String(row.scope),
      { head: Number(row.head), floor: Number(row.floor), n: Number(row.n), sum: Number(row.sum) },
    ]),
  )
}

/** The next entries over all scopes in the order of their numbers: one index walk per scope, merged. */
async function entriesAfter(db: Reads, scopes: [string, Cursor][], limit: number): Promise<Entry[]> {
  if (scopes.length === 0) return []
  // Each walk is limited on its own, so that the merge never sorts more than scopes x limit entries.
  const branch =
    'SELECT * FROM (SELECT scope, coll, rid, seq, del FROM sync_feed WHERE scope = ? AND seq > ? AND (del = 0 OR ?) ORDER BY seq LIMIT ?)'
  const args: InValue[] = scopes.flatMap(([scope, [cursor]]) => [scope, cursor, cursor === 0 ? 0 : 1, limit])
  return readEntries(db, {
    sql: `${scopes.map(() => branch).join(' UNION ALL ')} ORDER BY seq LIMIT ?`,
    args: [...args, limit],
  })
}

/** The newest live entries of the scopes that are asked from 0, the newest first. */
async function newestEntries(db: Reads, scopes: [string, Cursor][], limit: number): Promise<Entry[]> {
  const names = scopes.flatMap(([scope, [cursor]]) => (cursor === 0 ? [scope] : []))
  return readEntries(db, {
    sql: `SELECT scope, coll, rid, seq, del FROM sync_feed
      WHERE scope IN (SELECT value FROM json_each(?)) AND del = 0 ORDER BY seq DESC LIMIT ?`,
    args: [JSON.stringify(names), limit],
  })
}

async function liveEntries(db: Reads, scope: string, most: number): Promise<Entry[]> {
  if (scope.startsWith(publicScopes.stat)) return countEntries(db, scope, most)
  const newestFirst = await readEntries(db, {
    sql: 'SELECT scope, coll, rid, seq, del FROM sync_feed WHERE scope = ? AND del = 0 ORDER BY seq DESC LIMIT ?',
    args: [scope, most],
  })
  return newestFirst.reverse()
}

/** The counts of the newest posts: a like of an old post does not take the place of a new one's counts. */
function countEntries(db: Reads, scope: string, most: number): Promise<Entry[]> {
  return readEntries(db, {
    sql: `SELECT scope, coll, rid, seq, del FROM sync_feed WHERE scope = ? AND del = 0
      AND rid IN (SELECT rid FROM sync_feed WHERE scope = ? AND del = 0 ORDER BY seq DESC LIMIT ?) ORDER BY seq`,
    args: [scope, scope.replace(publicScopes.stat, publicScopes.post), most],
  })
}

async function readEntries(db: Reads, statement: Statement): Promise<Entry[]> {
  const [result] = await db.readBatch([statement])
  return (result?.rows ?? []).map((row) => ({
    scope: String(row.scope),
    coll: String(row.coll),
    rid: String(row.rid),
    seq: Number(row.seq),
    del: Number(row.del),
  }))
}

/** The rows of live entries, by `rowKey`. */
type LoadRows = (entries: Entry[]) => Promise<Map<string, unknown>>

/** Null for an entry of a collection that a newer build keeps: its rows are not gone, and this build cannot read them. */
async function changesOf(entries: Entry[], load: LoadRows): Promise<(Change | null)[]> {
  const rows = await load(entries.filter(({ del, coll }) => del === 0 && isCollection(coll)))
  return entries.map(({ scope, coll, rid, seq, del }) => {
    if (!isCollection(coll)) return null
    const row = del === 0 ? rows.get(rowKey(scope, coll, rid)) : undefined
    return { q: seq, s: scope, c: coll, i: rid, ...(row === undefined ? { x: del || 1 } : { d: row }) }
  })
}
