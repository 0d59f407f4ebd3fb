import { useEffect } from 'react'
import { useAccount } from '../../session/account'
import { useOneOwn } from '../../session/not-here'
import { useReachable } from '../../session/use-sync'
import { readBooking, type ShownBooking } from './booking-queries'
import type { OfferRole } from './offer-view'
import { updateStatuses } from './open-offers'

export type ShownOffer =
  | { state: 'loading' | 'missing' | 'unreachable' }
  | { state: 'shown'; booking: ShownBooking; role: OfferRole }

/** One offer, from this device; kept current, and the server is asked what time has changed. */
export function useOffer(userId: number, id: number | null): ShownOffer {
  const { engine } = useAccount()
  const reachable = useReachable()
  const own = useOneOwn(userId, (db) => (id === null ? undefined : readBooking(db, userId, id)), [id])

  useEffect(() => {
    if (reachable) updateStatuses(engine)
  }, [engine, reachable])

  if (id === null) return { state: 'missing' }
  const { found: booking } = own
  return booking ? { state: 'shown', booking, role: booking.userId === userId ? 'renter' : 'owner' } : own
}
