import { hasReachedOwner } from '#schema/booking'
import { type DateRange, rangesOverlap, todayIn } from '#schema/date-range'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useServerNow } from '../../session/use-server-now'
import { serverNow } from '../../sync/server-clock'
import { NavLink } from '../../ui/nav-link'
import { StatusChip } from '../../ui/status-chip'
import { rangeWords } from '../booking/offer-rules'
import { readBookings, type ShownBooking } from './booking-queries'
import { offerView } from './offer-view'

const CLOCK_TICK_MS = 30_000
const STANDING = new Set(['pending', 'approved', 'paid'])

/** This person's offers for a listing that are not over; undefined until they have been read. */
export function useOffersOfListing(listingId: number, userId: number | null): ShownBooking[] | undefined {
  const { engine } = useAccount()
  const offers = useLiveQuery(
    () => (userId === null ? Promise.resolve([]) : readBookings(engine.db, userId, 'renter')),
    [engine, userId],
  )
  return offers?.filter((offer) => offer.listingId === listingId && isStanding(offer, new Date(serverNow())))
}

function isStanding({ status, endDate, timezone }: ShownBooking, now: Date): boolean {
  return STANDING.has(status) && endDate >= todayIn(timezone, now)
}

/** The one of them that has some of these days in it, if there is one. */
export function withSameDays(offers: readonly ShownBooking[], range: DateRange): ShownBooking | undefined {
  return offers.find((offer) => hasReachedOwner(offer) && rangesOverlap(offer, range))
}

/** This person's own offers, on the listing's page. */
export function OffersOfListing({ offers }: { offers: readonly ShownBooking[] }) {
  const now = useServerNow(CLOCK_TICK_MS)
  if (offers.length === 0) return null
  return (
    <ul className="plain-list stack stack--tight" aria-label="Your offers for this listing">
      {offers.map((offer) => {
        const view = offerView(offer, 'renter', now)
        return (
          <li key={offer.id} className="stack stack--tight">
            <span className="row">
              <StatusChip tone={view.chip.tone}>{view.chip.word}</StatusChip>
              <NavLink to={`/offers/${offer.id}`}>{`Your offer for ${rangeWords(offer)}`}</NavLink>
            </span>
            <span className="fine muted">{view.sentence}</span>
          </li>
        )
      })}
    </ul>
  )
}
