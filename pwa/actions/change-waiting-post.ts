import { type MutationPayload, photosOf } from '#schema/mutations'
import { dropPhotoIfUnneeded, neededPhotos } from '../db/kept-photos'
import { forgetPostDraft } from '../db/post-drafts'
import type { SyncEngine } from '../sync/engine'
import { takeBack } from '../sync/outbox'
import { queuePhoto } from './queue-photo'

/**
 * Puts other words or another photo in the place of a post that has not left this device, or that the server refused.
 * @returns false when it may have left: then nothing has changed, and the draft stays
 */
export async function changeWaitingPost(
  engine: SyncEngine,
  opId: string,
  post: MutationPayload<'post.create'>,
): Promise<boolean> {
  const { db } = engine
  return engine.queueTogether(async (queue) => {
    const earlier = await takeBack(db, opId)
    if (!earlier) return false
    for (const blobId of photosOf('post.create', post)) await queuePhoto(db, queue, blobId)
    await queue('post.create', post)
    await forgetPostDraft(db, post.clientId)
    for (const blobId of neededPhotos(earlier)) await dropPhotoIfUnneeded(db, blobId)
    return true
  })
}
