import { useAccount } from '../../auth/account'
import { useLiveQuery } from '../../auth/use-live-query'
import { Timeline } from '../../components/timeline'
import type { ShownBooking } from '../../db/booking-queries'
import { readBookingTransactions } from '../../db/transaction-queries'
import { formatMoment } from '../offers/offer-times'
import type { OfferRole } from '../offers/offer-view'
import { offerStory } from './offer-story'

/** Who did what and where the money went, and what comes next. */
export function OfferHistory({ booking, role }: { booking: ShownBooking; role: OfferRole }) {
  const { db } = useAccount().engine
  const lines = useLiveQuery(() => readBookingTransactions(db, booking.id), [db, booking.id]) ?? []
  return (
    <Timeline
      label={`History of ${booking.listingTitle}`}
      entries={offerStory(booking, role, role === 'owner' ? lines : []).map((line, index) => ({
        id: `${line.at} ${index}`,
        ...line,
        when: formatMoment(line.at),
        dateTime: line.at,
      }))}
    />
  )
}
