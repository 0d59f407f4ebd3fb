import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { Skeleton } from '../../ui/skeleton'
import { useNow } from '../../ui/times/use-now'
import type { ShownBooking } from './booking-queries'
import { OfferCard } from './offer-card'
import type { OfferRole } from './offer-view'

/** Countdowns show minutes, so looking twice a minute is enough. */
const CLOCK_TICK_MS = 30_000
const LOADING_CARDS = ['first', 'second', 'third']

interface OfferListProps {
  role: OfferRole
  /** Undefined until they have been read from this device. */
  offers: ShownBooking[] | undefined
  /** False until all of this person's offers have come to this device once. */
  complete: boolean
  /** Unread messages by booking. */
  unread: ReadonlyMap<number, number>
  onMessages: (bookingId: number) => void
}

export function OfferList({ role, offers, complete, unread, onMessages }: OfferListProps) {
  const now = useNow(CLOCK_TICK_MS)
  if (!offers || (offers.length === 0 && !complete)) return <LoadingOffers />
  if (offers.length === 0) return <NoOffers role={role} />
  return (
    <ul className="booking-list plain-list">
      {offers.map((booking) => (
        <li key={booking.id}>
          <OfferCard
            booking={booking}
            role={role}
            now={now}
            unread={unread.get(booking.id) ?? 0}
            onMessages={() => onMessages(booking.id)}
          />
        </li>
      ))}
    </ul>
  )
}

function LoadingOffers() {
  return (
    <div className="booking-list plain-list" aria-busy="true" role="status" aria-label="Loading offers">
      {LOADING_CARDS.map((key) => (
        <div key={key} className="booking-card stack surface">
          <Skeleton width="half" />
          <div className="booking-card__main">
            <Skeleton shape="photo" />
            <div className="stack stack--tight">
              <Skeleton width="half" />
              <Skeleton />
              <Skeleton width="short" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}

function NoOffers({ role }: { role: OfferRole }) {
  if (role === 'renter')
    return (
      <EmptyState
        drawing="offers"
        title="You have not made any offers yet."
        action={<ButtonLink to="/listings">Browse Rentals</ButtonLink>}
      >
        Pick dates on a listing, and your offer goes to its owner.
      </EmptyState>
    )
  return (
    <EmptyState drawing="offers" title="No offers for your items yet.">
      When somebody asks for one of your listings, you answer here.
    </EmptyState>
  )
}
