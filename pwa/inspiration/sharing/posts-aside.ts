import type { Draft, LocalDb, PhotoBlob } from '../../disk/local-db'
import { endDraft } from '../../drafts/end-draft'
import { POST_ASIDE } from '../../drafts/join-drafts'
import { blobsIn, dropPhotoIfUnneeded } from '../../drafts/kept-photos'
import { NEW_POST, PostDraft, postDraft } from './post-drafts'

/** Of shares and drafts of posts at most so many wait; a further share is not taken in, and no earlier one gives way. */
export const ASIDE_MAX = 20

/** A post that somebody began before the one that the form shows. */
export interface PostAside {
  draftId: string
  draft: PostDraft
}

/** Posts that were begun and set aside, the oldest first. */
export async function readAside(db: LocalDb): Promise<PostAside[]> {
  const rows = await db.drafts.where('kind').equals(POST_ASIDE).sortBy('updatedAt')
  return rows.flatMap(({ draftId, values }) => {
    const draft = PostDraft.safeParse(values)
    return draft.success ? [{ draftId, draft: draft.data }] : []
  })
}

/** The tables of everything that is done to drafts of posts. */
export const tablesOf = (db: LocalDb) => [db.drafts, db.blobs, db.outbox]

/** Brings a draft back into the form, which sets aside what it held. */
export async function continueAside(db: LocalDb, draftId: string): Promise<void> {
  await db.transaction('rw', tablesOf(db), async () => {
    const wanted = PostDraft.safeParse((await db.drafts.get(draftId))?.values)
    if (wanted.success) await postDraft(NEW_POST).save(db, wanted.data)
  })
}

/** Throws a draft away, with its photo. @returns what it was, to be brought back; null when it is gone already */
export async function discardAside(
  db: LocalDb,
  draftId: string,
): Promise<{ drafts: Draft[]; photos: PhotoBlob[]; items: [] } | null> {
  return db.transaction('rw', tablesOf(db), async () => {
    const draft = await db.drafts.get(draftId)
    if (!draft) return null
    const photos = await db.blobs.bulkGet(blobsIn(draft.values))
    await endDraft(db, draftId)
    for (const blobId of blobsIn(draft.values)) await dropPhotoIfUnneeded(db, blobId)
    return { drafts: [draft], photos: photos.filter((photo) => photo !== undefined), items: [] }
  })
}
