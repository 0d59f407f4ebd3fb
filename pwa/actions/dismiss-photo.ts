import { dropFromGallery } from '../db/gallery-photos'
import { dropPhotoIfUnneeded } from '../db/kept-photos'
import type { LocalDb } from '../db/local-db'

/** Lets go of a photo that was shared into the app and that its person wants in no post. */
export async function dismissPhoto(db: LocalDb, blobId: string): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    await dropFromGallery(db, blobId)
    await dropPhotoIfUnneeded(db, blobId)
  })
}
