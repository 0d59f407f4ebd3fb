import { ExternalLink } from 'lucide-react'
import { NotLoaded } from '../ui/failure'
import { Spinner } from '../ui/spinner'
import { StatusChip, type Tone } from '../ui/status-chip'
import type { PayoutStatus } from './payout-words'
import type { usePayoutAccount } from './use-payout-account'

const STATUS: Record<PayoutStatus, { tone: Tone; word: string; sentence: string; button: string }> = {
  'not-started': {
    tone: 'neutral',
    word: 'Not started',
    sentence: 'To post rentals and to be paid for them you need a payout account. The payment provider asks for it.',
    button: 'Set up payouts',
  },
  incomplete: {
    tone: 'waiting',
    word: 'Incomplete',
    sentence: 'Something is still missing. Please complete the Stripe account setup to receive rental payments.',
    button: 'Continue setup',
  },
  restricted: {
    tone: 'danger',
    word: 'Restricted',
    sentence: 'The payment provider has paused your payout account until it knows more about you.',
    button: 'Answer the provider',
  },
  ready: {
    tone: 'success',
    word: 'Ready',
    sentence: 'Your earnings are sent to your payout account.',
    button: 'Open payout account',
  },
}

/** The account works, the bank behind it does not. */
const SENT_BACK = { ...STATUS.ready, tone: 'danger' as const, word: 'Payout sent back' }

export interface AccountStatusProps {
  account: ReturnType<typeof usePayoutAccount>
  /** The problems and the remedies. */
  trouble: string[]
  reachable: boolean
}

/** The payout account's status, and the one press for it. */
export function AccountStatus({ account, trouble, reachable }: AccountStatusProps) {
  const { status, failure } = account
  if (failure !== null && reachable)
    return <NotLoaded again={account.check}>{`Failed to check payment setup status. ${failure}`}</NotLoaded>
  if (status === null)
    return reachable ? (
      <Spinner inline label="Asking the payment provider" />
    ) : (
      <p className="muted">The status of your payout account is shown once this device is online.</p>
    )
  const { word, tone, sentence, button } = status === 'ready' && trouble.length > 0 ? SENT_BACK : STATUS[status]
  return (
    <div className="surface stack">
      <div>
        <StatusChip tone={tone}>{word}</StatusChip>
      </div>
      {trouble.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {trouble.length === 0 && <p>{sentence}</p>}
      <div className="row">
        <button
          type="button"
          className={status === 'ready' && trouble.length === 0 ? 'is-secondary' : ''}
          disabled={!reachable || account.isLeaving}
          aria-describedby={reachable ? undefined : 'payout-offline'}
          onClick={status === 'ready' ? account.open : account.setUp}
        >
          {button}
          <ExternalLink />
        </button>
        {!reachable && (
          <span className="muted fine" id="payout-offline">
            The payment provider needs a connection.
          </span>
        )}
      </div>
    </div>
  )
}
