import type { CatalogueListing } from '#schema/listing'
import type { Change, PullAnswer, SnapshotRow } from '#schema/sync'
import { PUBLIC_SCOPES, publicScopes } from '#schema/sync-scopes'
import { type BenchRow, inTurn } from '../../../server/test-support/bench/bench-rounds'
import { LocalDb } from '../../disk/local-db'
import { Catalogue } from '../../sync/catalogue'
import { fillScopes } from '../../sync/fill-catalogue'
import type { HttpAnswer } from '../../sync/http'
import { pullRound, type Snapshot } from '../../sync/pull'
import { openRawStore, type RawStore } from './raw-store'
import { count, longestBlock, type Measure, timed } from './timing'

const CARDS = 20
const CHANGED = 50
const EPOCH = 'bench'
/** Filling takes long at the large size, and the first round warms up. */
const BLOCK_ROUNDS = 2

type Row = SnapshotRow<CatalogueListing>

const rowsOf = (text: string): Row[] => JSON.parse(text)
const recordOf = ([q, , row]: Row) => ({ ...row, q })
const freshDb = () => new LocalDb(`bench-${crypto.randomUUID()}`)

/** The same listings `times` over, each time under ids of their own, in chunks of the same size. */
export function multiplied({ chunks, ...head }: Snapshot, times: number): Snapshot {
  const highest = Math.max(...chunks.flatMap((text) => rowsOf(text).map(([, id]) => Number(id))))
  const shifted = (text: string, by: number) =>
    JSON.stringify(rowsOf(text).map(([q, id, row]) => [q, String(Number(id) + by), { ...row, id: Number(id) + by }]))
  const turns = Array.from({ length: times }, (_, nth) => nth * highest)
  return { ...head, chunks: turns.flatMap((by) => chunks.map((text) => shifted(text, by))) }
}

/**
 * First fill, reopen and small change of a catalogue of this size.
 * @returns the catalogue as well, on a disk that is to be deleted
 */
export async function benchHolding(
  snapshot: Snapshot,
  rounds: number,
): Promise<{ rows: BenchRow[]; db: LocalDb; catalogue: Catalogue }> {
  const rows = await benchFill(snapshot, rounds)
  const db = freshDb()
  const raw = await openRawStore()
  await fillDevice(db, snapshot)
  for (const text of snapshot.chunks) await raw.put(rowsOf(text).map(recordOf))
  rows.push(...(await benchReopen(db, raw, rounds)), await benchDelta(db, raw, snapshot, rounds))
  raw.remove()
  return { rows, db, catalogue: (await reopen(db)).catalogue }
}

/** The first fill, from text to rows that can be searched, against one row per record in one transaction. */
async function benchFill(snapshot: Snapshot, rounds: number): Promise<BenchRow[]> {
  let filled = 0
  const ours = (measure: Measure) => async () => {
    const db = freshDb()
    await db.open()
    const ms = await measure(async () => {
      await fillScopes(db, [{ scope: 'pub:l', chunks: snapshot.chunks, cursor: snapshot.to }])
      filled = (await reopen(db)).listings.length
    })
    await db.delete()
    return ms
  }
  const theirs = (measure: Measure) => async () => {
    const raw = await openRawStore()
    const ms = await measure(() => raw.put(snapshot.chunks.flatMap((text) => rowsOf(text).map(recordOf))))
    raw.remove()
    return ms
  }
  const times = await inTurn(rounds, ours(timed), theirs(timed))
  const blocks = await inTurn(BLOCK_ROUNDS, ours(longestBlock), theirs(longestBlock))
  const what = `first fill of ${count(filled)} listings`
  return [
    { what, ...times, yardstick: 'one raw record per row', aim: 0.25 },
    { what: `${what}: longest time without a turn`, ...blocks, yardstick: 'one raw record per row' },
  ]
}

/** A device that has been filled, as it is after its first pull. */
async function fillDevice(db: LocalDb, { chunks, to }: Snapshot): Promise<void> {
  await db.open()
  await fillScopes(db, [{ scope: 'pub:l', chunks, cursor: to }])
  await db.scopes.bulkPut(PUBLIC_SCOPES.map((scope) => ({ scope, cursor: to })))
  await db.meta.put({ k: 'epoch', v: EPOCH })
}

async function reopen(db: LocalDb): Promise<{ catalogue: Catalogue; listings: readonly CatalogueListing[] }> {
  const catalogue = new Catalogue(db)
  await catalogue.open()
  return { catalogue, listings: catalogue.all('listing') }
}

async function benchReopen(db: LocalDb, raw: RawStore, rounds: number): Promise<BenchRow[]> {
  let held = 0
  const ours = async () => {
    const { listings } = await reopen(db)
    held = listings.length
    return listings.slice(0, CARDS)
  }
  const theirs = async () => (await raw.all()).toSorted((a, b) => b.id - a.id).slice(0, CARDS)
  const times = await inTurn(
    rounds,
    () => timed(ours),
    () => timed(theirs),
  )
  const blocks = await inTurn(
    rounds,
    () => longestBlock(ours),
    () => longestBlock(theirs),
  )
  const yardstick = 'one raw record per row, all read'
  return [
    { what: `reopen to ${CARDS} cards of ${count(held)}`, ...times, yardstick },
    { what: `reopen to ${CARDS} cards of ${count(held)}: longest time without a turn`, ...blocks, yardstick },
  ]
}

/** Some rows have changed: from the answer until the new rows can be searched, against as many raw writes. */
async function benchDelta(db: LocalDb, raw: RawStore, { chunks, to }: Snapshot, rounds: number): Promise<BenchRow> {
  const { catalogue, listings } = await reopen(db)
  const some = chunks.flatMap((text) => rowsOf(text).slice(0, 1)).slice(0, CHANGED)
  while (some.length < CHANGED) some.push(...rowsOf(chunks[0] ?? '[]').slice(1, 1 + CHANGED - some.length))
  let q = to
  const ours = async () => {
    const changes = some.map(
      ([, id, row]): Change => ({ q: ++q, s: publicScopes.listing, c: 'listing', i: id, d: row }),
    )
    const answer = answered({ epoch: EPOCH, mark: '', to: q, more: false, changes, scopes: {}, reset: [], gone: [] })
    let answeredAt = 0
    const call = async () => {
      answeredAt = performance.now()
      return answer
    }
    const end = await pullRound({ db, userId: null, call, fetchSnapshot: async () => null, onFilled: () => undefined })
    if (end.kind !== 'done') throw new Error(`The change was not taken: ${end.kind}`)
    await catalogue.refresh()
    catalogue.all('listing')
    return performance.now() - answeredAt
  }
  const theirs = () => timed(() => raw.put(some.map(recordOf)))
  const times = await inTurn(rounds, ours, theirs)
  const what = `a change of ${CHANGED} rows in ${count(listings.length)}`
  return { what, ...times, yardstick: `${CHANGED} raw writes`, aim: 1 }
}

function answered(json: PullAnswer): HttpAnswer {
  return {
    kind: 'answered',
    status: 200,
    ok: true,
    json,
    text: '',
    seq: json.to,
    epoch: json.epoch,
    retryAfterMs: null,
  }
}
