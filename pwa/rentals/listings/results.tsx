import { memo, type ReactNode } from 'react'
import type { Listing } from '#schema/listing'
import { useReachable, useSyncStatus } from '../../session/use-sync'
import { EmptyState } from '../../ui/empty-state'
import { EAGER_PHOTOS } from '../../ui/photo'
import { countWords } from './count-words'
import { ListingCard } from './listing-card'
import { listingCard } from './listing-card-props'
import { ListingCardSkeletons } from './listing-card-skeleton'
import type { Found } from './use-found'
import { useGrowingList } from './use-growing-list'
import type { Wish } from './wish'

interface ResultsProps {
  /** Null while it is looked for and nothing was found before. */
  found: Found | null
  /** This device's own rows have been read. */
  read: boolean
  /** This device holds listings at all. */
  held: boolean
  /** A control on each listing's photo; always the same function. */
  corner: (listing: Listing) => ReactNode
  /** The words that there are none. */
  none: ReactNode
}

/** The grid, or what stands in its place. */
export function Results({ found, read, held, corner, none }: ResultsProps) {
  if (!held && !found) return <NothingHeld read={read} />
  // The server has looked at many listings and found none yet: there may be some behind them.
  if (!found || (found.isPart && found.rows.length === 0)) return <ListingCardSkeletons />
  if (found.rows.length > 0)
    return (
      <>
        {found.isPart && <Filling />}
        <Grid
          found={found.rows}
          search={found.search}
          wish={found.wish}
          isPart={found.isPart === true}
          corner={corner}
        />
      </>
    )
  return none
}

/** Typing renders the page at once and the results a moment later: until they change, no card is rendered again. */
interface GridProps {
  found: readonly Listing[]
  search: string
  wish: Wish
  isPart: boolean
  corner: (listing: Listing) => ReactNode
}

const Grid = memo(function Grid({ found, search, wish, isPart, corner }: GridProps) {
  const { shown, hasMore, gridRef, sentinelRef } = useGrowingList(found, search)
  return (
    <>
      <p className="muted fine browse__count" role="status">
        {countWords(found.length, isPart)}
      </p>
      <ul className="card-grid browse__grid" ref={gridRef}>
        {shown.map((listing, position) => (
          <li key={listing.id}>
            <ListingCard {...listingCard(listing, wish)} corner={corner(listing)} priority={position < EAGER_PHOTOS} />
          </li>
        ))}
      </ul>
      {hasMore && <div ref={sentinelRef} className="browse__sentinel" aria-hidden="true" />}
    </>
  )
})

/** How much of the catalogue has come to this device. */
function Filling() {
  const { filling } = useSyncStatus()
  return (
    <label className="browse__progress tabular grid gap-2 muted fine" data-begun={filling !== null}>
      {`Downloading listings near you, ${Math.round((filling ?? 0) * 100)}%`}
      <progress max={1} value={filling ?? 0} />
    </label>
  )
}

function NothingHeld({ read }: { read: boolean }) {
  const reachable = useReachable()
  if (read && !reachable)
    return (
      <EmptyState drawing="offline" title="Nothing is on this device yet">
        Connect once, and everything near you is kept here for when there is no signal.
      </EmptyState>
    )
  return (
    <>
      <Filling />
      <ListingCardSkeletons />
    </>
  )
}
