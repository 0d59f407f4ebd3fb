import * as z from 'zod/mini'
import { differingFields } from '#schema/edit'
import { type Post, PostChange } from '#schema/inspiration'
import type { OutboxItem } from '../../disk/local-db'
import { PhotoRef, parseMutation, type SeenWords } from '../../disk/mutations'
import { chosenSince, type SentChange, seenBefore, takeFields } from '../../drafts/seen-words'
import { quoted } from '../../offerings/quoted'
import { emptyPostDraft, PostDraft } from './post-drafts'

const { imageUrl: _address, seen: _seen, ...words } = PostChange.shape

/** The post form: a post whose photo may be on this device alone. */
export const CheckedPost = z.object({
  ...words,
  photo: z
    .nullable(PhotoRef)
    .check(z.refine((photo: PhotoRef | null) => photo !== null, { error: 'Please upload an image' })),
})
export type CheckedPost = z.infer<typeof CheckedPost>

/** The parts of a post that its author can change, as shown. */
function postWords(
  { title, description, alt, tags, links }: Pick<Post, 'title' | 'description' | 'alt' | 'tags' | 'links'>,
  photo: PhotoRef,
): SeenWords {
  return { words: { title, description, tags, links }, photos: [{ photo, alt: alt ?? '' }] }
}

/** An edit as it was sent, in the row's words; null when it makes no sense. */
export function sentPostChange(payload: unknown): SentChange | null {
  const change = parseMutation('post.change', payload)
  if (!change) return null
  const { description = null, alt = null, photo, seen, ...words } = change
  return { sent: postWords({ ...words, description, alt }, photo), seen }
}

/** The form of a post as it stands. */
export function startingDraft(
  post: Pick<Post, 'title' | 'description' | 'alt' | 'tags' | 'links'>,
  photo: PhotoRef,
): PostDraft {
  const { title, description, alt, tags, links } = post
  const seen = postWords(post, photo)
  return { ...emptyPostDraft(), title, description: description ?? '', alt: alt ?? '', tags, links, photo, seen }
}

/** A checked form as it is sent: empty texts count as none. Null without a photo, which the form does not let through. */
export function sentPost({ photo, title, description, alt, tags, links }: CheckedPost) {
  if (!photo) return null
  return { title, description: description || null, alt: alt || null, tags, links, photo }
}

type TypedPost = Omit<PostDraft, 'clientId' | 'seen' | 'over' | 'discarded'>

/** The form of what stands at the server. */
export function postValues({ words, photos }: SeenWords): TypedPost {
  const [first] = photos
  const { clientId: _, ...empty } = emptyPostDraft()
  const typed =
    PostDraft.safeParse({ ...emptyPostDraft(), ...words, description: words.description ?? '' }).data ?? empty
  return { ...typed, photo: first?.photo ?? null, alt: first?.alt ?? '' }
}

/** The fields of the form that are chosen together under a name: a photo comes with its words. */
export function valuesNamed(name: string, values: TypedPost): Partial<TypedPost> {
  if (name === 'photos') return { photo: values.photo, alt: values.alt }
  return Object.fromEntries(Object.entries(values).filter(([field]) => field === name))
}

/**
 * The form of a post that was left: what stands now, with the fields that its person typed in or chose since.
 * @param stands the form as it would start with nothing kept
 */
export function postAsLeft(kept: PostDraft, stands: PostDraft, refused?: OutboxItem['error']): PostDraft {
  if (!kept.seen || !stands.seen) return kept
  const typed = differingFields(named(kept), named(postValues(kept.seen)))
  const chosen = kept.over === stands.over ? chosenSince(refused, stands.seen, kept.seen) : []
  const own = new Set([...typed, ...chosen])
  const values = [...own].map((name) => valuesNamed(name, kept))
  const { clientId, discarded = [] } = kept
  const stood = seenBefore(discarded as OutboxItem[], kept.seen, sentPostChange) ?? kept.seen
  return Object.assign({}, stands, ...values, { clientId, seen: takeFields(stands.seen, stood, own) })
}

/** A form by the names under which its fields are compared. */
const named = ({ photo, alt, title, description, tags, links }: TypedPost) => ({
  ...{ title, description, tags, links },
  photos: [photo, alt],
})

/** The fields of a version that was put aside; null for nonsense. */
export function postVersion(value: unknown): Partial<TypedPost> | null {
  return z.partial(PostDraft).safeParse(value).data ?? null
}

/** A field of the form in words, for choosing between two versions. */
export function quotedPost(name: string, values: TypedPost): string {
  if (name === 'photos') return values.alt ? `A photo of “${values.alt}”` : 'A photo without words'
  if (name === 'tags') return values.tags.join(', ') || 'None'
  if (name === 'links') return values.links.length === 1 ? '1 thing' : `${values.links.length} things`
  return quoted(name, valuesNamed(name, values)[name as keyof TypedPost])
}
