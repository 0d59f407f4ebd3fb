import { cleanTags, TAGS_MAX } from '#schema/inspiration'

/** The tags with those of a typed text, which are apart by commas, and the part of the text that there is no room for. */
export function addTags(value: string[], text: string): { tags: string[]; rest: string } {
  const wanted = cleanTags([...value, ...text.split(',')])
  return { tags: wanted.slice(0, TAGS_MAX), rest: wanted.slice(TAGS_MAX).join(', ') }
}
