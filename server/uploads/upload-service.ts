import { and, eq, getTableName, inArray, lt, max, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { EARLIER_KEPT_MS } from '#schema/draft'
import type { Db } from '../db/client'
import { build, type Step, step, updateStep } from '../db/steps'
import {
  bookings,
  damageReports,
  drafts,
  handovers,
  inspirationPosts,
  listings,
  madeToOrderItems,
  purchases,
  reports,
  uploads,
  users,
} from '../db/tables'
import type { Deps } from '../deps'
import { assertPhotoQuota } from '../http/quotas'
import { listOldPhotos, ownPhotoHash, photoFileNames, preparePhoto, putPhoto, webpName } from './photo-store'

const DAY_MS = 86_400_000
/** Devices promise earlier versions for 30 days, and a photo that an edit took out counts as a day old. */
export const ORPHAN_DAYS = EARLIER_KEPT_MS / DAY_MS + 1
const ROWS_AT_ONCE = 1_000
const OWN_PHOTOS = /\/uploads\/([a-f0-9]{64})/g

/** Every place where the address of a photo may stand. */
const PHOTO_COLUMNS: [SQLiteTable, SQLiteColumn][] = [
  [users, users.profilePhoto],
  [listings, listings.mainImage],
  [listings, listings.images],
  [bookings, bookings.listingPhoto],
  [damageReports, damageReports.images],
  [damageReports, damageReports.renterResponseImages],
  [damageReports, damageReports.repairInvoiceUrl],
  [madeToOrderItems, madeToOrderItems.mainImage],
  [madeToOrderItems, madeToOrderItems.images],
  [purchases, purchases.itemPhoto],
  [handovers, handovers.photos],
  [handovers, handovers.atClaim],
  [drafts, drafts.fields],
  [drafts, drafts.others],
  [drafts, drafts.earlier],
  [inspirationPosts, inspirationPosts.imageUrl],
  [reports, reports.photo],
]

/**
 * Keeps a person's photo and answers its address on our origin. The same photo again is the same address, and counts as
 * new for the deletion of what nobody uses. @throws Refusal as `preparePhoto` does.
 */
export async function saveUpload(deps: Deps, userId: number, content: Uint8Array): Promise<{ url: string }> {
  const { files, ...photo } = await preparePhoto(content)
  const createdAt = deps.now().toISOString()
  const assertRoom = async () => {
    if (!(await isKept(deps.db, userId, photo.sha256))) await assertPhotoQuota(deps, userId, photo.bytes)
  }
  await assertRoom()
  await putPhoto(deps.photos, files)
  const { value } = await deps.db.write(async () => {
    await assertRoom()
    const insert = build
      .insert(uploads)
      .values({ userId, ...photo, createdAt })
      .onConflictDoUpdate({ target: [uploads.userId, uploads.sha256], set: { createdAt: sql`excluded.created_at` } })
    return { steps: [step(insert)], value: { url: `${deps.env.origin}/uploads/${photo.sha256}.jpg` } }
  })
  // The same photo of somebody else may have been removed just before there was a row; see `removeUnownedPhotos`.
  await putPhoto(deps.photos, files)
  return value
}

async function isKept(db: Db, userId: number, sha256: string): Promise<boolean> {
  const own = and(eq(uploads.userId, userId), eq(uploads.sha256, sha256))
  return (await db.read.select({ id: uploads.id }).from(uploads).where(own)).length > 0
}

/**
 * Starts the time of photos anew that an edit takes out of a row, or the end of a draft: devices may put them back. They count
 * as a day old, so that no daily limit counts them.
 * @param held texts in which their addresses stand
 */
export function droppedPhotoSteps({ now }: Deps, userId: number, held: string[], kept: string[]): Step[] {
  const left = new Set(kept.map(ownPhotoHash))
  const dropped = held.flatMap(ownPhotosIn).filter((sha256) => !left.has(sha256))
  if (dropped.length === 0) return []
  const createdAt = new Date(now().getTime() - DAY_MS).toISOString()
  const own = and(eq(uploads.userId, userId), inArray(uploads.sha256, dropped), lt(uploads.createdAt, createdAt))
  return [updateStep(uploads, { createdAt }, own)]
}

/** Deletes photos that were uploaded more than a month ago and are used nowhere. @returns how many. */
export async function deleteOrphanUploads(deps: Deps): Promise<number> {
  // A server that ended between a row and its files has left files that nobody owns, and so has a restore: whoever puts the
  // later database back needs them.
  await removeUnownedPhotos(deps, await listOldPhotos(deps.photos, ORPHAN_DAYS))
  if ((await findOrphans(deps)).length === 0) return 0
  const { value } = await deps.db.write(async () => {
    // Looked for again now that nothing is being written: one of them may have found its place meanwhile.
    const orphans = await findOrphans(deps)
    return {
      value: orphans,
      steps: orphans.map((sha256) => step(build.delete(uploads).where(eq(uploads.sha256, sha256)))),
    }
  })
  await removeUnownedPhotos(deps, value)
  return value.length
}

/** Removes the files of those photos that nobody owns any more. */
export async function removeUnownedPhotos(deps: Deps, hashes: string[]): Promise<void> {
  for (const sha256 of await unowned(deps.db, hashes)) {
    const names = photoFileNames(sha256)
    for (const name of [...names, ...names.map(webpName)]) {
      // Read before it goes: a file that is gone cannot be read.
      const content = await (await deps.photos.get(name))?.bytes()
      if (!content) continue
      await deps.photos.remove(name)
      // Somebody may have uploaded the same photo meanwhile. A row that comes after this look is followed by its files.
      const isUnowned = (await unowned(deps.db, [sha256])).length > 0
      if (!isUnowned) await deps.photos.put(name, content)
    }
  }
}

async function unowned(db: Db, hashes: string[]): Promise<string[]> {
  const owned = await db.read
    .selectDistinct({ sha256: uploads.sha256 })
    .from(uploads)
    .where(sql`${uploads.sha256} IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`)
  const known = new Set(owned.map(({ sha256 }) => sha256))
  return hashes.filter((sha256) => !known.has(sha256))
}

async function findOrphans(deps: Deps): Promise<string[]> {
  const before = new Date(deps.now().getTime() - ORPHAN_DAYS * DAY_MS).toISOString()
  const latest = await deps.db.read
    .select({ sha256: uploads.sha256, createdAt: max(uploads.createdAt) })
    .from(uploads)
    .groupBy(uploads.sha256)
  const old = latest.filter(({ createdAt }) => createdAt !== null && createdAt < before)
  if (old.length === 0) return []
  const used = await findUsedPhotos(deps.db)
  return old.map(({ sha256 }) => sha256).filter((sha256) => !used.has(sha256))
}

async function findUsedPhotos(db: Db): Promise<Set<string>> {
  const used = new Set<string>()
  for (const [table, column] of PHOTO_COLUMNS)
    for await (const text of textsOf(db, getTableName(table), column.name))
      for (const sha256 of ownPhotosIn(text)) used.add(sha256)
  return used
}

function ownPhotosIn(text: string): string[] {
  return [...text.matchAll(OWN_PHOTOS)].flatMap(([, sha256]) => sha256 ?? [])
}

/** All texts of a column, some rows at a time: a large market is read for seconds, and others have their turns between two reads. */
async function* textsOf(db: Db, table: string, column: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const sql = `SELECT rowid AS n, ${column} AS text FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`
    const [page] = await db.readBatch([{ sql, args: [after] }])
    for (const { text } of page?.rows ?? []) yield String(text ?? '')
    const last = page?.rows.at(-1)
    if (!last) return
    after = Number(last.n)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
