import { postTexts, type SearchedPost } from '#schema/inspiration'
import { searchRows } from '#schema/text-search'

/** Posts that a search finds; all of them, the same array, for no text. */
export function filterPosts<Row extends SearchedPost>(posts: readonly Row[], search: string): readonly Row[] {
  return searchRows(posts, postTexts, search)
}
