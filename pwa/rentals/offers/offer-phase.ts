import { todayIn } from '#schema/date-range'
import type { ShownBooking } from './booking-queries'

/** A booking's standing for the people who look at it: status, payment and clock in one word. */
export type OfferPhase =
  | 'unfinished'
  | 'waiting'
  | 'run-out'
  | 'declining'
  | 'capturing'
  | 'unpaid'
  | 'unpaid-over'
  | 'ahead'
  | 'under-way'
  | 'over'
  | 'completed'
  | 'declined'
  | 'expired'
  | 'cancelled'
  /** A status that this build does not know. */
  | 'unknown'

type Judged = Pick<
  ShownBooking,
  'status' | 'paymentState' | 'expiresAt' | 'payBy' | 'startDate' | 'endDate' | 'timezone' | 'declining'
>

/** The phase of a booking at `now`. The device's clock only ever ends things early on screen; the server has the last word. */
export function offerPhase(booking: Judged, now: Date): OfferPhase {
  switch (booking.status) {
    case 'pending':
      return pendingPhase(booking, now)
    case 'approved':
      if (booking.paymentState !== 'capture_failed' && booking.paymentState !== 'unconfirmed') return 'capturing'
      return isPast(booking.payBy, now) ? 'unpaid-over' : 'unpaid'
    case 'paid':
      return paidPhase(booking, now)
    case 'completed':
    case 'declined':
    case 'expired':
    case 'cancelled':
      return booking.status
    default:
      return 'unknown'
  }
}

function pendingPhase({ declining, expiresAt, paymentState }: Judged, now: Date): OfferPhase {
  if (declining) return 'declining'
  if (isPast(expiresAt, now)) return 'run-out'
  return paymentState === 'unconfirmed' ? 'unfinished' : 'waiting'
}

function paidPhase({ timezone, startDate, endDate }: Judged, now: Date): OfferPhase {
  const today = todayIn(timezone, now)
  if (today < startDate) return 'ahead'
  return today <= endDate ? 'under-way' : 'over'
}

function isPast(instant: string | null, now: Date): boolean {
  return instant !== null && new Date(instant) <= now
}
