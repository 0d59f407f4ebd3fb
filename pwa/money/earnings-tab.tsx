import { Download } from 'lucide-react'
import { earningsOf } from '#schema/earnings'
import { formatCents } from '#schema/money'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../session/account'
import { NotYetHere } from '../session/not-here'
import { useLiveQuery } from '../session/use-live-query'
import { useServerNow } from '../session/use-server-now'
import { useReachable } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { EmptyState } from '../ui/empty-state'
import { NavLink } from '../ui/nav-link'
import { Spinner } from '../ui/spinner'
import { clockTime } from '../ui/times/clock-time'
import { earningsByMonth } from './earnings-by-month'
import { EarningsChart } from './earnings-chart'
import { earningsCsv } from './earnings-csv'
import { type OwnEarnings, readEarnings } from './earnings-queries'
import { troubleWords } from './payout-words'
import { TransactionList } from './transaction-list'
import { availableWords } from './transaction-words'

const LOOK_AGAIN_MS = 60_000

/** A person's present and future earnings, and each amount; all from this device. */
export function EarningsTab({ user }: { user: CurrentUser }) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const earnings = useLiveQuery(() => readEarnings(engine.db, user.id), [engine, user.id])
  const now = useServerNow(LOOK_AGAIN_MS)
  if (!earnings) return null
  const { lines, complete, asOf } = earnings
  if (lines.length === 0 && !complete)
    return (
      <NotYetHere what="Your earnings" isRead>
        <Spinner label="Loading your earnings" />
      </NotYetHere>
    )
  if (lines.length === 0) return <NothingEarned />
  return (
    <div className="stack stack--loose">
      <section className="stack" aria-labelledby="earnings-title">
        <div className="row row--between">
          <h2 id="earnings-title">Earnings</h2>
          {!reachable && asOf !== null && (
            <span className="muted fine">{`As of ${clockTime(new Date(asOf).toISOString(), now)}`}</span>
          )}
        </div>
        <PayoutTroubleNote user={user} />
        <Sums lines={lines} />
        <EarningsChart months={earningsByMonth(lines, now)} />
      </section>
      <section className="stack" aria-labelledby="transactions-title">
        <div className="row row--between">
          <h2 id="transactions-title">Transactions</h2>
          <button type="button" className="is-secondary" onClick={() => exportCsv(lines, now)}>
            <Download />
            Export CSV
          </button>
        </div>
        <TransactionList lines={lines} now={now} />
      </section>
    </div>
  )
}

/** The trouble that keeps earnings from a person's bank, and the way to mend it. */
function PayoutTroubleNote({ user }: { user: CurrentUser }) {
  const words = troubleWords(user.payoutTrouble)
  if (words.length === 0) return null
  return (
    <div className="settings-note stack stack--tight" role="note">
      {words.map((said) => (
        <p key={said}>{said}</p>
      ))}
      <p>
        <NavLink to="/settings?tab=payouts">See your payout account</NavLink>
      </p>
    </div>
  )
}

function Sums({ lines }: Pick<OwnEarnings, 'lines'>) {
  const { available, pending } = earningsOf(lines)
  return (
    <dl className="earnings-sums flush grid gap-3">
      <div className="surface">
        <dt>Available</dt>
        <dd>{formatCents(available)}</dd>
        <dd className="muted fine">{availableWords(lines)}</dd>
      </div>
      <div className="surface">
        <dt>Pending</dt>
        <dd>{formatCents(pending)}</dd>
        <dd className="muted fine">Paid by renters and buyers. Each line below says when it is yours.</dd>
      </div>
    </dl>
  )
}

function NothingEarned() {
  return (
    <EmptyState
      drawing="purchases"
      title="No earnings yet"
      action={<ButtonLink to="/offers?tab=received">See offers for your items</ButtonLink>}
    >
      As soon as you approve an offer and it is paid, the amount appears here.
    </EmptyState>
  )
}

async function exportCsv(lines: OwnEarnings['lines'], now: Date): Promise<void> {
  const { saveFile } = await import(/* piece: behind */ '../ui/save-file')
  saveFile(`trestle-earnings-${now.toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', earningsCsv(lines))
}
