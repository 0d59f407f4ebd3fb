import type { Booking } from '#schema/booking'
import type { endpoints, Output } from '#schema/endpoints'
import { call } from '../api/client'
import type { SyncEngine } from '../sync/engine'

/** What cancelling now returns, to the cent. @throws ApiError, Unreachable */
export function previewCancel(bookingId: number): Promise<Output<typeof endpoints.cancelPreview>> {
  return call('cancelPreview', { params: { id: bookingId } })
}

/** Cancels a booking with the refund that was previewed. @throws ApiError, Unreachable */
export async function cancelBooking(engine: SyncEngine, bookingId: number): Promise<Booking> {
  const booking = await call('cancelBooking', { params: { id: bookingId } })
  engine.wake()
  return booking
}
