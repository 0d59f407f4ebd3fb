import { ListingCard } from '../rentals/listings/listing-card'
import { listingCard } from '../rentals/listings/listing-card-props'
import { useCatalogue } from '../session/use-sync'
import { NavLink } from '../ui/nav-link'

const SHOWN = 4

/** The newest rentals, once this device holds them; nothing before that. */
export function FreshListings() {
  const { catalogue } = useCatalogue()
  const newest = catalogue.all('listing').slice(0, SHOWN)
  if (newest.length === 0) return null
  return (
    <section aria-labelledby="landing-fresh">
      <div className="page__head">
        <h2 id="landing-fresh">Just added</h2>
        <NavLink className="landing__more" to="/listings">
          All rentals
        </NavLink>
      </div>
      <ul className="card-grid">
        {newest.map((listing) => (
          <li key={listing.id}>
            <ListingCard {...listingCard(listing)} headingLevel={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
