import { getRouteApi } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { OWNER_RELEASE_HOURS } from '#schema/booking'
import { formatCents } from '#schema/money'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { useReachability } from '../session/use-sync'
import { FieldError } from '../ui/fields/field'
import { Spinner } from '../ui/spinner'
import { StatusChip, type Tone } from '../ui/status-chip'
import { readEarnings, waitingForPayouts } from './earnings-queries'
import { type PayoutStatus, troubleWords } from './payout-words'
import { TestPayments } from './test-payments'
import { useArrival } from './use-arrival'
import { usePayoutAccount } from './use-payout-account'

const route = getRouteApi('/settings')

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
    sentence: 'What you earn is sent to your payout account.',
    button: 'Open payout account',
  },
}

/** The account works, the bank behind it does not. */
const SENT_BACK = { ...STATUS.ready, tone: 'danger' as const, word: 'Payout sent back' }

/** Where what a person earns goes to. */
export function PayoutTab({ user }: { user: CurrentUser }) {
  const { setup } = route.useSearch()
  const { reachable } = useReachability()
  const account = usePayoutAccount(user, setup)
  useArrival(undefined, setup)
  return (
    <div className="stack stack--loose settings__narrow">
      <section className="stack" aria-labelledby="payout-title">
        <h2 id="payout-title">Payout account</h2>
        {account.isSettling ? (
          <Spinner inline label="Asking the payment provider" />
        ) : (
          <AccountStatus account={account} trouble={troubleWords(user.payoutTrouble)} reachable={reachable} />
        )}
        <TestPayments />
      </section>
      <WaitingMoney user={user} isReady={account.status === 'ready'} />
    </div>
  )
}

interface AccountStatusProps {
  account: ReturnType<typeof usePayoutAccount>
  /** What is wrong with it and what to do. */
  trouble: string[]
  reachable: boolean
}

function AccountStatus({ account, trouble, reachable }: AccountStatusProps) {
  const { status, failure } = account
  if (failure !== null && reachable)
    return (
      <div className="stack stack--tight" role="alert">
        <FieldError>{`Failed to check payment setup status. ${failure}`}</FieldError>
        <div>
          <button type="button" className="is-secondary" onClick={account.check}>
            Try again
          </button>
        </div>
      </div>
    )
  if (status === null)
    return reachable ? (
      <Spinner inline label="Asking the payment provider" />
    ) : (
      <p className="muted">Where your payout account stands is shown once you are connected.</p>
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

/** What an amount waits for that is not theirs yet. */
function WaitingMoney({ user, isReady }: { user: CurrentUser; isReady: boolean }) {
  const { engine } = useAccount()
  const earnings = useLiveQuery(() => readEarnings(engine.db, user.id), [engine, user.id])
  const waiting = earnings ? waitingForPayouts(earnings.lines) : 0
  return (
    <section className="stack stack--tight" aria-labelledby="waiting-title">
      <h2 id="waiting-title">When money reaches you</h2>
      {waiting > 0 && !isReady && (
        <p className="settings-note" role="note">
          <strong>{formatCents(waiting)}</strong> waits for your payout account. Nothing of it is lost.
        </p>
      )}
      <ul className="settings-facts stack stack--tight">
        <li>When you approve an offer, the renter’s card is charged. The amount is pending.</li>
        <li>{`${OWNER_RELEASE_HOURS} hours after the last day it is sent to you, unless you have reported damage.`}</li>
        <li>With a claim open it waits until the claim is settled.</li>
        <li>Without a payout account it waits until there is one.</li>
      </ul>
    </section>
  )
}
