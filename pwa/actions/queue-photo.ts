import type { PhotoRef } from '#schema/mutations'
import type { LocalDb } from '../db/local-db'
import type { QueueWrite } from '../sync/engine'
import { uploadsOf } from '../sync/outbox'

/**
 * Sends a post's photo along, unless it has arrived or is in line already. One that was refused is tried once more, under
 * a key of its own.
 */
export async function queuePhoto(db: LocalDb, queue: QueueWrite, photo: PhotoRef): Promise<void> {
  if (!('blobId' in photo)) return
  const { blobId } = photo
  const uploads = await uploadsOf(db, [blobId])
  const refused = uploads.filter(({ state }) => state === 'attention')
  await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
  const isInLine = uploads.length > refused.length
  if (!isInLine && (await db.blobs.get(blobId))?.url == null) await queue('photo.upload', { blobId })
}
