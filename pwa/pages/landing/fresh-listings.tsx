import { useCatalogue } from '../../auth/use-sync'
import { ListingCard } from '../../components/listing-card'
import { NavLink } from '../../components/nav-link'
import { listingCard } from '../listings/listing-card-props'

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
