import { and, eq, gt, inArray, lt, max, sql } from 'drizzle-orm'
import { EARLIER_KEPT_MS } from '#schema/draft'
import type { Db } from '../db/client'
import { build, type Step, step, updateStep } from '../db/steps'
import { uploads } from '../db/tables'
import type { Deps } from '../deps'
import { assertPhotoQuota } from '../http/quotas'
import { listOldPhotos, ownPhotoHash, photoFileNames, preparePhoto, putPhoto, webpName } from './photo-store'
import { findUsedPhotos, isShown, ownPhotosIn } from './used-photos'

const DAY_MS = 86_400_000
/** Devices promise earlier versions for 30 days, and a photo that an edit took out counts as a day old. */
export const ORPHAN_DAYS = EARLIER_KEPT_MS / DAY_MS + 1
const ORPHANS_A_WRITE = 20
/** A statement and its answer hold so many, where the database is on a server. */
const PHOTOS_A_READ = 500

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
  const before = new Date(deps.now().getTime() - ORPHAN_DAYS * DAY_MS).toISOString()
  const orphans = await findOrphans(deps.db, before)
  let deleted = 0
  for (let from = 0; from < orphans.length; from += ORPHANS_A_WRITE) {
    const some = orphans.slice(from, from + ORPHANS_A_WRITE)
    await deps.db.write(() => some.map((sha256) => deleteOrphanStep(sha256, before)))
    const gone = await unowned(deps.db, some)
    await removeUnownedPhotos(deps, gone)
    deleted += gone.length
  }
  return deleted
}

/** A photo that was uploaded again, or named, since all rows were looked through stays. */
function deleteOrphanStep(sha256: string, before: string): Step {
  const isYoung = sql`EXISTS (SELECT 1 FROM uploads WHERE sha256 = ${sha256} AND created_at >= ${before})`
  return step(sql`DELETE FROM uploads WHERE sha256 = ${sha256} AND NOT ${isYoung} AND NOT ${isShown(sha256)}`)
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
  const known = new Set<string>()
  for (let from = 0; from < hashes.length; from += PHOTOS_A_READ) {
    const some = JSON.stringify(hashes.slice(from, from + PHOTOS_A_READ))
    const owned = await db.read
      .selectDistinct({ sha256: uploads.sha256 })
      .from(uploads)
      .where(sql`${uploads.sha256} IN (SELECT value FROM json_each(${some}))`)
    for (const { sha256 } of owned) known.add(sha256)
  }
  return hashes.filter((sha256) => !known.has(sha256))
}

async function findOrphans(db: Db, before: string): Promise<string[]> {
  const old = await listLastUploaded(db, before)
  if (old.length === 0) return []
  const used = await findUsedPhotos(db)
  return old.filter((sha256) => !used.has(sha256))
}

/** The photos that nobody has uploaded since. */
async function listLastUploaded(db: Db, before: string): Promise<string[]> {
  const old: string[] = []
  for (let after = ''; ; ) {
    const page = await db.read
      .select({ sha256: uploads.sha256, createdAt: max(uploads.createdAt) })
      .from(uploads)
      .where(gt(uploads.sha256, after))
      .groupBy(uploads.sha256)
      .orderBy(uploads.sha256)
      .limit(PHOTOS_A_READ)
    for (const { sha256, createdAt } of page) if (createdAt !== null && createdAt < before) old.push(sha256)
    const last = page.at(-1)
    if (!last) return old
    after = last.sha256
  }
}
