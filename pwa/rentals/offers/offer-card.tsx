import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import type { DamageReport } from '#schema/damage-report'
import { formatOfferEnd, formatOfferStart } from '#schema/date-range'
import { canWriteHandover } from '#schema/handover'
import { formatCents } from '#schema/money'
import { Money } from '../../money/money'
import { ButtonLink } from '../../ui/button-link'
import { NavLink } from '../../ui/nav-link'
import { Photo } from '../../ui/photo'
import { summandWords } from '../booking/price-words'
import { DamagePanel } from '../damage/damage-panel'
import { damageSentence, isClaimFirst } from '../damage/damage-words'
import { HANDOVER_ANCHOR } from '../handovers/handover-words'
import { AcceptedTerms } from './accepted-terms'
import type { ShownBooking } from './booking-queries'
import { OfferActions } from './offer-actions'
import { OfferChips } from './offer-chips'
import { OfferHistory } from './offer-history'
import { handoverToday } from './offer-todo'
import { type OfferRole, offerView } from './offer-view'
import { Pickup } from './pickup'
import { agreedParts } from './price-lines'
import { hasReceipt } from './receipt-words'

interface OfferCardProps {
  booking: ShownBooking
  claim: DamageReport | undefined
  role: OfferRole
  now: Date
  unread: number
  onMessages: () => void
}

/** A booking as a timeline: where it stands, what it is about, what can be done, and how it came here. */
export function OfferCard({ booking, claim, role, now, unread, onMessages }: OfferCardProps) {
  const titleId = useId()
  const view = offerView(booking, role, now)
  const { listingId, listingTitle, listingPhoto, note } = booking
  const today = handoverToday(booking, role, now)
  return (
    <article className="min-0 stack surface" aria-labelledby={titleId}>
      <div className="chip-row">
        <p className="booking-card__sentence min-0 breaks strong">
          {claim && isClaimFirst(claim) ? damageSentence(claim, booking, role, now) : view.sentence}
        </p>
        <OfferChips view={view} now={now} />
      </div>
      {today && (
        <div className="wrap gap-3">
          <p className="grow">{today.words}</p>
          <ButtonLink to={`/offers/${booking.id}#${HANDOVER_ANCHOR}`}>{today.label}</ButtonLink>
        </div>
      )}
      <div className="booking-card__main wrap gap-4">
        <div className="booking-card__photo">
          <Photo src={listingPhoto} alt="" sizes="(min-width: 40em) 11rem, 6rem" />
        </div>
        <div className="booking-card__facts min-0 stack gap-1">
          <h3 className="booking-card__title" id={titleId}>
            <NavLink to={`/listings/${listingId}`}>{listingTitle}</NavLink>
          </h3>
          <p className="muted fine">
            {role === 'renter' ? 'From ' : 'For '}
            <NavLink to={`/profile/${role === 'renter' ? booking.ownerId : booking.userId}`}>{view.other}</NavLink>
          </p>
          <Dates booking={booking} />
          <Total booking={booking} owed={view.owed} />
        </div>
      </div>
      {note && (
        <blockquote className="booking-card__note breaks muted" dir="auto">
          {note}
        </blockquote>
      )}
      <Pickup view={view} />
      <DamagePanel brief booking={booking} role={role} />
      <OfferActions booking={booking} role={role} view={view} unread={unread} onMessages={onMessages} />
      <details className="booking-card__history">
        <summary>Terms and cancelling</summary>
        <div className="stack stack--tight booking-card__terms">
          <AcceptedTerms booking={booking} role={role} now={now} />
        </div>
      </details>
      <details className="booking-card__history">
        <summary>History</summary>
        <OfferHistory booking={booking} role={role} />
      </details>
      <NavLink className="booking-card__open line gap-3 row--between" to={`/offers/${booking.id}`}>
        <span>
          {openWords(booking)}
          <span className="visually-hidden">{` for ${listingTitle}`}</span>
        </span>
        <ChevronRight />
      </NavLink>
    </article>
  )
}

function Dates({ booking: { startDate, endDate } }: { booking: ShownBooking }) {
  return (
    <p className="booking-card__dates tabular">
      <span>
        <time dateTime={startDate}>{formatOfferStart(startDate)}</time> -
      </span>{' '}
      <time dateTime={endDate}>{formatOfferEnd(endDate)}</time>
    </p>
  )
}

function Total({ booking, owed }: { booking: ShownBooking; owed: boolean }) {
  return (
    <p className="booking-card__total row align-baseline row--between">
      <span className="muted fine">{agreedParts(booking).map(summandWords).join(' + ')}</span>
      <strong>
        <Money amount={formatCents(booking.totalAmount)} owed={owed} />
      </strong>
    </p>
  )
}

/** The link to an offer's page, once the page says more than the card. */
function openWords(booking: ShownBooking): string {
  if (canWriteHandover(booking)) return 'Pickup and return, receipt and everything else'
  return hasReceipt(booking) ? 'Receipt and everything else' : 'Everything about this offer'
}
