import Dexie, { type Table } from 'dexie'
import { identityOf } from '../../disk/account-identity'
import { closeElsewhere } from '../../disk/close-elsewhere'
import { deviceDb, type SealedWork, type SharedWithUs, storedUser } from '../../disk/device-db'
import { LocalDb, readMeta, writeMeta } from '../../disk/local-db'
import { forgetReserved, listShares } from '../../disk/own-shares'
import { dropAccountPhotos } from '../../disk/photo-cache'
import { packed, type Row } from '../../disk/rescue/backup-row'
import { dropBackup } from '../../disk/rescue/lost-disk'
import { dropPictures } from '../../disk/screen-pictures'
import { EARLIER_KIND } from '../../drafts/earlier-words'
import {
  draftsWithEdits,
  dropUnsavedEdit,
  dropUnsavedEdits,
  readUnsavedEdit,
  type UnsavedEdit,
} from '../../drafts/unsaved-edits'
import { withoutPhotosOf } from '../../sync/outbox-queries'
import { serverNow, toldNow } from '../../sync/server-clock'
import { forgetOwner, type Owner, ownerOf } from './owners'
import { seal } from './seal'

/** Sealed work that nobody came back for ends after so long, and so does what was shared and nobody took up. */
const SEALED_DAYS = 60
const DAY_MS = 86_400_000

/** Tables whose rows hold bytes: each row is sealed by itself. */
const PHOTO_TABLES = ['blobs', 'picked'] as const
const SEALED_TABLES = ['outbox', 'drafts', 'receipts', ...PHOTO_TABLES] as const
const UNSENT = ['queued', 'sending', 'attention']
/** So often an account is sealed again because a page of an earlier build goes on writing. */
const SEAL_ATTEMPTS = 5

/** How much of a person's work is on this device alone. */
export type UnsentCounts = Pick<SealedWork, 'writes' | 'drafts'>

/** The content of one seal: rows by their table, and unsaved edits by their draft. */
export interface Piece {
  rows: Record<string, Row[]>
  notes: Record<string, UnsavedEdit>
}

/** Everything of an account that is sealed, as it stood at one moment. */
interface Unsent {
  counts: UnsentCounts
  rows: Record<(typeof SEALED_TABLES)[number], Row[]>
  notes: Record<string, UnsavedEdit>
  shares: SharedWithUs[]
}

/**
 * Ends an account's part of this device: seals what has not been sent, and the receipts of what has, and deletes everything
 * else, its copies included. A receipt is what is left of a write that the server loses in a restore. While a tab is asleep that has the
 * account's database open, the database is emptied, and the next start deletes it.
 * An account from before there were seals keeps its unsent rows as they are, under its own name, for as long as seals are kept.
 * @param shares what other apps have shared with the account that leaves now; deleted with the rest
 * @returns how much unsent work was sealed, or null when there was none
 * @throws when a page goes on writing or the disk is full: unsent work is still there, and the next start tries again
 */
export async function sealAccount(dbName: string, shares: SharedWithUs[] = []): Promise<UnsentCounts | null> {
  const db = new LocalDb(dbName)
  try {
    const owner = await ownerOf(dbName)
    const isFree = await closeElsewhere(db)
    for (let nth = 0; nth < SEAL_ATTEMPTS; nth++) {
      const unsent = await readUnsent(db, shares)
      const { writes, drafts } = unsent.counts
      const isEmpty = writes + drafts + unsent.rows.outbox.length === 0
      if (!isEmpty && !owner && (await keepUnsentAlone(db))) return unsent.counts
      if (!(await sealAndClear(db, owner, unsent))) continue
      await deviceDb.shared.bulkDelete(shares.map(({ id }) => id))
      await forgetReserved(dbName)
      // A slow tab may have written more meanwhile: the next start seals it.
      await deleteAccount(db, isFree, SEALED_TABLES)
      return isEmpty ? null : unsent.counts
    }
    throw new Error(`${dbName} is being written to`)
  } finally {
    db.close()
  }
}

/** @returns false when a page of an earlier build, which opens the database again, has changed something since it was read */
async function sealAndClear(db: LocalDb, owner: Owner | null, unsent: Unsent): Promise<boolean> {
  const { rows, notes } = unsent
  const { writes, drafts } = unsent.counts
  const isBare = writes + drafts + rows.outbox.length + rows.drafts.length + rows.receipts.length === 0
  // Makes room for the seals: each holds its photo once more.
  await clearAllBut(db, [...SEALED_TABLES, 'meta'])
  const seals = owner && !isBare ? await sealRows(db, owner, unsent) : []
  await deviceDb.sealed.bulkPut(seals).catch(async () => {
    await dropCopies(db.name)
    await deviceDb.sealed.bulkPut(seals)
  })
  await dropCopies(db.name)
  if (!(await clearUnchanged(db, unsent))) {
    await deviceDb.sealed.bulkDelete(seals.map(({ id }) => id))
    return false
  }
  for (const draftId of draftsWithEdits(db.name)) dropUnsavedEdit(db.name, draftId, notes[draftId]?.at ?? '')
  return true
}

