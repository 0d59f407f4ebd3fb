import { setOrderStatus } from '../../actions/set-order-status'
import { discardWrite } from '../../actions/waiting-write'
import { useAccount } from '../../auth/account'
import { PurchaseBadge, purchaseStatusWord } from '../../components/purchase-badge'
import type { RefusedStatus, ShownPurchase } from '../../db/purchase-overlay'
import { CopyButton } from '../outbox/copy-button'
import { refusedWords, statusProblem } from './order-words'

/** A status that the server did not take: both words side by side, and the seller decides which one stays. */
export function RefusedStatusPanel({ order, refused }: { order: ShownPurchase; refused: RefusedStatus }) {
  const { engine } = useAccount()
  const { id: purchaseId, knownStatus } = order
  const { status, trackingNote } = refused
  const setAnyway = () =>
    setOrderStatus(engine, {
      purchaseId,
      knownStatus,
      status,
      ...(trackingNote === null ? {} : { trackingNote }),
    })
  return (
    <div className="order-conflict" role="alert">
      <p>
        <strong>Error Updating Status</strong>
      </p>
      <p>{refusedWords(order)}</p>
      <p className="row">
        <span className="muted fine">Yours</span>
        <PurchaseBadge status={status} />
        <span className="muted fine">Now</span>
        <PurchaseBadge status={knownStatus} />
      </p>
      {trackingNote && <p className="long-text">{`Your tracking note: ${trackingNote}`}</p>}
      <div className="row">
        {statusProblem(order, status) === null && (
          <button type="button" className="is-secondary" onClick={setAnyway}>
            {`Set “${purchaseStatusWord(status)}” all the same`}
          </button>
        )}
        <button type="button" className="is-quiet" onClick={() => discardWrite(engine, refused.opId)}>
          {`Keep “${purchaseStatusWord(knownStatus)}”`}
        </button>
        {trackingNote && <CopyButton text={trackingNote} />}
      </div>
    </div>
  )
}
