import { laneOf, type MutationPayload, parseMutation, photosOf } from '#schema/mutations'
import { dropPhotoIfUnneeded } from '../db/kept-photos'
import type { LocalDb } from '../db/local-db'
import { forgetPostDraft } from '../db/post-drafts'
import type { QueueWrite, SyncEngine } from '../sync/engine'
import { queuePhoto } from './queue-photo'

/** Changes one's own post; it is kept at once and sent when the connection allows. Only the last words count. */
export async function changePost(engine: SyncEngine, post: MutationPayload<'post.change'>): Promise<void> {
  await engine.queueTogether((queue) => queueChange(engine.db, queue, post))
}

/** The same, to be called within a transaction. */
export async function queueChange(db: LocalDb, queue: QueueWrite, post: MutationPayload<'post.change'>): Promise<void> {
  const earlier = await photosInLine(db, post)
  for (const blobId of photosOf('post.change', post)) await queuePhoto(db, queue, blobId)
  await queue('post.change', post)
  await forgetPostDraft(db, post.postKey)
  for (const blobId of earlier) await dropPhotoIfUnneeded(db, blobId)
}

/** Photos of edits of this post that have not gone out yet; another photo may be about to take their place. */
async function photosInLine(db: LocalDb, post: MutationPayload<'post.change'>): Promise<string[]> {
  const line = await db.outbox.where('lane').equals(laneOf('post.change', post)).toArray()
  return line.flatMap(({ kind, payload }) => {
    const edit = kind === 'post.change' ? parseMutation(kind, payload) : null
    return edit ? photosOf('post.change', edit) : []
  })
}
