import type { PostView } from '#schema/inspiration'
import { call } from '../sync/client'

/** Posts on the server alone are among the newest: this device holds the rest. */
const ASKED_AT_ONCE = 60

/** The newest posts that the server finds; of all posts for no text. @throws ApiError, Unreachable */
export function findPosts(search: string): Promise<PostView[]> {
  const text = search.trim()
  return call('listPosts', { query: { limit: ASKED_AT_ONCE, ...(text && { search: text }) } })
}
