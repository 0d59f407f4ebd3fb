import * as z from 'zod/mini'
import { PostLink } from '#schema/inspiration'
import { PhotoRef, SeenWords } from '../../disk/mutations'
import { type DeviceDraft, draftOf } from '../../drafts/draft-of'
import { blobsIn } from '../../drafts/kept-photos'

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

/** The form of a post, on this device. One whose photo is lost goes on without it. */
export const postDraft = (key: string): DeviceDraft<PostDraft> =>
  draftOf({
    id: `post:${key}`,
    kind: 'post',
    shape: PostDraft,
    photosOf: ({ photo }) => blobsIn(photo),
    withoutLost: (draft, isHeld) => (isHeld(draft.photo) ? draft : { ...draft, photo: null }),
  })
