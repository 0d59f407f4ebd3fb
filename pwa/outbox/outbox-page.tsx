import { useAccount } from '../session/account'
import { mustSignInAgain } from '../session/session-words'
import { useLiveQuery } from '../session/use-live-query'
import { useReachable } from '../session/use-sync'
import { readOutbox } from '../sync/outbox-queries'
import { EmptyState } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'
import { Spinner } from '../ui/spinner'
import { useNow } from '../ui/times/use-now'
import { OutboxHead } from './outbox-head'
import { PausedNotice } from './paused-notice'
import { ReceiptLine } from './receipt-line'
import { readReceipts } from './receipt-queries'
import { RefusedRow } from './refused-row'
import { useKnownThings } from './use-known-things'
import { WaitingRow } from './waiting-row'
import '../styles/outbox.css'

const SHOWN_RECEIPTS = 20
const CLOCK_TICK_MS = 30_000

export function OutboxPage({ userId }: { userId: number }) {
  usePageTitle('Waiting to be sent')
  const { engine } = useAccount()
  const reachable = useReachable()
  const now = useNow(CLOCK_TICK_MS)
  const known = useKnownThings(userId)
  const outbox = useLiveQuery(() => readOutbox(engine.db), [engine])
  const receipts = useLiveQuery(() => readReceipts(engine.db, SHOWN_RECEIPTS), [engine])
  if (!outbox || !receipts || !known) return <Spinner label="Loading what waits" />

  const { waiting, attention, paused } = outbox
  const device = { reachable, mustSignIn: mustSignInAgain(paused), mustUpdate: paused === 'client_too_old' }
  return (
    <div className="page page--reading">
      <OutboxHead waiting={waiting} blocked={paused !== null} now={now} />
      {paused && <PausedNotice paused={paused} waiting={waiting.length} />}
      {waiting.length + attention.length === 0 && (
        <EmptyState drawing="messages" title="Nothing is waiting">
          What you write or press without a connection waits here until it is sent.
        </EmptyState>
      )}
      {attention.length > 0 && (
        <section className="stack" aria-labelledby="needs-you">
          <h2 id="needs-you">Needs you</h2>
          <ul className="plain-list divided sheet grid">
            {attention.map((item) => (
              <RefusedRow key={item.opId} item={item} known={known} />
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section className="stack" aria-labelledby="waiting">
          <h2 id="waiting">Waiting</h2>
          <ul className="plain-list divided sheet grid">
            {waiting.map((item) => (
              <WaitingRow key={item.opId} item={item} known={known} device={device} now={now} />
            ))}
          </ul>
        </section>
      )}
      {receipts.length > 0 && (
        <section className="stack" aria-labelledby="recently-sent">
          <h2 id="recently-sent">Recently sent</h2>
          <ul className="plain-list divided sheet grid outbox--quiet">
            {receipts.map((receipt) => (
              <ReceiptLine key={receipt.opId} receipt={receipt} known={known} now={now} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
