import { addToGallery, readGallery } from '../db/gallery-photos'
import { keeperOf } from '../db/keeper'
import type { LocalDb, PhotoBlob } from '../db/local-db'
import { emptyPostDraft, keepPostDraft, keptPost, NEW_POST, readPostDraft } from '../db/post-drafts'

/**
 * Puts what another app has shared into the form of a new post: the first photo takes the place of the form's, the words
 * go only where nothing is written. The other photos, and the one that the form had, are kept for further posts.
 */
export async function keepShared(
  db: LocalDb,
  photos: readonly PhotoBlob[],
  words: { title: string; text: string },
): Promise<void> {
  // What was typed last may not have reached the disk before the page was left.
  await keeperOf(db, keptPost(db, NEW_POST)).open()
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const draft = (await readPostDraft(db, NEW_POST)) ?? emptyPostDraft()
    const [first] = photos
    const before = draft.photo && 'blobId' in draft.photo ? [draft.photo.blobId] : []
    const choice = [...before, ...photos.map(({ blobId }) => blobId)]
    if (first) await db.blobs.bulkPut([...photos])
    if (choice.length > 1 || (await readGallery(db)).length > 0) await addToGallery(db, choice)
    await keepPostDraft(db, NEW_POST, {
      ...draft,
      title: draft.title || words.title,
      description: draft.description || words.text,
      photo: first ? { blobId: first.blobId } : draft.photo,
    })
  })
}
