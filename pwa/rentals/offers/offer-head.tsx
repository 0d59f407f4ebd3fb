import { ChevronLeft } from 'lucide-react'
import { formatOfferEnd, formatOfferStart } from '#schema/date-range'
import { NavLink } from '../../ui/nav-link'
import { Photo } from '../../ui/photo'
import { rangeWords } from '../booking/offer-rules'
import type { ShownBooking } from './booking-queries'
import { OfferChips } from './offer-chips'
import type { OfferRole, OfferView } from './offer-view'

interface OfferHeadProps {
  booking: ShownBooking
  role: OfferRole
  view: OfferView
  now: Date
}

/** The offer's standing, in one sentence, and its listing. */
export function OfferHead({ booking, role, view, now }: OfferHeadProps) {
  const { listingId, listingTitle, listingPhoto, startDate, endDate, quantity, note } = booking
  const otherId = role === 'renter' ? booking.ownerId : booking.userId
  return (
    <header className="offer-head">
      <NavLink className="back-link" to={`/offers?tab=${role === 'renter' ? 'made' : 'received'}`}>
        <ChevronLeft />
        Offers
      </NavLink>
      <div className="offer-head__photo">
        <Photo src={listingPhoto} alt="" sizes="(min-width: 56em) 18rem, 30vw" priority />
      </div>
      <div className="offer-head__words min-0 breaks stack stack--tight">
        <OfferChips view={view} now={now} />
        <h1 dir="auto">{listingTitle}</h1>
        <p className="offer-head__sentence">{view.sentence}</p>
        <p>
          {`${rangeWords({ startDate, endDate })}${quantity > 1 ? `, ${quantity} pieces` : ''}, `}
          {role === 'renter' ? 'from ' : 'for '}
          <NavLink to={`/profile/${otherId}`}>{view.other}</NavLink>
        </p>
        <p className="muted fine">
          <time dateTime={startDate}>{formatOfferStart(startDate)}</time> -{' '}
          <time dateTime={endDate}>{formatOfferEnd(endDate)}</time>
          {' · '}
          <NavLink to={`/listings/${listingId}`}>See the listing</NavLink>
        </p>
        {note && (
          <blockquote className="booking-card__note breaks muted" dir="auto">
            {note}
          </blockquote>
        )}
      </div>
    </header>
  )
}
