import type { LocalDb, OutboxItem } from '../../disk/local-db'
import { laneOf, type MutationPayload, parseMutation, photosOf } from '../../disk/mutations'
import { dropPhotoIfUnneeded } from '../../drafts/kept-photos'
import { seenBefore } from '../../drafts/seen-words'
import { queuePhoto } from '../../photos/queue-photo'
import type { QueueWrite, SyncEngine } from '../../sync/engine'
import { postDraft } from './post-drafts'
import { sentPostChange } from './post-values'

/** Changes one's own post; it is kept at once and sent when the connection allows. Only the last words count. */
export async function changePost(engine: SyncEngine, post: MutationPayload<'post.change'>): Promise<void> {
  await engine.queueTogether((queue) => queueChange(engine.db, queue, post))
}

/** The same, to be called within a transaction. */
export async function queueChange(
  db: LocalDb,
  queue: QueueWrite,
  change: MutationPayload<'post.change'>,
): Promise<void> {
  const line = await changesInLine(db, change)
  const earlier = line.flatMap(({ payload }) => {
    const edit = parseMutation('post.change', payload)
    return edit ? photosOf('post.change', edit) : []
  })
  const post = { ...change, seen: seenBefore(line, change.seen, sentPostChange) }
  for (const blobId of photosOf('post.change', post)) await queuePhoto(db, queue, blobId)
  await queue('post.change', post)
  await postDraft(post.postKey).forget(db)
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
    await queueChange(db, queue, { ...words, postKey, postId })
    if (item.state === 'attention') await db.outbox.delete(opId)
    for (const blobId of photosOf('post.change', edit)) await dropPhotoIfUnneeded(db, blobId)
    return true
  })
}

/** Edits of this post that are still here; other words and another photo may be about to take their place. */
async function changesInLine(db: LocalDb, post: MutationPayload<'post.change'>): Promise<OutboxItem[]> {
  const line = await db.outbox.where('lane').equals(laneOf('post.change', post)).toArray()
  return line.filter(({ kind }) => kind === 'post.change')
}
