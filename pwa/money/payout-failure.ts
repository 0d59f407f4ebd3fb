import { ApiError, messageOf } from '../sync/client'
import { errorNotice, type Notice } from '../ui/toasts'

/** The press or look at the payout account that failed. */
type Step = 'setup' | 'check' | 'verify'

const TITLES: Record<Step, string> = {
  setup: 'Failed to setup payment account',
  check: 'Failed to check payment setup status',
  verify: 'Failed to verify payment setup status',
}

const FALLBACKS: Record<Step, string> = {
  setup: 'Failed to setup Stripe account. Please try again.',
  check: 'Please try again in a moment.',
  verify: 'Please try again in a moment.',
}

/** The words when setting up payouts failed; `signIn` when the session has ended. */
export function payoutFailure(step: Step, error: unknown): { notice: Notice; signIn: boolean } {
  if (error instanceof ApiError && error.status === 401)
    return {
      signIn: true,
      notice: errorNotice('Please log in', 'You need to be logged in to setup payment.'),
    }
  return {
    signIn: false,
    notice: errorNotice(TITLES[step], messageOf(error, FALLBACKS[step])),
  }
}

export const SETUP_INCOMPLETE: Notice = errorNotice(
  'Payment Setup Incomplete',
  'Please complete the Stripe account setup to receive rental payments',
)
