import { canChangeBooking } from '#schema/booking'
import { formatMoment } from '../../ui/times/offer-times'
import { cancellationWords } from '../booking/offer-rules'
import type { ShownBooking } from './booking-queries'
import { cancellationLines, zoneWords } from './cancelling-words'
import type { OfferRole } from './offer-view'

interface AcceptedTermsProps {
  booking: ShownBooking
  role: OfferRole
  now: Date
}

/** The terms as they stood when the offer was made, whatever the listing says today, and what cancelling costs when. */
export function AcceptedTerms({ booking, role, now }: AcceptedTermsProps) {
  return (
    <>
      {booking.terms && (
        <p className="long-text" dir="auto">
          {booking.terms}
        </p>
      )}
      <CancellationRule booking={booking} role={role} now={now} />
      <p className="muted fine">{`As accepted on ${formatMoment(booking.createdAt, now)}.`}</p>
    </>
  )
}

function CancellationRule({ booking, role, now }: AcceptedTermsProps) {
  if (!canChangeBooking(booking.status, 'cancelled', role) && !canChangeBooking(booking.status, 'cancelled', 'renter'))
    return <p className="muted">{cancellationWords(booking.cancellationPreset)}</p>
  const zone = zoneWords(booking.timezone, new Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <div className="stack stack--tight">
      <h3>{zone ? `If somebody cancels (${zone})` : 'If somebody cancels'}</h3>
      <ul className="cancellation flush stack gap-1">
        {cancellationLines(booking, role, now).map(({ words, isOver }) => (
          <li key={words} data-over={isOver || undefined}>
            {isOver ? <s>{words}</s> : words}
            {isOver && ' This date has gone by.'}
          </li>
        ))}
      </ul>
    </div>
  )
}
