import type { LocalDb } from '../../disk/local-db'
import { type MutationPayload, type PhotoRef, parseMutation } from '../../disk/mutations'
import type { SyncEngine } from '../../sync/engine'
import { dropFromGallery } from './gallery-photos'
import { emptyPostDraft, NEW_POST, postDraft } from './post-drafts'

type NewPost = MutationPayload<'post.create'>

/**
 * Shares a post. Photo, post and the end of its draft are one step on the disk: whatever happens in the middle, there is
 * either still the draft or one post on its way. It is sent when the connection allows.
 */
export async function sharePost(engine: SyncEngine, post: NewPost): Promise<void> {
  const { db } = engine
  // Two tabs may have begun with one draft: the server would answer the second post with the first.
  const clientId = (await wasSharedOtherwise(db, post)) ? crypto.randomUUID() : post.clientId
  await engine.queueTogether(async (submit) => {
    const shared = { ...post, clientId }
    await submit('post.create', shared, {
      draft: { forget: (disk) => postDraft(NEW_POST).forget(disk, { ...emptyPostDraft(), clientId: post.clientId }) },
      merge: (_, line) => (line.length === 0 ? shared : null),
    })
    if ('blobId' in post.photo) await dropFromGallery(db, post.photo.blobId)
  })
}

/** Did another post leave this device, or does it wait, under the client id of this one? */
async function wasSharedOtherwise(db: LocalDb, post: NewPost): Promise<boolean> {
  const [waiting, sent] = await Promise.all([db.outbox.toArray(), db.receipts.toArray()])
  const shared = [...waiting, ...sent].flatMap(({ kind, payload }) => {
    const earlier = kind === 'post.create' ? parseMutation(kind, payload) : null
    return earlier?.clientId === post.clientId ? [earlier] : []
  })
  const told = await Promise.all(shared.map((earlier) => textOf(db, earlier)))
  return told.length > 0 && !told.includes(await textOf(db, post))
}

/** A post in one text: the same for two that show the same. */
async function textOf(db: LocalDb, { title, description, alt, tags, links, photo }: NewPost): Promise<string> {
  return JSON.stringify([title, description ?? null, alt ?? null, tags, links, await addressOf(db, photo)])
}

/** A photo that has been sent has the address that its receipt names. */
async function addressOf(db: LocalDb, photo: PhotoRef): Promise<string> {
  return 'url' in photo ? photo.url : ((await db.blobs.get(photo.blobId))?.url ?? photo.blobId)
}
