import * as z from 'zod/mini'
import { PostLink } from '#schema/inspiration'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { PhotoRef, SeenWords } from '../../disk/mutations'
import type { KeptDraft } from '../../drafts/autosave'
import { endDraft } from '../../drafts/end-draft'
import { dropPhotoIfUnneeded } from '../../drafts/kept-photos'

/** Typed text is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Typed = z.string().check(z.maxLength(100_000))

/** A post form as its person left it. `clientId` goes with the post, so that tries of one draft never become two posts. */
export const PostDraft = z.object({
  clientId: z.uuid(),
  title: Typed,
  description: Typed,
  alt: Typed,
  tags: z.array(Typed),
  links: z.array(PostLink),
  photo: z.nullable(PhotoRef),
  /** What the form of a post that exists showed at first. */
  seen: z.optional(SeenWords),
})
export type PostDraft = z.infer<typeof PostDraft>

/** The form of a post that does not exist yet. */
export const NEW_POST = 'new'

export function emptyPostDraft(): PostDraft {
  return { clientId: crypto.randomUUID(), title: '', description: '', alt: '', tags: [], links: [], photo: null }
}

/** The kept form of a post, or null. One that makes no sense, or whose photo is gone, goes on without what is missing. */
export async function readPostDraft(db: LocalDb, key: string): Promise<PostDraft | null> {
  const kept = PostDraft.safeParse((await db.drafts.get(postDraftId(key)))?.values)
  if (!kept.success) return null
  const { photo } = kept.data
  if (photo && 'blobId' in photo && !(await db.blobs.get(photo.blobId))) return { ...kept.data, photo: null }
  return kept.data
}

/** The form of a post as it keeps itself. */
export function keptPost(db: LocalDb, key: string): KeptDraft<PostDraft> {
  return {
    draftId: postDraftId(key),
    tables: [db.blobs, db.outbox],
    read: () => readPostDraft(db, key),
    write: (values, [picked]) => keepPostDraft(db, key, values, picked),
    parse: (noted) => PostDraft.safeParse(noted).data ?? null,
  }
}

/** Keeps a form as it is now, together with the photo that was just picked for it, if any. */
export async function keepPostDraft(db: LocalDb, key: string, values: PostDraft, picked?: PhotoBlob): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readPostDraft(db, key)
    if (picked) await db.blobs.put(picked)
    await db.drafts.put({
      draftId: postDraftId(key),
      kind: 'post',
      values,
      updatedAt: new Date().toISOString(),
    })
    const replaced = blobOf(before)
    if (replaced) await dropPhotoIfUnneeded(db, replaced)
  })
}

/** Forgets a form; its photo stays where a waiting write needs it. */
export async function forgetPostDraft(db: LocalDb, key: string): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const before = await readPostDraft(db, key)
    await endDraft(db, postDraftId(key))
    const left = blobOf(before)
    if (left) await dropPhotoIfUnneeded(db, left)
  })
}

function blobOf(draft: PostDraft | null): string | null {
  return draft?.photo && 'blobId' in draft.photo ? draft.photo.blobId : null
}

/** Under which a post's form is kept. */
export function postDraftId(key: string): string {
  return `post:${key}`
}
