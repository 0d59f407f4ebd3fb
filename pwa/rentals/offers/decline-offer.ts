import type { SyncEngine } from '../../sync/engine'

/** Declines an offer; it may wait for a connection, because it only ever says no. */
export async function declineOffer(engine: SyncEngine, bookingId: number): Promise<void> {
  await engine.queue('booking.decline', { bookingId })
}
