import type { PostView } from '#schema/inspiration'
import { cardKey, type ShownPost, type WaitingPost } from './post-overlay'

/**
 * The finds of this device, then those of the server alone: nothing that is shown already moves. A post of one's own that
 * still waits here for the server's word is not shown beside itself.
 */
export function mergeFound(
  local: readonly ShownPost[],
  further: readonly PostView[],
  waiting: readonly Pick<WaitingPost, 'userId' | 'clientId'>[],
): readonly ShownPost[] {
  const own = new Set(waiting.map(cardKey))
  const added = further.filter((post) => !own.has(cardKey(post)))
  return added.length === 0 ? local : [...local, ...added.map(shownPost)]
}

/** Finds of this device that do not stand among the older ones below already; the same array where none do. */
export function withoutOlder(found: readonly ShownPost[], older: readonly { id: number }[]): readonly ShownPost[] {
  const below = new Set(older.map(({ id }) => id))
  return found.some(({ id }) => below.has(id)) ? found.filter(({ id }) => !below.has(id)) : found
}

/** A post as the server tells it to one viewer. */
export function shownPost({ likeCount, saveCount, ...post }: PostView): ShownPost {
  return { ...post, stat: { likeCount, saveCount } }
}
