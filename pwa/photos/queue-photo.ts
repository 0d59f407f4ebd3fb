import type { LocalDb } from '../disk/local-db'
import type { QueueWrite } from '../sync/engine'
import { uploadsOf } from '../sync/outbox'

/**
 * Sends a photo of this device along, unless it has arrived or is in line already. One that was refused is tried once
 * more, under a key of its own. To be called within a transaction, and only for a photo of this device: awaiting a
 * function that has nothing to ask of the disk would end the transaction.
 */
export async function queuePhoto(db: LocalDb, queue: QueueWrite, blobId: string): Promise<void> {
  const uploads = await uploadsOf(db, [blobId])
  const refused = uploads.filter(({ state }) => state === 'attention')
  if (refused.length > 0) await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
  const isInLine = uploads.length > refused.length
  if (!isInLine && (await db.blobs.get(blobId))?.url == null) await queue('photo.upload', { blobId })
}
