import type { ReactNode } from 'react'
import type { Listing } from '#schema/listing'
import { FindsSection } from '../../offerings/finds-section'
import { otherOrder } from '../../session/ask-past-held'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { fullyHeld, type HeldAreas } from '../../sync/held-areas'
import type { Browse } from './browse-search'
import { ListingCard } from './listing-card'
import { listingCard } from './listing-card-props'
import { RestOfFinds } from './rest-of-finds'
import { useServerFinds } from './use-server-finds'

export interface ServerListingsProps {
  browse: Browse
  areas: HeldAreas
  /** A control on each listing's photo; always the same function. */
  corner: (listing: Listing) => ReactNode
  /** The words that there are none; null where this device has found some. */
  none: ReactNode
}

/** The finds of a search that are not in the areas on this device, below those that are. */
export function ServerListings({ browse, areas, corner, none }: ServerListingsProps) {
  const reachable = useReachable()
  const { catalogue } = useCatalogue()
  const { found, more, ...asking } = useServerFinds(browse, reachable, { areas: fullyHeld(areas), catalogue })
  const further = found?.listings.filter(({ id }) => !catalogue.get('listing', id)) ?? []
  // Where this device has none, those of the search before would pass for the finds of this one.
  if (!found || (none && asking.isAsking) || (further.length === 0 && !found.isPart)) {
    return reachable && <RestOfFinds {...asking}>{none}</RestOfFinds>
  }
  return (
    <FindsSection
      id="finds-beyond"
      title={`Farther away${otherOrder(browse)}`}
      isBusy={asking.isAsking}
      more={found.isPart ? more : null}
    >
      <ul className="card-grid">
        {further.map((listing) => (
          <li key={listing.id}>
            <ListingCard {...listingCard(listing, found.wish)} headingLevel={3} corner={corner(listing)} />
          </li>
        ))}
      </ul>
    </FindsSection>
  )
}
