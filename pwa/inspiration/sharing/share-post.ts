import type { MutationPayload } from '../../disk/mutations'
import type { SyncEngine } from '../../sync/engine'
import { dropFromGallery } from './gallery-photos'
import { NEW_POST, postDraft } from './post-drafts'

/**
 * Shares a post. Photo, post and the end of its draft are one step on the disk: whatever happens in the middle, there is
 * either still the draft or one post on its way. It is sent when the connection allows.
 */
export async function sharePost(engine: SyncEngine, post: MutationPayload<'post.create'>): Promise<void> {
  await engine.queueTogether(async (submit) => {
    await submit('post.create', post, {
      draft: postDraft(NEW_POST),
      merge: (_, line) => (line.length === 0 ? post : null),
    })
    if ('blobId' in post.photo) await dropFromGallery(engine.db, post.photo.blobId)
  })
}
