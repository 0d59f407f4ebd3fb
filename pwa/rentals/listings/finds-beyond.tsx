import type { ReactNode } from 'react'
import type { Listing } from '#schema/listing'
import { useCatalogue, useReachable } from '../../session/use-sync'
import type { HeldAreas } from '../../sync/held-areas'
import type { Browse } from './browse-search'
import { ListingCard } from './listing-card'
import { listingCard } from './listing-card-props'
import { useServerFinds } from './use-server-finds'

interface FindsBeyondProps {
  browse: Browse
  areas: HeldAreas
  /** A control on each listing's photo; always the same function. */
  corner: (listing: Listing) => ReactNode
}

/** Says which listings are searched while there is no connection. */
export function AreasNote({ areas: { around } }: { areas: HeldAreas }) {
  const reachable = useReachable()
  if (reachable) return null
  return (
    <p className="muted fine" role="note">
      {`These are the items in the areas on this device${around ? `, ${around} and around` : ''}. With a connection, the whole marketplace is searched.`}
    </p>
  )
}

/** The finds of a search that are not in the areas on this device, below those that are. */
export function FindsBeyond({ browse, areas, corner }: FindsBeyondProps) {
  const reachable = useReachable()
  const { catalogue } = useCatalogue()
  const { found, more } = useServerFinds(browse, reachable, { areas: fullyHeld(areas), catalogue })
  const further = found?.listings.filter(({ id }) => !catalogue.get('listing', id)) ?? []
  if (!found || (further.length === 0 && !found.isPart)) return null
  return (
    <section className="stack" aria-labelledby="finds-beyond">
      <h2 id="finds-beyond">Farther away</h2>
      <ul className="card-grid">
        {further.map((listing) => (
          <li key={listing.id}>
            <ListingCard {...listingCard(listing, found.wish)} headingLevel={3} corner={corner(listing)} />
          </li>
        ))}
      </ul>
      {found.isPart && (
        <div className="row">
          <button type="button" className="is-secondary" onClick={more}>
            Show more
          </button>
        </div>
      )}
    </section>
  )
}

/** The areas of which this device has all listings. */
export function fullyHeld({ areas }: HeldAreas): string {
  return areas.flatMap(({ area, isPart }) => (isPart ? [] : [area])).join(',')
}