/** The bytes of a photo never change. */
const textOf = (rows: Unsent['rows']) => JSON.stringify(rows)

function clearUnchanged(db: LocalDb, { rows, shares }: Unsent): Promise<boolean> {
  return db.transaction('rw', SEALED_TABLES, async () => {
    const now = await readUnsent(db, shares)
    if (textOf(now.rows) !== textOf(rows)) return false
    await clearSealed(db)
    return true
  })
}

const clearSealed = (db: LocalDb) => Promise.all(SEALED_TABLES.map((name) => db.table(name).clear()))

/** In one transaction: a photo that a page is at is found among those picked or in its form, never in neither. */
function readUnsent(db: LocalDb, shares: SharedWithUs[]): Promise<Unsent> {
  return db.transaction('r', SEALED_TABLES, async () => {
    const [own, ...held] = await Promise.all([
      countUnsent(db),
      ...SEALED_TABLES.map(async (name) => [name, await db.table<Row>(name).toArray()] as const),
    ])
    const counts = { ...own, drafts: own.drafts + shares.length }
    return { counts, rows: Object.fromEntries(held) as Unsent['rows'], notes: readNotes(db.name), shares }
  })
}

function readNotes(dbName: string): Record<string, UnsavedEdit> {
  return Object.fromEntries(
    draftsWithEdits(dbName).flatMap((draftId) => {
      const note = readUnsavedEdit(dbName, draftId)
      return note ? [[draftId, note]] : []
    }),
  )
}

/** Gives up what would be sealed, in one step: a page that ends right after it leaves nothing for the next start to seal. */
export async function dropUnsent(dbName: string): Promise<void> {
  dropUnsavedEdits(dbName)
  // The page's own may be closed.
  const db = new LocalDb(dbName)
  await db.transaction('rw', SEALED_TABLES, () => clearSealed(db)).finally(() => db.close())
}

/** Deletes an account's part of this device with everything in it. */
export async function wipeAccount(db: LocalDb): Promise<void> {
  dropUnsavedEdits(db.name)
  await dropCopies(db.name)
  db.close()
  const left = new LocalDb(db.name)
  await deleteAccount(left, await closeElsewhere(left))
}

/** Leaves of an account here only what a seal would hold: a full disk takes deletions, and has room after them. */
export async function makeRoom(dbName: string): Promise<void> {
  await dropCopies(dbName)
  const db = new LocalDb(dbName)
  await clearAllBut(db, [...SEALED_TABLES, 'meta']).finally(() => db.close())
}

/** The copies go before the database: alone they would bring it back. */
async function dropCopies(dbName: string): Promise<void> {
  await dropPictures(dbName)
  await dropAccountPhotos(dbName)
  await dropBackup(dbName)
}

/**
 * @param isFree nobody else has the database open
 * @param kept tables that stay as they are where somebody has
 */
async function deleteAccount(db: LocalDb, isFree: boolean, kept: readonly string[] = []): Promise<void> {
  const { name } = db
  if (!isFree) await clearAllBut(db, kept)
  db.close()
  if (!isFree) return
  await Dexie.delete(name)
  // Words that are noted a moment later can still be sealed for the owner.
  if (!(await hasSealed(name)) && draftsWithEdits(name).length === 0) await forgetOwner(name)
}

async function clearAllBut(db: LocalDb, kept: readonly string[]): Promise<void> {
  const rest = db.tables.filter(({ name }) => !kept.includes(name))
  await db.transaction('rw', rest, () => Promise.all(rest.map((table) => table.clear())))
}

/** The same for the account that is about to leave, with what other apps have shared with it. */
export async function countLeaving(db: LocalDb): Promise<UnsentCounts> {
  const [own, shares] = await Promise.all([countUnsent(db), listShares(db.name)])
  return { ...own, drafts: own.drafts + shares.length }
}

/**
 * Counts writes that the server does not have, and drafts with those that are unsaved edits, or files that were picked for a
 * form, only.
 */
export async function countUnsent(db: LocalDb): Promise<UnsentCounts> {
  const writes = withoutPhotosOf(await db.outbox.where('state').anyOf(UNSENT).toArray()).length
  const picked = (await db.picked.orderBy('form').uniqueKeys()) as string[]
  const begun = await db.drafts.where('kind').notEqual(EARLIER_KIND).primaryKeys()
  const drafts = new Set([...begun, ...draftsWithEdits(db.name), ...picked])
  return { writes, drafts: drafts.size }
}

