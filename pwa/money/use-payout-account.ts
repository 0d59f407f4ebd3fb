import { useEffect, useEffectEvent, useState } from 'react'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../session/account'
import { useSignInAgain } from '../session/use-sign-in-again'
import { useReachable } from '../session/use-sync'
import { call, messageOf } from '../sync/client'
import { useToast } from '../ui/toasts'
import { isSignedOut } from './payment-failure'
import { type PayoutStatus, payoutStatus, returnNotice, setupFailure, verifyFailure } from './payout-words'
import { openPayoutAccount, setUpPayouts } from './set-up-payouts'
import { useCardReturn } from './use-card-return'
import { useLeave } from './use-leave'

const HERE = '/settings?tab=payouts'

interface PayoutAccount {
  /** Null while it is not known. */
  status: PayoutStatus | null
  /** Why it could not be read. */
  failure: string | null
  /** Just back from the provider, whose word may take a moment. */
  isSettling: boolean
  isLeaving: boolean
  check: () => void
  setUp: () => void
  open: () => void
}

/** The person's payout account as the provider has it, and the ways to its pages. */
export function usePayoutAccount(user: CurrentUser, setup: string | undefined): PayoutAccount {
  const { refreshUser } = useAccount()
  const reachable = useReachable()
  const signInAgain = useSignInAgain()
  const toast = useToast()
  const [read, setRead] = useState<PayoutStatus | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { isLeaving, leave } = useLeave(async (error) => {
    toast(setupFailure(error))
    if (isSignedOut(error)) await signInAgain(HERE)
  })

  async function look(): Promise<PayoutStatus> {
    const status = payoutStatus(await call('connectStatus', {}))
    setRead(status)
    setFailure(null)
    if ((status === 'ready') !== user.hasCompletedStripeOnboarding) await refreshUser()
    return status
  }
  const check = useEffectEvent(() => {
    look().catch((error) => setFailure(messageOf(error, 'Please try again.')))
  })
  const isSettling = useCardReturn(HERE, setup ? 'success' : undefined, () => {
    look().then(
      (status) => toast(returnNotice(status)),
      (error) => toast(verifyFailure(error)),
    )
  })
  useEffect(() => {
    if (reachable && !isSettling) check()
  }, [reachable, isSettling])

  return {
    // Without a connection what is known for sure is whether it was ready.
    status: user.payoutTrouble?.isRestricted
      ? 'restricted'
      : (read ?? (user.hasCompletedStripeOnboarding ? 'ready' : null)),
    failure,
    isSettling,
    isLeaving,
    check: () => void look().catch((error) => setFailure(messageOf(error, 'Please try again.'))),
    setUp: () => void leave(() => setUpPayouts(HERE)),
    open: () => void leave(openPayoutAccount),
  }
}
