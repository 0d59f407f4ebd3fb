import type { Post } from '#schema/inspiration'
import type { OutboxItem } from '../../disk/local-db'
import type { MutationPayload, PhotoRef, SeenWords } from '../../disk/mutations'
import { pendingOf } from '../../disk/pending-of'
import { dropPhotoIfUnneeded, neededPhotos } from '../../drafts/kept-photos'
import { afterEarlier } from '../../drafts/seen-words'
import type { SyncEngine } from '../../sync/engine'
import { lineFrom } from '../../sync/outbox'
import { reachability } from '../../sync/reachability'
import { changePost, submitChange } from './change-post'
import { postDraft } from './post-drafts'
import { sentPostChange } from './post-values'

/** From the moment a sent post leaves the outbox until its row can be read. */
const ROW_LIMIT_MS = 10_000

/** A post that the server did not have when its form was opened, and what the form showed. */
type WaitingWords = MutationPayload<'post.create'> & { seen?: SeenWords | undefined }

/**
 * Puts other words or another photo in the place of a post that has not left this device, or that the server refused. One
 * that is on its way is changed by an edit that goes out behind it, and one that has arrived like any other.
 * @param waiting the post as it stood when the form was opened
 * @returns false when the post is nowhere to be found: then nothing has changed, and the draft stays
 */
export async function changeWaitingPost(
  engine: SyncEngine,
  waiting: { opId: string; photo: PhotoRef },
  post: WaitingWords,
  limitMs = ROW_LIMIT_MS,
): Promise<boolean> {
  if (await changeInLine(engine, waiting.opId, post)) return true
  const row = await arrived(engine, post.clientId, limitMs)
  if (!row) return false
  const { clientId, seen, ...words } = post
  // Its photo is the server's now, and may have left this device.
  const isSamePhoto = 'blobId' in post.photo && 'blobId' in waiting.photo && post.photo.blobId === waiting.photo.blobId
  const photo = isSamePhoto ? { url: row.imageUrl } : post.photo
  const here = seen && { ...seen, photos: seen.photos.map(({ alt }) => ({ photo: { url: row.imageUrl }, alt })) }
  await changePost(engine, { ...words, photo, postKey: clientId, postId: row.id, seen: here })
  return true
}

/** In one transaction: between the look at the line and the write, the post neither leaves nor arrives. */
async function changeInLine(engine: SyncEngine, opId: string, post: WaitingWords): Promise<boolean> {
  const { db } = engine
  const { clientId, ...words } = post
  return engine.queueTogether(async (submit) => {
    const earlier = await lineFrom(db, opId)
    if (earlier.length > 0) {
      await db.outbox.bulkDelete(earlier.map((item) => item.opId))
      await submit('post.create', withEdit(post, earlier), { draft: postDraft(clientId) })
      for (const blobId of earlier.flatMap(neededPhotos)) await dropPhotoIfUnneeded(db, blobId)
      return true
    }
    const sent = await db.outbox.get(opId)
    // One that was confirmed without a number comes with its row.
    if (!sent || (sent.state === 'acked' && sent.number === undefined)) return false
    await submitChange(submit, { ...words, postKey: clientId, postId: sent.number ?? null })
    return true
  })
}

/** The post as its form says, and where nobody has typed in the form, as the edit behind the post says. */
function withEdit({ clientId, ...words }: WaitingWords, line: OutboxItem[]): MutationPayload<'post.create'> {
  const behind = pendingOf(line, 'post.change').at(-1)?.payload ?? null
  const { edit } = afterEarlier({ ...words, postKey: clientId, postId: null }, behind, line, sentPostChange)
  const { title, description, alt, tags, links, photo } = edit
  return { title, description, alt, tags, links, photo, clientId }
}

/** The post as the server tells of it. Where nobody can be reached, only what is here already counts. */
async function arrived({ catalogue, userId }: SyncEngine, clientId: string, limitMs: number): Promise<Post | null> {
  const row = () => catalogue.all('post').find((one) => one.clientId === clientId && one.userId === userId) ?? null
  if (row() || !reachability().reachable) return row()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  const unsubscribe = catalogue.subscribe(() => row() && resolve())
  await promise
  clearTimeout(timer)
  unsubscribe()
  return row()
}
