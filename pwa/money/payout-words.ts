import { format } from 'date-fns'
import { formatCents } from '#schema/money'
import type { PayoutTrouble } from '#schema/payment'
import { messageOf } from '../sync/client'
import { errorNotice, type Notice } from '../ui/toasts'
import { isSignedOut } from './payment-failure'

/** How far a payout account has come at the provider. */
export type PayoutStatus = 'not-started' | 'incomplete' | 'restricted' | 'ready'

export function payoutStatus(answer: { hasCompletedOnboarding: boolean; hasStarted: boolean }): PayoutStatus {
  if (answer.hasCompletedOnboarding) return 'ready'
  return answer.hasStarted ? 'incomplete' : 'not-started'
}

/** Why a bank did not take a payout, where there is more to say than that. */
const PAYOUT_FAILURES: Record<string, string> = {
  account_closed: 'It says that the account is closed.',
  account_frozen: 'It says that the account is frozen.',
  bank_account_restricted: 'It says that the account does not take such payments.',
  incorrect_account_holder_name: 'It says that the name on the account is another.',
  invalid_account_number: 'It says that there is no such account number.',
  no_account: 'It says that there is no such account.',
}

/** The problems of a payout account and their remedies, a sentence or three each; nothing when all is well. */
export function troubleWords(trouble: PayoutTrouble | undefined): string[] {
  if (!trouble) return []
  const { isRestricted, failedPayout } = trouble
  const words = isRestricted
    ? [
        'The payment provider has paused your payout account until it knows more about you. Your earnings wait, and nothing of them is lost. Please answer what it asks for.',
      ]
    : []
  if (failedPayout === null) return words
  const { amount, at, code } = failedPayout
  const why = PAYOUT_FAILURES[code ?? '']
  return [
    ...words,
    `Your bank sent back the payout of ${formatCents(amount)} from ${format(new Date(at), 'EEEE, MMM d')}.${why ? ` ${why}` : ''} The money is on your payout account again. Please check the bank details there.`,
  ]
}

/** The outcome of a redirect to the provider, as a check afterwards found it. */
export function returnNotice(status: PayoutStatus): Notice {
  if (status === 'ready')
    return { title: 'Payouts are set up', description: 'Your rental earnings go to your account.' }
  return errorNotice('Payment Setup Incomplete', 'Please complete the Stripe account setup to receive rental payments')
}

/** The page of the provider could not be opened. */
export function setupFailure(error: unknown): Notice {
  if (isSignedOut(error)) return errorNotice('Please log in', 'You need to be logged in to setup payment.')
  return errorNotice(
    'Failed to setup payment account',
    messageOf(error, 'Failed to setup Stripe account. Please try again.'),
  )
}

/** The status could not be read after a redirect. */
export function verifyFailure(error: unknown): Notice {
  return errorNotice('Failed to verify payment setup status', messageOf(error, 'Please try again.'))
}
