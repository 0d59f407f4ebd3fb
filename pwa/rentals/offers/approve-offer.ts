import type { Booking } from '#schema/booking'
import { call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'

/** Approves an offer: the dates are taken and the money with them, so it is done while the person watches. @throws ApiError, Unreachable */
export async function approveOffer(engine: SyncEngine, bookingId: number): Promise<Booking> {
  const booking = await call('answerBooking', { params: { id: bookingId }, body: { status: 'approved' } })
  engine.wake()
  return booking
}
