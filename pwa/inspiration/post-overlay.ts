import type { Post, PostLink, PostStat } from '#schema/inspiration'
import type { OutboxItem, ReceiptRow } from '../disk/local-db'
import type { MutationPayload, PhotoRef } from '../disk/mutations'
import { acceptedOf, pendingOf } from '../disk/pending-of'
import { isCertainlyHere, stateOf, type WaitingState } from '../sync/overlay'

/** A post as its author's device shows it: with edits of their own that the server has not confirmed yet. */
export type ShownPost = Post & {
  /** How far an edit has come; absent for a post that is as the server has it. */
  waiting?: WaitingState
  /** An edit's photo that is on this device alone; it goes before `imageUrl`. */
  blobId?: string
  /** Its counts, as the server told them of a post that this device does not hold. */
  stat?: PostStat
}

/** A post that the server does not have yet. */
export interface WaitingPost {
  opId: string
  userId: number
  clientId: string
  title: string
  description: string | null
  alt: string | null
  tags: string[]
  links: PostLink[]
  photo: PhotoRef
  state: WaitingState
  /** Why the server refused it, in its words. */
  reason: string | null
  /** It can still be edited or discarded: the server certainly does not have it. */
  isHere: boolean
}

/** A person's writes about their posts since the last pull. */
export interface PostWrites {
  /** Newest first. */
  created: WaitingPost[]
  changed: ReadonlyMap<number, { post: MutationPayload<'post.change'>; state: WaitingState }>
  /** With those of the last weeks: a row may stay where the server's word of its end does not come. */
  deleted: ReadonlySet<number>
}

export const NO_POST_WRITES: PostWrites = { created: [], changed: new Map(), deleted: new Set() }

/** The same before and after the server has given a post its number. */
export function postKey({ id, clientId }: Pick<Post, 'id' | 'clientId'>): string {
  return clientId ?? String(id)
}

/** On a wall, where posts of two people may have one client id: its author chooses it. */
export function cardKey(post: Pick<ShownPost, 'userId' | 'clientId'> & { id?: number }): string {
  return `${post.userId}/${post.clientId ?? post.id}`
}

/** Reads the posts that an outbox creates, changes and deletes, and those that receipts have deleted. A refused edit or deletion counts no more. */
export function postWrites(items: readonly OutboxItem[], receipts: readonly ReceiptRow[]): PostWrites {
  const created = pendingOf(items, 'post.create').map(({ item, payload }) => waitingPost(item, payload))
  const changed = new Map<number, { post: MutationPayload<'post.change'>; state: WaitingState }>()
  const edited = new Map<string, Words>()
  for (const { item, payload: post } of acceptedOf(items, 'post.change')) {
    if (post.postId !== null) changed.set(post.postId, { post, state: stateOf(item) })
    edited.set(post.postKey, wordsOf(post))
  }
  const arrived = receipts.filter(({ kind, outcome }) => kind === 'post.delete' && outcome === 'sent')
  const deletions = [...acceptedOf(items, 'post.delete'), ...arrived]
  const deleted = new Set(deletions.map(({ payload }) => (payload as MutationPayload<'post.delete'>).postId))
  const newestFirst = created.toReversed().map((post) => ({ ...post, ...edited.get(post.clientId) }))
  return { created: newestFirst, changed, deleted }
}

type Words = Pick<WaitingPost, 'title' | 'description' | 'alt' | 'tags' | 'links' | 'photo'>

function wordsOf({
  title,
  description,
  alt,
  tags,
  links,
  photo,
}: MutationPayload<'post.create' | 'post.change'>): Words {
  return { title, description: description ?? null, alt: alt ?? null, tags, links, photo }
}

function waitingPost(item: OutboxItem, post: MutationPayload<'post.create'>): WaitingPost {
  return {
    ...wordsOf(post),
    opId: item.opId,
    userId: item.userId,
    clientId: post.clientId,
    state: stateOf(item),
    reason: item.error?.message ?? null,
    isHere: isCertainlyHere(item),
  }
}

/** Rows with the person's own edits in place and without what they have deleted; the same array when there are none. */
export function overlayPosts(posts: readonly Post[], { changed, deleted }: PostWrites): readonly ShownPost[] {
  if (changed.size === 0 && deleted.size === 0) return posts
  return posts.filter(({ id }) => !deleted.has(id)).map((post) => overlayPost(post, changed.get(post.id)))
}

function overlayPost(base: Post, change: { post: MutationPayload<'post.change'>; state: WaitingState } | undefined) {
  if (!change) return base
  const { title, description, alt, tags, links, photo } = change.post
  const words = { title, description: description ?? null, alt: alt ?? null, tags, links, waiting: change.state }
  return 'blobId' in photo
    ? { ...base, ...words, blobId: photo.blobId }
    : { ...base, ...words, imageUrl: photo.url, shape: photo.url === base.imageUrl ? base.shape : null }
}

/** New posts that have not come back as a row yet. From then on the row is the post. */
export function postsNotHereYet(created: WaitingPost[], posts: readonly Post[], userId: number): WaitingPost[] {
  if (created.length === 0) return created
  const here = new Set(posts.filter((post) => post.userId === userId).map(({ clientId }) => clientId))
  return created.filter(({ clientId }) => !here.has(clientId))
}
