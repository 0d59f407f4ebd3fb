import { MapPin, TimerReset } from 'lucide-react'
import { useId } from 'react'
import { formatOfferEnd, formatOfferStart, inclusiveDays } from '#schema/date-range'
import { formatCents } from '#schema/money'
import { Money } from '../../components/money'
import { NavLink } from '../../components/nav-link'
import { Photo } from '../../components/photo'
import { StatusChip } from '../../components/status-chip'
import { Timeline } from '../../components/timeline'
import type { ShownBooking } from '../../db/booking-queries'
import { DamagePanel } from '../offer/damage-panel'
import { historyWords } from './history-words'
import { OfferActions } from './offer-actions'
import { formatMoment, timeLeft } from './offer-times'
import { type OfferRole, offerView } from './offer-view'

interface OfferCardProps {
  booking: ShownBooking
  role: OfferRole
  now: Date
  unread: number
  onMessages: () => void
}

/** A booking as a timeline: where it stands, what it is about, what can be done, and how it came here. */
export function OfferCard({ booking, role, now, unread, onMessages }: OfferCardProps) {
  const titleId = useId()
  const view = offerView(booking, role, now)
  const { listingId, listingTitle, listingPhoto, note } = booking
  return (
    <article className="booking-card surface" aria-labelledby={titleId}>
      <div className="booking-card__head">
        <p className="booking-card__sentence">{view.sentence}</p>
        <span className="row">
          <StatusChip tone={view.chip.tone}>{view.chip.word}</StatusChip>
          {view.deadline && (
            <span className="booking-card__countdown">
              <TimerReset />
              {timeLeft(view.deadline, now)}
            </span>
          )}
        </span>
      </div>
      <div className="booking-card__main">
        <div className="booking-card__photo">
          <Photo src={listingPhoto} alt="" sizes="(min-width: 40em) 11rem, 6rem" />
        </div>
        <div className="booking-card__facts">
          <h2 className="booking-card__title" id={titleId}>
            <NavLink to={`/listings/${listingId}`}>{listingTitle}</NavLink>
          </h2>
          <p className="muted fine">
            {role === 'renter' ? 'From ' : 'For '}
            <NavLink to={`/profile/${role === 'renter' ? booking.ownerId : booking.userId}`}>{view.other}</NavLink>
          </p>
          <Dates booking={booking} />
          <Total booking={booking} owed={view.owed} />
        </div>
      </div>
      {note && <blockquote className="booking-card__note">{note}</blockquote>}
      {view.pickupAddress && (
        <p className="booking-card__pickup">
          <MapPin />
          <span>
            <strong>Pickup: </strong>
            {view.pickupAddress}
          </span>
        </p>
      )}
      <OfferActions booking={booking} role={role} view={view} unread={unread} onMessages={onMessages} />
      <DamagePanel booking={booking} role={role} />
      <details className="booking-card__history">
        <summary>History</summary>
        <Timeline
          label={`History of ${listingTitle}`}
          entries={booking.history.map((entry, index) => ({
            id: `${entry.at} ${index}`,
            ...historyWords(entry, booking, role),
            when: formatMoment(entry.at),
            dateTime: entry.at,
          }))}
        />
      </details>
    </article>
  )
}

function Dates({ booking: { startDate, endDate } }: { booking: ShownBooking }) {
  return (
    <p className="booking-card__dates">
      <span>
        <time dateTime={startDate}>{formatOfferStart(startDate)}</time> -
      </span>{' '}
      <time dateTime={endDate}>{formatOfferEnd(endDate)}</time>
    </p>
  )
}

function Total({ booking, owed }: { booking: ShownBooking; owed: boolean }) {
  const { quantity, pricePerDay, totalAmount } = booking
  const days = inclusiveDays(booking)
  return (
    <p className="booking-card__total">
      <span className="muted fine">
        {`${days} ${days === 1 ? 'day' : 'days'} x ${quantity > 1 ? `${quantity} x ` : ''}${formatCents(pricePerDay)}`}
      </span>
      <strong>
        <Money amount={formatCents(totalAmount)} owed={owed} />
      </strong>
    </p>
  )
}
