import type { LocalDb, OutboxItem } from '../disk/local-db'
import { laneOf, mutationKinds, parseMutation, photosOf } from '../disk/mutations'

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

/** Those of a form's fields whose photos, if any, are all on this device. */
export async function fieldsWithPhotos(db: LocalDb, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const known = new Set(await db.blobs.toCollection().primaryKeys())
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => blobsIn(value).every((id) => known.has(id))))
}

/** Photos that only this device has, wherever they stand in what is kept. */
export function blobsIn(kept: unknown): string[] {
  return [...(JSON.stringify(kept) ?? '').matchAll(/"blobId":"([^"]+)"/g)].map(([, blobId]) => blobId ?? '')
}

/** A form with photos of another state of it: beside its own in a list, and in place of none. */
export function withPhotos<Values>(values: Values, held: Values, blobIds: readonly string[]): Values {
  const hasOne = (kept: unknown) => blobsIn(kept).some((blobId) => blobIds.includes(blobId))
  const join = (one: unknown, other: unknown): unknown => {
    if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other.filter(hasOne)]
    if (!isFields(one) || !isFields(other) || 'blobId' in other) return blobsIn(one).length > 0 ? one : other
    const found = Object.entries(other).filter(([, kept]) => hasOne(kept))
    return { ...one, ...Object.fromEntries(found.map(([name, kept]) => [name, join(one[name], kept)])) }
  }
  return join(values, held) as Values
}

const isFields = (kept: unknown): kept is Record<string, unknown> => typeof kept === 'object' && kept !== null

/** Photos on this device that a write needs. */
export function neededPhotos(item: Pick<OutboxItem, 'kind' | 'payload'>): string[] {
  if (!Object.hasOwn(mutationKinds, item.kind) || !('photos' in mutationKinds[item.kind])) return []
  const payload = parseMutation(item.kind, item.payload)
  return payload === null ? [] : photosOf(item.kind, payload)
}
