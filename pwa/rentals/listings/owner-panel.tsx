import { useNavigate } from '@tanstack/react-router'
import { OwnListingButtons } from './own-listing-buttons'
import { OwnListingChip } from './own-listing-chip'
import type { ShownOwnListing } from './own-listing-overlay'
import '../../styles/create.css'

/** Above Book Dates, for the listing's owner. */
export function OwnerPanel({ shown }: { shown: ShownOwnListing }) {
  const navigate = useNavigate()
  const { listing } = shown
  return (
    <section className="surface stack stack--tight" aria-labelledby="owner-panel">
      <h2 id="owner-panel">This is your listing</h2>
      <div>
        <OwnListingChip shown={shown} />
      </div>
      <p className="muted">{standing(shown)}</p>
      {listing.pickupNote && (
        <p className="fine long-text" dir="auto">
          <strong>Pickup note: </strong>
          {listing.pickupNote}
        </p>
      )}
      <OwnListingButtons shown={shown} onDeleted={() => navigate({ to: '/profile' })} />
    </section>
  )
}

function standing({ listing }: ShownOwnListing): string {
  if (listing.hidden) return 'Only you see it. Bookings that were made stay as they are.'
  if (listing.availability.available) return 'Everybody can see it and make offers.'
  return 'Nobody else sees it and it takes no new offers. Bookings that were made stay as they are.'
}
