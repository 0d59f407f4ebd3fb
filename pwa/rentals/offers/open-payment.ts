import type { Booking } from '#schema/booking'
import { call } from '../../sync/client'
import type { ConfirmedEnd } from './finish-payment'
import { offerPhase } from './offer-phase'
import { offerSentence } from './offer-sentence'

/** The secret of what a booking of one's own still waits for. */
export function openBookingPayment(bookingId: number) {
  return call('bookingPayment', { params: { id: bookingId } })
}

/**
 * How a confirmed payment for a booking of one's own ended, by what the server says of the booking now.
 * @param isSure see `PaymentPress.endOf`
 */
export async function bookingPaymentEnd(
  { id, userId, status }: Pick<Booking, 'id' | 'userId' | 'status'>,
  now: Date,
  isSure: boolean,
): Promise<ConfirmedEnd> {
  const bookings = await call('userBookings', { params: { id: userId } }).catch(() => [])
  const current = bookings.find((booking) => booking.id === id)
  if (current) return endOfPayment(current, now, isSure)
  return { kind: status === 'pending' && isSure ? 'done' : 'confirmed' }
}

function endOfPayment(booking: Booking, now: Date, isSure: boolean): ConfirmedEnd {
  const { status, paymentState } = booking
  const shown = { ...booking, declining: false }
  if (paymentState === 'capture_failed' || status === 'declined' || status === 'expired' || status === 'cancelled')
    return { kind: 'unpaid', message: offerSentence(shown, offerPhase(shown, now), 'renter', now) }
  const isUnderWay = paymentState === 'unconfirmed' && !isSure
  return { kind: status === 'approved' || isUnderWay ? 'confirmed' : 'done' }
}

/** The secret of what is to be paid for damage. */
export function openDamagePayment(reportId: number) {
  return call('payDamage', { params: { id: reportId } })
}
