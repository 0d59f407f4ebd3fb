import { ApiError, messageOf } from '../../api/client'
import type { Notice } from '../../notifications/toasts'

/** How far a payout account has come at the provider. */
export type PayoutStatus = 'not-started' | 'incomplete' | 'ready'

export function payoutStatus(answer: { hasCompletedOnboarding: boolean; hasStarted: boolean }): PayoutStatus {
  if (answer.hasCompletedOnboarding) return 'ready'
  return answer.hasStarted ? 'incomplete' : 'not-started'
}

/** What came of a trip to the provider, once it has been looked at. */
export function returnNotice(status: PayoutStatus): Notice {
  if (status === 'ready')
    return { title: 'Payouts are set up', description: 'What you earn from rentals goes to your account.' }
  return {
    variant: 'destructive',
    title: 'Payment Setup Incomplete',
    description: 'Please complete the Stripe account setup to receive rental payments',
  }
}

/** The page of the provider could not be opened. */
export function setupFailure(error: unknown): Notice {
  if (isSignedOut(error))
    return {
      variant: 'destructive',
      title: 'Please log in',
      description: 'You need to be logged in to setup payment.',
    }
  return {
    variant: 'destructive',
    title: 'Failed to setup payment account',
    description: messageOf(error, 'Failed to setup Stripe account. Please try again.'),
  }
}

/** The status could not be read after a trip. */
export function verifyFailure(error: unknown): Notice {
  return {
    variant: 'destructive',
    title: 'Failed to verify payment setup status',
    description: messageOf(error, 'Please try again.'),
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
