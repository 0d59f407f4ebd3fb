import type { LocalDb } from '../../disk/local-db'
import { dropPhotoIfUnneeded } from '../../drafts/kept-photos'
import { dropFromGallery } from './gallery-photos'

/** Lets go of a photo that was shared into the app and that its person wants in no post. */
export async function dismissPhoto(db: LocalDb, blobId: string): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    await dropFromGallery(db, blobId)
    await dropPhotoIfUnneeded(db, blobId)
  })
}
