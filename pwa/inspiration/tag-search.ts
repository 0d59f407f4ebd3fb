/** The address of the feed that is searched for a tag. */
export function tagSearch(tag: string): string {
  return `/inspiration?search=${encodeURIComponent(tag)}`
}
