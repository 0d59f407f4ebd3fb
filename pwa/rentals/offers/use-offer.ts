import { useEffect } from 'react'
import { isOwnScopeHere } from '../../disk/own-scope'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useReachable, useSyncStatus } from '../../session/use-sync'
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
  const { pulling } = useSyncStatus()
  const found = useLiveQuery(async () => {
    const [booking, complete] = await Promise.all([
      id === null ? undefined : readBooking(engine.db, userId, id),
      isOwnScopeHere(engine.db, userId),
    ])
    return { booking, complete }
  }, [engine, userId, id])

  useEffect(() => {
    if (reachable) updateStatuses(engine)
  }, [engine, reachable])

  if (id === null) return { state: 'missing' }
  if (!found) return { state: 'loading' }
  const { booking, complete } = found
  if (booking) return { state: 'shown', booking, role: booking.userId === userId ? 'renter' : 'owner' }
  // An offer that was made a moment ago, elsewhere, may be on its way to this device.
  if (reachable && (pulling || !complete)) return { state: 'loading' }
  return { state: complete && reachable ? 'missing' : 'unreachable' }
}
