import { type Post, postSearch } from '#schema/inspiration'

/** Posts that a search finds; all of them, the same array, for no text. */
export function filterPosts<Row extends Pick<Post, 'title' | 'description' | 'tags'>>(
  posts: readonly Row[],
  search: string,
): readonly Row[] {
  return search.trim() ? posts.filter(postSearch(search)) : posts
}
