import type { LocalDb } from '../../disk/local-db'
import { laneOf, type MutationPayload, parseMutation, photosOf } from '../../disk/mutations'
import { dropPhotoIfUnneeded } from '../../drafts/kept-photos'
import { queuePhoto } from '../../photos/queue-photo'
import type { QueueWrite, SyncEngine } from '../../sync/engine'
import { forgetPostDraft } from './post-drafts'

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

/**
 * Puts other words in the place of an edit that waits or was refused. One that may have left is followed by the new one.
 * @returns false for one that is nowhere in line any more
 */
export async function rewriteChange(
  engine: SyncEngine,
  opId: string,
  words: Omit<MutationPayload<'post.change'>, 'postKey' | 'postId'>,
): Promise<boolean> {
  const { db } = engine
  return engine.queueTogether(async (queue) => {
    const item = await db.outbox.get(opId)
    const edit = item?.kind === 'post.change' ? parseMutation('post.change', item.payload) : null
    if (!item || !edit) return false
    const { postKey, postId } = edit
    if (item.state === 'attention') await db.outbox.delete(opId)
    await queueChange(db, queue, { ...words, postKey, postId })
    for (const blobId of photosOf('post.change', edit)) await dropPhotoIfUnneeded(db, blobId)
    return true
  })
}

/** Photos of edits of this post that have not gone out yet; another photo may be about to take their place. */
async function photosInLine(db: LocalDb, post: MutationPayload<'post.change'>): Promise<string[]> {
  const line = await db.outbox.where('lane').equals(laneOf('post.change', post)).toArray()
  return line.flatMap(({ kind, payload }) => {
    const edit = kind === 'post.change' ? parseMutation(kind, payload) : null
    return edit ? photosOf('post.change', edit) : []
  })
}
