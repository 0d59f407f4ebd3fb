import { useDeferredValue, useMemo } from 'react'
import { filterItems, NO_ITEM_FILTERS } from '../made-to-order/items/items-search'
import { NO_FILTERS } from '../rentals/listings/browse-search'
import { useCountFound } from '../rentals/listings/use-found'
import { useCatalogue } from '../session/use-sync'
import { useToday } from '../session/use-today'
import { NavLink } from '../ui/nav-link'
import { filterPosts } from './filter-posts'
import { usePosts } from './use-posts'

type Kind = 'listing' | 'item' | 'post'

const PLACES: Record<Kind, { to: string; name: string }> = {
  listing: { to: '/listings', name: 'Rentals' },
  item: { to: '/made-to-order', name: 'Made-to-Order' },
  post: { to: '/inspiration', name: 'Inspiration' },
}
const KINDS: Kind[] = ['listing', 'item', 'post']

/** How many finds the other kinds have for the same text, as links: '3 in Made-to-Order'. */
export function OtherKinds({ but, search }: { but: Kind; search: string }) {
  const text = useDeferredValue(search.trim())
  return text ? <Counts but={but} text={text} /> : null
}

function Counts({ but, text }: { but: Kind; text: string }) {
  const { catalogue } = useCatalogue()
  const today = useToday()
  const { posts } = usePosts()
  const listings = useCountFound({ search: text, ...NO_FILTERS }) ?? 0
  const rows = catalogue.all('item')
  const items = useMemo(
    () => filterItems(rows, { search: text, ...NO_ITEM_FILTERS }, today).length,
    [rows, text, today],
  )
  const found = useMemo(() => filterPosts(posts, text).length, [posts, text])
  const counts: Record<Kind, number> = { listing: listings, item: items, post: found }
  const others = KINDS.filter((kind) => kind !== but && counts[kind] > 0)
  if (others.length === 0) return null
  return (
    <section className="row fine" aria-label="The same search elsewhere">
      {others.map((kind) => (
        <NavLink key={kind} to={`${PLACES[kind].to}?search=${encodeURIComponent(text)}`}>
          {`${counts[kind].toLocaleString('en-US')} in ${PLACES[kind].name}`}
        </NavLink>
      ))}
    </section>
  )
}
