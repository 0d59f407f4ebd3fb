import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { withRoom } from '../../disk/with-room'
import { addToGallery } from './gallery-photos'
import { emptyPostDraft, NEW_POST, postDraft } from './post-drafts'
import { ASIDE_MAX, readAside, tablesOf } from './posts-aside'

/**
 * Puts what another app has shared into the form of a new post, as a draft of its own: its first photo and all its words.
 * The form's earlier content is set aside whole. Further photos of the share are kept for further posts.
 * @returns false when too many drafts wait already: then nothing has changed
 */
export async function keepShared(
  db: LocalDb,
  photos: readonly PhotoBlob[],
  words: { title: string; text: string },
): Promise<boolean> {
  // The last edit may not have reached the disk before the page was left.
  await postDraft(NEW_POST).autosave(db).open()
  return withRoom(() => fillForm(db, photos, words))
}

function fillForm(db: LocalDb, photos: readonly PhotoBlob[], words: { title: string; text: string }): Promise<boolean> {
  return db.transaction('rw', tablesOf(db), async () => {
    if ((await readAside(db)).length >= ASIDE_MAX) return false
    const [first] = photos
    if (first) await db.blobs.bulkPut([...photos])
    if (photos.length > 1)
      await addToGallery(
        db,
        photos.map(({ blobId }) => blobId),
      )
    await postDraft(NEW_POST).save(db, {
      ...emptyPostDraft(),
      title: words.title,
      description: words.text,
      photo: first ? { blobId: first.blobId } : null,
    })
    return true
  })
}