async function sealRows(db: LocalDb, owner: Owner, { counts, rows, notes, shares }: Unsent): Promise<SealedWork[]> {
  const { outbox, drafts, receipts } = rows
  const pieces: [id: string, piece: Piece][] = [
    [`rows/${crypto.randomUUID()}`, { rows: { outbox, drafts, receipts }, notes }],
  ]
  for (const table of PHOTO_TABLES)
    for (const row of rows[table])
      pieces.push([`${table}/${row[db.table(table).schema.primKey.name]}`, { rows: { [table]: [row] }, notes: {} }])
  for (const share of shares) pieces.push([`shared/${share.id}`, { rows: { shared: [share as never] }, notes: {} }])
  const countsFrom = toldAt(toldNow())
  const times = { sealedAt: new Date(serverNow()).toISOString(), ...(countsFrom && { countsFrom }) }
  const isSent = (row: { outcome?: unknown; state?: unknown }) => row.outcome === 'sent' || row.state === 'acked'
  const sent = [...receipts, ...outbox].filter(isSent).length
  return Promise.all(
    pieces.map(async ([id, piece]) => {
      const response = new Response(packed(piece))
      const type = response.headers.get('content-type') ?? ''
      const box = await seal(owner.sealKey, await response.arrayBuffer())
      const held = id.startsWith('rows/') ? { ...counts, sent } : { writes: 0, drafts: 0 }
      return { id: `${db.name}/${id}`, dbName: db.name, username: owner.username, ...times, ...held, type, box }
    }),
  )
}

/** @returns false when nobody has come back for them for too long */
async function keepUnsentAlone(db: LocalDb): Promise<boolean> {
  const now = toldNow()
  const since = (await readMeta<string>(db, 'keptSince')) ?? toldAt(now)
  if (isOver(since, now)) return false
  await dropPictures(db.name)
  await dropAccountPhotos(db.name)
  await clearAllBut(db, ['outbox', 'drafts', ...PHOTO_TABLES])
  if (since) await writeMeta(db, 'keptSince', since)
  return true
}

/** An account's sealed work here: how much, and since when. */
export type SealedSummary = Pick<SealedWork, 'dbName' | 'username' | 'sealedAt' | 'writes' | 'drafts'> & {
  /** Writes that a server confirmed which has begun anew since: they are not on the server of today. */
  gone: number
}

/** All unsent work that is sealed, and confirmed work of servers that have begun anew, one line for each account. */
export async function listSealed(): Promise<SealedSummary[]> {
  const [all, user] = await Promise.all([deviceDb.sealed.toArray(), storedUser()])
  const isOfNow = ({ dbName }: { dbName: string }) => {
    const { lifeId = user?.lifeId } = identityOf({ name: dbName }) ?? {}
    return !user?.lifeId || lifeId === user.lifeId
  }
  const sums = [...Map.groupBy(all, ({ dbName }) => dbName).values()].map((seals) =>
    seals
      .map(({ box: _box, ...work }): SealedSummary => ({ ...work, gone: isOfNow(work) ? 0 : (work.sent ?? 0) }))
      .reduce(addUp),
  )
  return sums.filter(({ writes, drafts, gone }) => writes + drafts + gone > 0)
}

/** Receipts are sealed whole each time, so that the newest seal counts them all. */
function addUp(sum: SealedSummary, work: SealedSummary): SealedSummary {
  return {
    ...sum,
    sealedAt: work.sealedAt < sum.sealedAt ? work.sealedAt : sum.sealedAt,
    writes: sum.writes + work.writes,
    drafts: sum.drafts + work.drafts,
    gone: Math.max(sum.gone, work.gone),
  }
}

export async function hasSealed(dbName: string): Promise<boolean> {
  return (await deviceDb.sealed.where('dbName').equals(dbName).count()) > 0
}

/** The server's time; nothing where this page does not know it. */
function toldAt(now: number | null): string | undefined {
  return now === null ? undefined : new Date(now).toISOString()
}

const isOver = (since: string | undefined, now: number | null) =>
  since !== undefined && now !== null && Date.parse(since) < now - SEALED_DAYS * DAY_MS

/**
 * Ends sealed work that has waited for its person for too long.
 * @param now the server's time, as the device's clock may be years off; null, and nothing ends, where it is not known
 */
export function dropOldSealed(now: number | null): Promise<void> {
  return dropOld(deviceDb.sealed, now)
}

/** The same for what other apps have shared. */
export function dropOldShares(now: number | null): Promise<void> {
  return dropOld(deviceDb.shared, now)
}

async function dropOld(table: Table<{ countsFrom?: string }>, now: number | null): Promise<void> {
  if (now === null) return
  await table.filter(({ countsFrom }) => !countsFrom).modify({ countsFrom: toldAt(now) as string })
  await table.filter(({ countsFrom }) => isOver(countsFrom, now)).delete()
}
