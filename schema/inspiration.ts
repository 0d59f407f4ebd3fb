import * as z from 'zod/mini'

/** A post without its counts: those change often and travel on their own. */
export const Post = z.object({
  id: z.int(),
  userId: z.int(),
  username: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  imageUrl: z.string(),
  tags: z.array(z.string()),
  createdAt: z.string(),
})
export type Post = z.infer<typeof Post>

export const PostStat = z.object({ likeCount: z.int(), saveCount: z.int() })
export type PostStat = z.infer<typeof PostStat>

/** A post as section 7's calls answer it, for one viewer. */
export const PostView = z.extend(Post, {
  likeCount: z.int(),
  saveCount: z.int(),
  isLikedByCurrentUser: z.boolean(),
  isSavedByCurrentUser: z.boolean(),
})
export type PostView = z.infer<typeof PostView>

export const MARK_KINDS = ['like', 'save'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** One's own like or save. */
export const Mark = z.object({ postId: z.int(), kind: z.enum(MARK_KINDS), createdAt: z.string() })
export type Mark = z.infer<typeof Mark>

/** Where a like or save stands after the call, whichever way it went. */
export const MarkAnswer = z.object({
  liked: z.optional(z.boolean()),
  saved: z.optional(z.boolean()),
  likeCount: z.int(),
  saveCount: z.int(),
})
