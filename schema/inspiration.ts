import * as z from 'zod/mini'
import { DayInput } from '#schema/date-range'
import { seenFields, visible } from '#schema/edit'
import { withinSize } from '#schema/offering-size'
import type { Texts } from '#schema/text-search'
import { ALT_MAX, PhotoUrl } from '#schema/upload'

export const POST_TITLE_MAX = 120
const POST_DESCRIPTION_MAX = 2000
export const TAGS_MAX = 10
const TAG_LENGTH_MAX = 30
export const LINKS_MAX = 10
const BOARD_NAME_MAX = 80

/** Something to rent or order that is seen in the photo. */
export const PostLink = z.object({ kind: z.enum(['listing', 'item']), id: z.int() })
export type PostLink = z.infer<typeof PostLink>

/** Size in pixels and mean colour of a photo of ours, so that its place can be kept before it is there; null for others. */
export const PhotoShape = z.object({ width: z.int(), height: z.int(), tint: z.string() })
export type PhotoShape = z.infer<typeof PhotoShape>

/** A post without its counts: those change often and travel on their own. */
export const Post = z.object({
  id: z.int(),
  userId: z.int(),
  username: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  imageUrl: z.string(),
  alt: z.nullable(z.string()),
  shape: z.nullable(PhotoShape),
  tags: z.array(z.string()),
  links: z.array(PostLink),
  createdAt: z.string(),
  /** The author's own: their devices recognise a post by it that they wrote without a connection. */
  clientId: z.nullable(z.string()),
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

/** The state of a like or save after the call, whichever way it went. */
export const MarkAnswer = z.object({
  liked: z.optional(z.boolean()),
  saved: z.optional(z.boolean()),
  likeCount: z.int(),
  saveCount: z.int(),
})

/** Trimmed, in the order given, each once. */
export function cleanTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))]
}

const optionalText = (max: number, message: string) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max, message))))

const postFields = {
  title: z
    .string('Title is required')
    .check(
      z.trim(),
      visible('Title is required'),
      z.maxLength(POST_TITLE_MAX, 'Please keep the title under 120 characters'),
    ),
  description: optionalText(POST_DESCRIPTION_MAX, 'Please keep the description under 2,000 characters'),
  imageUrl: z.pipe(z.string('Please upload an image').check(z.minLength(1, 'Please upload an image')), PhotoUrl),
  alt: optionalText(ALT_MAX, 'Please keep this under 300 characters'),
  tags: z._default(
    z.pipe(
      z
        .array(z.string().check(z.maxLength(TAG_LENGTH_MAX, 'Please keep tags under 30 characters')))
        .check(z.maxLength(TAGS_MAX, 'Please use at most 10 tags')),
      z.transform(cleanTags),
    ),
    [],
  ),
  links: z._default(z.array(PostLink).check(z.maxLength(LINKS_MAX, 'Please link at most 10 things')), []),
}

export const NewPost = z.object({ ...postFields, clientId: z.optional(z.uuid()) }).check(withinSize)
export type NewPost = z.infer<typeof NewPost>
/** An edit sends the whole post and what its form had shown of it. */
export const PostChange = z.object({ ...postFields, ...seenFields }).check(withinSize)
export type PostChange = z.infer<typeof PostChange>

/** A post on its way, which has no author's name yet, is searched as well. */
export type SearchedPost = Pick<Post, 'title' | 'description' | 'tags'> & { username?: string }

/** The texts of a post that a search looks through. */
export function postTexts({ title, description, tags, username }: SearchedPost): Texts {
  return [title, `${tags.join(' ')} ${username ?? ''}`, description]
}

/** Only the author edits or deletes a post. */
export function canEditPost(user: { id: number }, post: { userId: number }): boolean {
  return user.id === post.userId
}

/** So many posts, and so many listings and items, are on one board: a board is written anew with each. */
export const BOARD_POSTS_MAX = 500
export const BOARD_THINGS_MAX = 100
export const BOARD_PIECES_MAX = 10_000
const GUESTS_MAX = 10_000
const GUESTS_MESSAGE = 'Please give a number of guests from 1 to 10,000'

/** A listing or an item on a board, and how many pieces of it the event needs. */
export const BoardThing = z.object({ ...PostLink.shape, pieces: z.int() })
export type BoardThing = z.infer<typeof BoardThing>
/** How many pieces of a thing an event needs. */
export const PiecesNeeded = z.object({
  pieces: z._default(z.int().check(z.minimum(1), z.maximum(BOARD_PIECES_MAX)), 1),
})

/**
 * A private collection of saved posts, listings and items for one event. Its key is made on the device that makes it. Devices
 * and older servers have boards without `place`, `guests` and `things`.
 */
export const Board = z.object({
  key: z.uuid(),
  name: z.string(),
  /** `yyyy-MM-dd`. */
  eventDate: z.nullable(z.string()),
  place: z.optional(z.nullable(z.string())),
  guests: z.optional(z.nullable(z.int())),
  postIds: z.array(z.int()),
  things: z.optional(z.array(BoardThing)),
  createdAt: z.string(),
})
export type Board = z.infer<typeof Board>

export const BoardChange = z.object({
  name: z
    .string('Name is required')
    .check(
      z.trim(),
      visible('Name is required'),
      z.maxLength(BOARD_NAME_MAX, 'Please keep the name under 80 characters'),
    ),
  eventDate: z.optional(z.nullable(DayInput)),
  /** Absent keeps the place. */
  place: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(BOARD_NAME_MAX, 'Please keep the place under 80 characters'))),
  ),
  /** Absent keeps the number. */
  guests: z.optional(
    z.nullable(z.int(GUESTS_MESSAGE).check(z.minimum(1, GUESTS_MESSAGE), z.maximum(GUESTS_MAX, GUESTS_MESSAGE))),
  ),
  ...seenFields,
})
export type BoardChange = z.infer<typeof BoardChange>
