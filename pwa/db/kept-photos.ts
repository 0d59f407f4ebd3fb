import { laneOf, mutationKinds, parseMutation, photosOf } from '#schema/mutations'
import type { LocalDb, OutboxItem } from './local-db'

/** Lets go of a photo that neither a draft nor a waiting write refers to any more, and of its upload if that never began. */
export async function dropPhotoIfUnneeded(db: LocalDb, blobId: string): Promise<void> {
  if ((await unneededPhotos(db, [blobId])).length === 0) return
  const uploads = await db.outbox.where('lane').equals(laneOf('photo.upload', { blobId })).toArray()
  if (uploads.some(({ state, everSent }) => state === 'sending' || (state === 'queued' && everSent))) return
  await db.outbox.bulkDelete(uploads.filter(({ state }) => state !== 'acked').map(({ opId }) => opId))
  await db.blobs.delete(blobId)
}

/** Those of the photos that neither a draft nor a waiting write refers to. */
export async function unneededPhotos(db: LocalDb, blobIds: string[]): Promise<string[]> {
  if (blobIds.length === 0) return []
  const [drafts, writes] = await Promise.all([db.drafts.toArray(), db.outbox.toArray()])
  const kept = JSON.stringify(drafts.map(({ values }) => values))
  const needed = new Set(writes.flatMap(neededPhotos))
  return blobIds.filter((blobId) => !needed.has(blobId) && !kept.includes(blobId))
}

/** Photos on this device that a write needs. */
export function neededPhotos(item: Pick<OutboxItem, 'kind' | 'payload'>): string[] {
  if (!Object.hasOwn(mutationKinds, item.kind) || !('photos' in mutationKinds[item.kind])) return []
  const payload = parseMutation(item.kind, item.payload)
  return payload === null ? [] : photosOf(item.kind, payload)
}

/** Is this photo at the server, or in line for it? */
export async function hasUpload(db: LocalDb, blobId: string): Promise<boolean> {
  const uploads = await db.outbox.where('lane').equals(laneOf('photo.upload', { blobId })).count()
  return uploads > 0 || (await db.blobs.get(blobId))?.url != null
}
