import type { Booking } from '#schema/booking'
import { call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'
import { markOffersRead, type OfferSide } from './unread-offers'

/** Asks the server to bring this person's bookings up to date. The sweep on the server does the same, so a failure is nobody's concern. */
export async function updateStatuses(engine: SyncEngine): Promise<void> {
  try {
    const { updated } = await call('updateStatuses', {})
    if (updated > 0) engine.wake()
  } catch {
    // Without a connection or a session the screen shows what this device knows.
  }
}

/**
 * Resets the unread badge for the offers of the list that is in front of its person. The newest of their own times counts when it is later than
 * this device's clock, which may be wrong.
 */
export async function readOffers(
  engine: SyncEngine,
  side: OfferSide,
  bookings: readonly Pick<Booking, 'createdAt' | 'statusChangedAt'>[],
): Promise<void> {
  const times = bookings.flatMap(({ createdAt, statusChangedAt }) => [createdAt, statusChangedAt])
  const newest = times.reduce((latest, at) => (at > latest ? at : latest), new Date().toISOString())
  await markOffersRead(engine.db, side, newest)
}
