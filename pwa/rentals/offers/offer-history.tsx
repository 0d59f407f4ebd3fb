import { readBookingTransactions } from '../../money/transaction-queries'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { Timeline } from '../../ui/timeline'
import type { ShownBooking } from './booking-queries'
import { offerStory } from './offer-story'
import type { OfferRole } from './offer-view'

/** The history of a booking and its money, and the next step. */
export function OfferHistory({ booking, role }: { booking: ShownBooking; role: OfferRole }) {
  const { db } = useAccount().engine
  const lines = useLiveQuery(() => readBookingTransactions(db, booking.id), [db, booking.id]) ?? []
  return (
    <Timeline
      label={`History of ${booking.listingTitle}`}
      lines={offerStory(booking, role, role === 'owner' ? lines : [])}
    />
  )
}
