import * as z from 'zod/mini'
import { PostLink } from '#schema/inspiration'
import type { LocalDb } from '../../disk/local-db'
import { PhotoRef, SeenWords } from '../../disk/mutations'
import { type DeviceDraft, draftOf } from '../../drafts/draft-of'
import { POST_ASIDE, postAside } from '../../drafts/join-drafts'
import { blobsIn, dropPhotoIfUnneeded } from '../../drafts/kept-photos'
import { addToGallery, dropFromGallery } from './gallery-photos'

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
  /** The first values of the form of an existing post. */
  seen: z.optional(SeenWords),
  /** The id of the waiting or refused edit that the form was opened over. */
  over: z.optional(z.string()),
  /** Edits whose words the form showed, and that were discarded since. */
  discarded: z.optional(z.array(z.unknown())),
})
export type PostDraft = z.infer<typeof PostDraft>

/** The form of a post that does not exist yet. */
export const NEW_POST = 'new'

export function emptyPostDraft(): PostDraft {
  return { clientId: crypto.randomUUID(), title: '', description: '', alt: '', tags: [], links: [], photo: null }
}

/** Is there nothing in a form that its person would miss? */
function isBlank({ title, description, alt, tags, links, photo }: PostDraft): boolean {
  return `${title}${description}${alt}`.trim() === '' && tags.length + links.length === 0 && photo === null
}

/** Makes a draft of its own of another post that is in the form, from a share or another tab. The post that goes on is set aside no more. */
async function setOtherAside(db: LocalDb, next: PostDraft): Promise<void> {
  const held = await postDraft(NEW_POST).read(db)
  if (held && held.clientId !== next.clientId && !isBlank(held)) await setAside(db, held)
  const { draftId } = postAside(next, '')
  const before = blobsIn(await db.drafts.get(draftId))
  await db.drafts.delete(draftId)
  for (const blobId of before) if (!blobsIn(next).includes(blobId)) await dropPhotoIfUnneeded(db, blobId)
}

async function setAside(db: LocalDb, draft: PostDraft): Promise<void> {
  // Two shares may come in one millisecond, and a clock may be set back: the order stays.
  const last = await db.drafts.where('kind').equals(POST_ASIDE).reverse().sortBy('updatedAt')
  const updatedAt = new Date(Math.max(Date.now(), Date.parse(last[0]?.updatedAt ?? '') + 1 || 0)).toISOString()
  await db.drafts.put(postAside(draft, updatedAt))
  for (const blobId of blobsIn(draft.photo)) await dropFromGallery(db, blobId)
}

/** The form of a post, on this device. One whose photo is lost goes on without it. */
export const postDraft = (key: string): DeviceDraft<PostDraft> =>
  draftOf({
    id: `post:${key}`,
    kind: 'post',
    shape: PostDraft,
    startOf: ({ seen }) => seen,
    photosOf: ({ photo }) => blobsIn(photo),
    withoutLost: (draft, isHeld) => (isHeld(draft.photo) ? draft : { ...draft, photo: null }),
    keepElsewhere: addToGallery,
    ...(key === NEW_POST && { makeRoom: setOtherAside, isSame: (post, held) => post.clientId === held.clientId }),
  })
