import { type Booking, CancelPreview } from '#schema/booking'
import type { endpoints, Output } from '#schema/endpoints'
import { callOnline } from '../../session/call-online'
import { ApiError, call, isOutcomeUnknown, messageOf } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'
import { errorNotice, type Notice } from '../../ui/toasts'

/** The refund of a cancellation made now, to the cent. @throws ApiError, Unreachable */
export function previewCancel(bookingId: number): Promise<Output<typeof endpoints.cancelPreview>> {
  return callOnline('cancelPreview', { params: { id: bookingId } })
}

/**
 * Cancels a booking, or ends it early, with the refund that was previewed; where another refund holds by now, nothing is done.
 * @throws ApiError, Unreachable
 */
export async function cancelBooking(engine: SyncEngine, bookingId: number, shown: CancelPreview): Promise<Booking> {
  const { refundAmount: expectedRefund, endsEarly = false, captured } = shown
  const body = { expectedRefund, endsEarly, captured }
  const booking = await call('cancelBooking', { params: { id: bookingId }, body })
  engine.wake()
  return booking
}

/** The preview of this moment in the server's refusal of one that no longer holds; null for every other error. */
export function changedPreview(error: unknown): CancelPreview | null {
  if (!(error instanceof ApiError) || error.code !== 'price_changed') return null
  return CancelPreview.safeParse(error.now).data ?? null
}

const UNKNOWN = errorNotice(
  'No answer yet',
  'It may have been done all the same. Look at the booking first, and press again only if nothing has changed.',
)

/** A refusal says why; a lost answer leaves it open. */
export function cancelFailure(error: unknown): Notice {
  if (isOutcomeUnknown(error)) return UNKNOWN
  return errorNotice('Failed to cancel', messageOf(error, 'Please try again.'))
}
