import { addMinutes } from 'date-fns'
import { type Booking, UNCONFIRMED_OFFER_MINUTES } from '#schema/booking'
import { call } from '../../sync/client'

/** The place of a try on the server: never arrived, waits for its hold, sent to the owner, or at its end. */
export type AttemptState = 'missing' | 'open' | 'sent' | 'over'

/** Pure: what the booking of a try says about it. */
export function attemptState(booking: Pick<Booking, 'status' | 'paymentState'> | undefined): AttemptState {
  if (!booking) return 'missing'
  if (booking.status === 'pending') return booking.paymentState === 'unconfirmed' ? 'open' : 'sent'
  return booking.status === 'approved' || booking.status === 'paid' || booking.status === 'completed' ? 'sent' : 'over'
}

/** Has its owner only just been sent this offer? One of days ago is not announced as new. */
export function isJustSent({ status, createdAt }: Pick<Booking, 'status' | 'createdAt'>, now: number): boolean {
  return status === 'pending' && now < addMinutes(createdAt, UNCONFIRMED_OFFER_MINUTES).getTime()
}

/** Brings the caller's bookings up to date and finds the one of a try. @throws ApiError, Unreachable */
export async function findAttempt(userId: number, clientId: string): Promise<Booking | undefined> {
  await call('updateStatuses', {})
  const bookings = await call('userBookings', { params: { id: userId } })
  return bookings.find((booking) => booking.clientId === clientId)
}
