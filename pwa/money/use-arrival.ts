import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { dropRedirect } from './provider-redirect'

/** The return address has served its purpose once it was read: nothing had to wait here but its own flag. */
export function useArrival(trip: string | undefined, setup: string | undefined): void {
  const navigate = useNavigate()
  const arrive = useEffectEvent(() => {
    if (trip !== undefined) void dropRedirect(trip)
    void navigate({ to: '/settings', search: (known) => ({ tab: known.tab }), replace: true })
  })
  const isArrival = trip !== undefined || setup !== undefined
  useEffect(() => {
    if (isArrival) arrive()
  }, [isArrival])
}
