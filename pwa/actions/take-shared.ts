import type { LocalDb } from '../db/local-db'
import { emptyPostDraft, keepPostDraft, NEW_POST, readPostDraft } from '../db/post-drafts'
import { dropShared, findShared } from '../db/shared-photos'
import { preparePhoto } from '../uploads/prepare-photo'

/**
 * Puts what another app has shared into the form of a new post: its photo takes the place of the form's, its words go
 * only where nothing is written. Of several photos the first is taken, since a post shows one.
 * @returns whether there was a photo; without one it has to be chosen again
 * @throws PhotoRefused when this browser cannot open the photo
 */
export async function takeShared(db: LocalDb, id: string): Promise<boolean> {
  const shared = await findShared(id)
  if (!shared) return false
  const { photos, title, text } = shared
  const draft = (await readPostDraft(db, NEW_POST)) ?? emptyPostDraft()
  const words = { ...draft, title: draft.title || title, description: draft.description || text }
  const [photo] = photos
  try {
    if (!photo) {
      await keepPostDraft(db, NEW_POST, words)
    } else {
      const prepared = await preparePhoto(new File([photo.bytes], photo.name, { type: photo.type }))
      const kept = { blobId: crypto.randomUUID(), ...prepared, createdAt: new Date().toISOString(), url: null }
      await keepPostDraft(db, NEW_POST, { ...words, photo: { blobId: kept.blobId } }, kept)
    }
  } finally {
    // Also when it was refused: it would be refused again.
    await dropShared(id)
  }
  return photo !== undefined
}
