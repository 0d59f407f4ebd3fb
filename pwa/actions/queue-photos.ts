import type { LocalDb } from '../db/local-db'
import type { QueueWrite } from '../sync/engine'
import { uploadsOf } from '../sync/outbox'

/**
 * Puts photos of this device in line that are neither at the server nor on their way. One that was refused begins anew,
 * under a key of its own.
 */
export async function queuePhotos(db: LocalDb, queue: QueueWrite, blobIds: readonly string[]): Promise<void> {
  for (const blobId of new Set(blobIds)) {
    const uploads = await uploadsOf(db, [blobId])
    const refused = uploads.filter(({ state }) => state === 'attention')
    await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
    const isInLine = uploads.length > refused.length
    if (!isInLine && (await db.blobs.get(blobId))?.url == null) await queue('photo.upload', { blobId })
  }
}
