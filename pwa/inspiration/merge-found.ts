import type { PostView } from '#schema/inspiration'
import type { ShownPost, WaitingPost } from './post-overlay'

/**
 * The finds of this device, then those of the server alone: nothing that is shown already moves. A post of one's own that
 * still waits here for the server's word is not shown beside itself.
 */
export function mergeFound(
  local: readonly ShownPost[],
  further: readonly PostView[],
  waiting: readonly Pick<WaitingPost, 'clientId'>[],
): readonly ShownPost[] {
  const own = new Set<string | null>(waiting.map(({ clientId }) => clientId))
  const added = further.filter(({ clientId }) => !own.has(clientId))
  return added.length === 0 ? local : [...local, ...added.map(shownPost)]
}

/** A post as the server tells it to one viewer. */
export function shownPost({ likeCount, saveCount, ...post }: PostView): ShownPost {
  return { ...post, stat: { likeCount, saveCount } }
}
