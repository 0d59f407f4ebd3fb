import { useDiscard } from '../../outbox/use-discard'
import { useAccount } from '../../session/account'
import { serverNow } from '../../sync/server-clock'
import { CopyButton } from '../../ui/copy-button'
import { refusedStatusWords, statusProblem } from './order-words'
import { PurchaseBadge, purchaseStatusWord } from './purchase-badge'
import type { RefusedStatus, ShownPurchase } from './purchase-overlay'
import { setOrderStatus } from './set-order-status'

/** A status that the server did not take: both words side by side, and the seller decides which one stays. */
export function RefusedStatusPanel({ order, refused }: { order: ShownPurchase; refused: RefusedStatus }) {
  const { engine } = useAccount()
  const discard = useDiscard()
  const { id: purchaseId, knownStatus, notArrivedAt } = order
  const { status, trackingNote } = refused
  const setAnyway = () =>
    setOrderStatus(engine, {
      purchaseId,
      seenStatus: knownStatus,
      seenMissing: Boolean(notArrivedAt),
      status,
      ...(trackingNote === null ? {} : { trackingNote }),
    })
  return (
    <div className="order-conflict framed framed--plum stack stack--tight" role="alert">
      <p>
        <strong>Error Updating Status</strong>
      </p>
      <p>{refusedStatusWords(order)}</p>
      <p className="row">
        <span className="muted fine">Yours</span>
        <PurchaseBadge status={status} />
        <span className="muted fine">Now</span>
        <PurchaseBadge status={knownStatus} />
      </p>
      {trackingNote && <p className="long-text">{`Your tracking note: ${trackingNote}`}</p>}
      <div className="row">
        {statusProblem(order, status, new Date(serverNow())) === null && (
          <button type="button" className="is-secondary" onClick={setAnyway}>
            {`Set “${purchaseStatusWord(status)}” all the same`}
          </button>
        )}
        <button type="button" className="is-quiet" onClick={() => void discard({ opId: refused.opId })}>
          {`Keep “${purchaseStatusWord(knownStatus)}”`}
        </button>
        {trackingNote && <CopyButton text={trackingNote} />}
      </div>
    </div>
  )
}
