import type { PostView } from '#schema/inspiration'
import { call } from '../sync/client'

/** Posts on the server alone are among the newest, or older than those of a device that does not hold all. */
const ASKED_AT_ONCE = 60

/**
 * The newest posts that the server finds; of all posts for no text.
 * @param before newer ones than this number are not wanted; null wants all
 * @throws ApiError, Unreachable
 */
export function findPosts(search: string, before: number | null): Promise<PostView[]> {
  const text = search.trim()
  const query = { limit: ASKED_AT_ONCE, ...(text && { search: text }), ...(before && { cursor: before }) }
  return call('listPosts', { query })
}
