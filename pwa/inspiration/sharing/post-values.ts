import * as z from 'zod/mini'
import { type Post, PostChange } from '#schema/inspiration'
import { PhotoRef } from '../../disk/mutations'
import { emptyPostDraft, type PostDraft } from './post-drafts'

const { imageUrl: _address, ...words } = PostChange.shape

/** The post form: a post whose photo may be on this device alone. */
export const CheckedPost = z.object({
  ...words,
  photo: z
    .nullable(PhotoRef)
    .check(z.refine((photo: PhotoRef | null) => photo !== null, { error: 'Please upload an image' })),
})
export type CheckedPost = z.infer<typeof CheckedPost>

/** The form of a post as it stands. */
export function draftOf(
  { title, description, alt, tags, links }: Pick<Post, 'title' | 'description' | 'alt' | 'tags' | 'links'>,
  photo: PhotoRef,
): PostDraft {
  return { ...emptyPostDraft(), title, description: description ?? '', alt: alt ?? '', tags, links, photo }
}

/** A checked form as it is sent: empty texts count as none. Null without a photo, which the form does not let through. */
export function sentPost({ photo, title, description, alt, tags, links }: CheckedPost) {
  if (!photo) return null
  return { title, description: description || null, alt: alt || null, tags, links, photo }
}
