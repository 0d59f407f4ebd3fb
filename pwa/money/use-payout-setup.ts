import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useAccount } from '../session/account'
import { useSignInAgain } from '../session/use-sign-in-again'
import { useToast } from '../ui/toasts'
import { payoutFailure, SETUP_INCOMPLETE } from './payout-failure'
import { checkPayouts, setUpPayouts } from './set-up-payouts'
import { PROVIDER_SETTLE_MS } from './use-card-return'
import { useLeave } from './use-leave'

/** Says what failed; somebody whose session has ended is sent to sign in, and back. */
function useFailure() {
  const toast = useToast()
  const signInAgain = useSignInAgain()
  const { pathname, searchStr } = useLocation()
  return async (step: Parameters<typeof payoutFailure>[0], error: unknown) => {
    const { notice, signIn } = payoutFailure(step, error)
    toast(notice)
    if (signIn) await signInAgain(`${pathname}${searchStr}`)
  }
}

/** The redirect to the provider's page for payouts, and back to `path`. Looks first whether it was finished elsewhere. */
export function usePayoutSetup(path: string, reachable: boolean) {
  const { refreshUser } = useAccount()
  const fail = useFailure()
  const { isLeaving, leave } = useLeave((error) => fail('setup', error))

  const look = useEffectEvent(async () => {
    try {
      if (await checkPayouts()) await refreshUser()
    } catch (error) {
      await fail('check', error)
    }
  })
  useEffect(() => {
    if (reachable) void look()
  }, [reachable])

  return { isLeaving, leave: () => leave(() => setUpPayouts(path)) }
}

/**
 * Back from the provider: waits until its word can be expected to have arrived, then asks.
 * @param onChecked whether the account is ready
 */
export function usePayoutReturn(onChecked: (isReady: boolean) => void): void {
  const { refreshUser } = useAccount()
  const toast = useToast()
  const fail = useFailure()
  const check = useEffectEvent(async (isHere: () => boolean) => {
    try {
      const isReady = await checkPayouts()
      if (isReady) await refreshUser()
      if (!isHere()) return
      if (!isReady) toast(SETUP_INCOMPLETE)
      onChecked(isReady)
    } catch (error) {
      if (!isHere()) return
      onChecked(false)
      await fail('verify', error)
    }
  })
  useEffect(() => {
    let live = true
    const timer = setTimeout(() => void check(() => live), PROVIDER_SETTLE_MS)
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [])
}
