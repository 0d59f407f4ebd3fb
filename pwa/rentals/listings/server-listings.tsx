import type { ReactNode } from 'react'
import type { Listing } from '#schema/listing'
import { FindsSection } from '../../offerings/search/finds-section'
import { otherOrder } from '../../session/ask-past-held'
import { useReachable } from '../../session/use-sync'
import type { Browse } from './browse-search'
import { ListingCard } from './listing-card'
import { listingCard } from './listing-card-props'
import { RestOfFinds } from './rest-of-finds'
import type { FarFinds } from './use-browse-finds'

export interface ServerListingsProps {
  browse: Browse
  far: FarFinds
  /** A control on each listing's photo; always the same function. */
  corner: (listing: Listing) => ReactNode
  /** The words that there are none; null where this device has found some. */
  none: ReactNode
}

/** The finds of a search that are not in the areas on this device, below those that are. */
export function ServerListings({ browse, far: { rows, wish, more, ...asking }, corner, none }: ServerListingsProps) {
  const reachable = useReachable()
  if (rows.length === 0 && !more) return reachable && <RestOfFinds {...asking}>{none}</RestOfFinds>
  return (
    <FindsSection id="finds-beyond" title={`Farther away${otherOrder(browse)}`} more={more} {...asking}>
      <ul className="card-grid">
        {rows.map((listing) => (
          <li key={listing.id}>
            <ListingCard {...listingCard(listing, wish)} headingLevel={3} corner={corner(listing)} />
          </li>
        ))}
      </ul>
    </FindsSection>
  )
}
