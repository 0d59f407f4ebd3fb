import { Timeline } from '../../components/timeline'
import type { ShownBooking } from '../../db/booking-queries'
import { historyWords } from '../offers/history-words'
import { formatMoment } from '../offers/offer-times'
import type { OfferRole } from '../offers/offer-view'

/** Who did what, and when. */
export function OfferHistory({ booking, role }: { booking: ShownBooking; role: OfferRole }) {
  return (
    <Timeline
      label={`History of ${booking.listingTitle}`}
      entries={booking.history.map((entry, index) => ({
        id: `${entry.at} ${index}`,
        ...historyWords(entry, booking, role),
        when: formatMoment(entry.at),
        dateTime: entry.at,
      }))}
    />
  )
}
