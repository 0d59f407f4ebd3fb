import { getRouteApi } from '@tanstack/react-router'
import { OWNER_RELEASE_HOURS } from '#schema/booking'
import { formatCents } from '#schema/money'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../session/account'
import { onlinePart } from '../session/online-part'
import { useLiveQuery } from '../session/use-live-query'
import { useReachable } from '../session/use-sync'
import { Spinner } from '../ui/spinner'
import { readEarnings, waitingForPayouts } from './earnings-queries'
import type { AccountStatusProps } from './payout-status'
import { troubleWords } from './payout-words'
import { TestPayments } from './test-payments'
import { useArrival } from './use-arrival'
import { usePayoutAccount } from './use-payout-account'

const route = getRouteApi('/settings')

const AccountStatus = onlinePart<AccountStatusProps>('Your payout account', () =>
  import(/* piece: online */ './payout-status').then((module) => ({ default: module.AccountStatus })),
)

/** The account that receives a person's earnings. */
export function PayoutTab({ user }: { user: CurrentUser }) {
  const { setup } = route.useSearch()
  const reachable = useReachable()
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

/** The reasons why amounts are not theirs yet. */
function WaitingMoney({ user, isReady }: { user: CurrentUser; isReady: boolean }) {
  const { engine } = useAccount()
  const read = async () => waitingForPayouts(engine.db, (await readEarnings(engine.db, user.id)).lines)
  const waiting = useLiveQuery(read, [engine, user.id]) ?? 0
  return (
    <section className="stack stack--tight" aria-labelledby="waiting-title">
      <h2 id="waiting-title">When money reaches you</h2>
      {waiting > 0 && !isReady && (
        <p className="settings-note" role="note">
          <strong>{formatCents(waiting)}</strong> waits for your payout account. Nothing of it is lost.
        </p>
      )}
      <ul className="settings-facts flush muted stack stack--tight">
        <li>When you approve an offer, the renter’s card is charged. The amount is pending.</li>
        <li>{`It becomes yours ${OWNER_RELEASE_HOURS} hours after the rental’s last day, unless you have reported damage.`}</li>
        <li>With a claim open it waits until the claim is settled.</li>
        <li>Money that is yours is sent to you. The first payouts of a new seller leave some days later.</li>
        <li>Without a payout account it waits until there is one.</li>
      </ul>
    </section>
  )
}
