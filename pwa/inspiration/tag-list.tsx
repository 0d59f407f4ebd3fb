import { NavLink } from '../ui/nav-link'
import { tagSearch } from './tag-search'

/** More tags than this are counted, not listed. */
const SHOWN_TAGS = 3

/** At most three tags, and how many there are besides, in words. */
export function shownTags(tags: string[]): { shown: string[]; more: string | null } {
  const hidden = tags.length - SHOWN_TAGS
  return { shown: tags.slice(0, SHOWN_TAGS), more: hidden > 0 ? `+${hidden} more` : null }
}

/** The tags of a card, each a link to the posts that have it. */
export function TagList({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  const { shown, more } = shownTags(tags)
  return (
    <ul className="card__tags wrap gap-1 plain-list" aria-label="Tags">
      {shown.map((tag) => (
        <li key={tag} dir="auto">
          <NavLink to={tagSearch(tag)}>{tag}</NavLink>
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  )
}
