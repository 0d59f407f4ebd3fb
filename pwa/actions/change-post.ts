import { laneOf, type MutationPayload, parseMutation, photosOf } from '#schema/mutations'
import { dropPhotoIfUnneeded } from '../db/kept-photos'
import { forgetPostDraft } from '../db/post-drafts'
import type { SyncEngine } from '../sync/engine'
import { queuePhoto } from './queue-photo'

/** Changes one's own post; it is kept at once and sent when the connection allows. Only the last words count. */
export async function changePost(engine: SyncEngine, post: MutationPayload<'post.change'>): Promise<void> {
  const { db } = engine
  await engine.queueTogether(async (queue) => {
    const earlier = await photosInLine(engine, post)
    for (const blobId of photosOf('post.change', post)) await queuePhoto(db, queue, blobId)
    await queue('post.change', post)
    await forgetPostDraft(db, post.postKey)
    for (const blobId of earlier) await dropPhotoIfUnneeded(db, blobId)
  })
}

/** Photos of edits of this post that have not gone out yet; another photo may be about to take their place. */
async function photosInLine({ db }: SyncEngine, post: MutationPayload<'post.change'>): Promise<string[]> {
  const line = await db.outbox.where('lane').equals(laneOf('post.change', post)).toArray()
  return line.flatMap(({ kind, payload }) => {
    const edit = kind === 'post.change' ? parseMutation(kind, payload) : null
    return edit ? photosOf('post.change', edit) : []
  })
}
