import { type ReactNode, useDeferredValue, useMemo } from 'react'
import type { DateRange } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { formatCount } from '#schema/money'
import { ItemCard } from '../made-to-order/items/item-card'
import { itemCard } from '../made-to-order/items/item-card-props'
import { filterItems, NO_ITEM_FILTERS, writeItems } from '../made-to-order/items/items-search'
import { NO_FILTERS, writeBrowse } from '../rentals/listings/browse-search'
import { ListingCard } from '../rentals/listings/listing-card'
import { listingCard } from '../rentals/listings/listing-card-props'
import { useFinds } from '../rentals/listings/use-found'
import { useIsPart } from '../session/use-held-areas'
import { useCatalogue } from '../session/use-sync'
import { useToday } from '../session/use-today'
import { NavLink } from '../ui/nav-link'
import { filterPosts } from './filter-posts'
import { PhotoPost } from './photo-post'
import type { ShownPost } from './post-overlay'
import { usePosts } from './use-posts'

type Kind = 'listing' | 'item' | 'post'

const NAMES: Record<Kind, string> = { listing: 'Rentals', item: 'Made-to-Order', post: 'Inspiration' }
const KINDS: Kind[] = ['listing', 'item', 'post']
/** Cards of another kind where the own one has nothing. */
const SHOWN = 4

interface OtherKindsProps {
  but: Kind
  search: string
  /** The days of the event, which go along. */
  days?: DateRange | null
  pieces?: number
}

/**
 * How many finds the other kinds have for the same text, as links: '3 in Made-to-Order'; '3+' where this device holds a part
 * of the kind alone.
 */
export function OtherKinds(props: OtherKindsProps) {
  const search = useDeferredValue(props.search.trim())
  return search ? <Counts {...props} search={search} /> : null
}

/** The finds of the other kinds themselves, for a page that has none. */
export function FindsElsewhere(props: OtherKindsProps) {
  const search = useDeferredValue(props.search.trim())
  return search ? <Finds {...props} search={search} /> : null
}

function Counts(props: OtherKindsProps) {
  const { listings, items, posts, to } = useElsewhere(props)
  const counts: Record<Kind, number> = { listing: listings.length, item: items.length, post: posts.length }
  const isPart = { listing: useIsPart('listing'), item: useIsPart('item'), post: useIsPart('post') }
  const words = (kind: Kind) => {
    if (isPart[kind] && counts[kind] === 0) return `Search ${NAMES[kind]}`
    return `${formatCount(counts[kind])}${isPart[kind] ? '+' : ''} in ${NAMES[kind]}`
  }
  const others = KINDS.filter((kind) => kind !== props.but && (counts[kind] > 0 || isPart[kind]))
  if (others.length === 0) return null
  return (
    <section className="wrap gap-2" aria-label="The same search elsewhere">
      {others.map((kind) => (
        <NavLink key={kind} className="chip chip--link" to={to[kind]}>
          {words(kind)}
        </NavLink>
      ))}
    </section>
  )
}

function Finds(props: OtherKindsProps) {
  const { listings, items, posts, wish, to } = useElsewhere(props)
  const cards: Record<Kind, ReactNode[]> = {
    listing: listings
      .slice(0, SHOWN)
      .map((listing) => <ListingCard key={listing.id} {...listingCard(listing, wish.listing)} headingLevel={3} />),
    item: items
      .slice(0, SHOWN)
      .map((item) => <ItemCard key={item.id} {...itemCard(item, wish.item)} headingLevel={3} />),
    post: posts.slice(0, SHOWN).map((post) => <PhotoPost key={post.id} post={post} />),
  }
  return KINDS.filter((kind) => kind !== props.but && cards[kind].length > 0).map((kind) => (
    <section key={kind} className="stack finds-elsewhere" aria-labelledby={`found-${kind}`}>
      <div className="page__head">
        <h2 id={`found-${kind}`}>{NAMES[kind]}</h2>
        <NavLink className="tap-line" to={to[kind]}>
          Show all
        </NavLink>
      </div>
      <div className="card-grid">{cards[kind]}</div>
    </section>
  ))
}

interface Elsewhere {
  listings: readonly CatalogueListing[]
  items: readonly Item[]
  posts: readonly ShownPost[]
  wish: { listing: { range: DateRange | null; pieces: number }; item: { readyBy: string | null; pieces: number } }
  /** The addresses of the same search. */
  to: Record<Kind, string>
}

function useElsewhere({ search, days = null, pieces = 1 }: OtherKindsProps): Elsewhere {
  const { catalogue } = useCatalogue()
  const today = useToday()
  const { posts } = usePosts()
  const browse = { search, ...NO_FILTERS, range: days, pieces }
  const listings = useFinds(browse)?.rows ?? []
  const rows = catalogue.all('item')
  const readyBy = days?.startDate ?? null
  const items = useMemo(
    () => filterItems(rows, { search, ...NO_ITEM_FILTERS, readyBy }, today),
    [rows, search, readyBy, today],
  )
  const found = useMemo(() => filterPosts(posts, search), [posts, search])
  const address = (path: string, params: object) => `${path}?${new URLSearchParams(Object.entries(params))}`
  return {
    listings,
    items,
    posts: found,
    wish: { listing: { range: days, pieces }, item: { readyBy, pieces } },
    to: {
      listing: address('/listings', writeBrowse(browse)),
      item: address('/made-to-order', writeItems({ search, ...NO_ITEM_FILTERS, readyBy, pieces })),
      post: address('/inspiration', { search }),
    },
  }
}
