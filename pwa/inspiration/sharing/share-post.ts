import { laneOf, type MutationPayload, photosOf } from '../../disk/mutations'
import { queuePhoto } from '../../photos/queue-photo'
import type { SyncEngine } from '../../sync/engine'
import { dropFromGallery } from './gallery-photos'
import { NEW_POST, postDraft } from './post-drafts'

/**
 * Shares a post. Photo, post and the end of its draft are one step on the disk: whatever happens in the middle, there is
 * either still the draft or one post on its way. It is sent when the connection allows.
 */
export async function sharePost(engine: SyncEngine, post: MutationPayload<'post.create'>): Promise<void> {
  await engine.queueTogether(async (queue) => {
    const inLine = await engine.db.outbox.where('lane').equals(laneOf('post.create', post)).count()
    if (inLine === 0) {
      for (const blobId of photosOf('post.create', post)) await queuePhoto(engine.db, queue, blobId)
      await queue('post.create', post)
    }
    if ('blobId' in post.photo) await dropFromGallery(engine.db, post.photo.blobId)
    await postDraft(NEW_POST).forget(engine.db)
  })
}
