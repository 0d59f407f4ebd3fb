import type { MutationPayload } from '../../disk/mutations'
import { pendingOf } from '../../disk/pending-of'
import { dropPhotoIfUnneeded, neededPhotos } from '../../drafts/kept-photos'
import { afterEarlier } from '../../drafts/seen-words'
import type { SyncEngine } from '../../sync/engine'
import type { Submit } from '../../sync/submit'
import { dropFromGallery } from './gallery-photos'
import { postDraft } from './post-drafts'
import { sentPostChange } from './post-values'

/** Changes one's own post; it is kept at once and sent when the connection allows. Only the last words count. */
export async function changePost(engine: SyncEngine, post: MutationPayload<'post.change'>): Promise<void> {
  await engine.queueTogether(async (submit) => {
    await submitChange(submit, post)
    // Another tab may have put it there, with a photo of its own for this post.
    if (post.photo && 'blobId' in post.photo) await dropFromGallery(engine.db, post.photo.blobId)
  })
}

/** The same, to be called within a transaction. */
export const submitChange = (submit: Submit, change: MutationPayload<'post.change'>): Promise<string | null> =>
  submit('post.change', change, {
    draft: postDraft(change.postKey),
    merge(replaced, line) {
      const { edit, seen } = afterEarlier(change, replaced, line, sentPostChange)
      return { ...edit, seen }
    },
  })

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
  return engine.queueTogether(async (submit) => {
    const [edit] = pendingOf(await db.outbox.where({ opId }).toArray(), 'post.change')
    if (!edit) return false
    const { postKey, postId } = edit.payload
    await submitChange(submit, { ...words, postKey, postId })
    if (edit.item.state === 'attention') await db.outbox.delete(opId)
    for (const blobId of neededPhotos(edit.item)) await dropPhotoIfUnneeded(db, blobId)
    return true
  })
}
