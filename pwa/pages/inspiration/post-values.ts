import * as z from 'zod/mini'
import { PostChange } from '#schema/inspiration'
import { PhotoRef } from '#schema/mutations'
import { emptyPostDraft, type PostDraft } from '../../db/post-drafts'
import type { ShownPost } from '../../db/post-overlay'

const { imageUrl: _address, ...words } = PostChange.shape

/** The post form: a post whose photo may be on this device alone. */
export const PostForm = z.object({
  ...words,
  photo: z
    .nullable(PhotoRef)
    .check(z.refine((photo: PhotoRef | null) => photo !== null, { error: 'Please upload an image' })),
})
export type PostForm = z.infer<typeof PostForm>

/** The form of a post as it stands. */
export function draftOf(post: ShownPost): PostDraft {
  return {
    ...emptyPostDraft(),
    title: post.title,
    description: post.description ?? '',
    alt: post.alt ?? '',
    tags: post.tags,
    links: post.links,
    photo: post.blobId ? { blobId: post.blobId } : { url: post.imageUrl },
  }
}

/** A checked form as it is sent: empty texts count as none. Null without a photo, which the form does not let through. */
export function sentPost({ photo, title, description, alt, tags, links }: PostForm) {
  if (!photo) return null
  return { title, description: description || null, alt: alt || null, tags, links, photo }
}
