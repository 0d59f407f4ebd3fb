import type { Post } from '#schema/inspiration'

/** Posts whose title, description or one of whose tags holds the text, whatever its case; all of them for none. */
export function filterPosts<Row extends Pick<Post, 'title' | 'description' | 'tags'>>(
  posts: readonly Row[],
  search: string,
): readonly Row[] {
  const needle = search.trim().toLowerCase()
  if (!needle) return posts
  return posts.filter(({ title, description, tags }) =>
    [title, description ?? '', ...tags].some((text) => text.toLowerCase().includes(needle)),
  )
}
