import type { Post } from '#schema/inspiration'
import { type MutationPayload, type PhotoRef, photosOf } from '#schema/mutations'
import { reachability } from '../api/reachability'
import { dropPhotoIfUnneeded, neededPhotos } from '../db/kept-photos'
import { forgetPostDraft } from '../db/post-drafts'
import type { SyncEngine } from '../sync/engine'
import { takeBack } from '../sync/outbox'
import { changePost } from './change-post'
import { queuePhoto } from './queue-photo'

/** From the server's answer to a post until its row is here: one pull, and some patience. */
const ROW_LIMIT_MS = 10_000

/**
 * Puts other words or another photo in the place of a post that has not left this device, or that the server refused. A
 * post that was sent while it was being edited is changed like any other, as soon as its row is here.
 * @param waiting the post as it stood when the form was opened
 * @returns false when it may have left and did not come back in time: then nothing has changed, and the draft stays
 */
export async function changeWaitingPost(
  engine: SyncEngine,
  waiting: { opId: string; photo: PhotoRef },
  post: MutationPayload<'post.create'>,
  limitMs = ROW_LIMIT_MS,
): Promise<boolean> {
  if (await putInItsPlace(engine, waiting.opId, post)) return true
  const row = await arrived(engine, post.clientId, limitMs)
  if (!row) return false
  const { clientId, ...words } = post
  // Its photo is the server's now, and may have left this device.
  const isSamePhoto = 'blobId' in post.photo && 'blobId' in waiting.photo && post.photo.blobId === waiting.photo.blobId
  const photo = isSamePhoto ? { url: row.imageUrl } : post.photo
  await changePost(engine, { ...words, photo, postKey: clientId, postId: row.id })
  return true
}

async function putInItsPlace(engine: SyncEngine, opId: string, post: MutationPayload<'post.create'>): Promise<boolean> {
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
