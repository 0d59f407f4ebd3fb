import { useLocation } from '@tanstack/react-router'
import { format } from 'date-fns'
import { Clock, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { type Day, formatFarDay } from '#schema/date-range'
import { purchaseNumber } from '#schema/earnings'
import { formatCents } from '#schema/money'
import { isAskedToCancel, isLate, isPaidBack, orderedPieces } from '#schema/purchase'
import { orderReviewUntil } from '#schema/review'
import { trackingDraftId } from '../../drafts/kept-text'
import { UnsentDraft } from '../../drafts/unsent-text'
import { waitingWords } from '../../messages/message-times'
import { MessagesButton } from '../../messages/messages-button'
import { Money } from '../../money/money'
import { DealReviews } from '../../reviews/deal-reviews'
import { useAccount } from '../../session/account'
import { ButtonLink } from '../../ui/button-link'
import { NavLink } from '../../ui/nav-link'
import { Photo } from '../../ui/photo'
import { StatusChip } from '../../ui/status-chip'
import { Customizations, DeliveryLines } from './order-facts'
import { OrderFee } from './order-fee'
import { OrderHistory } from './order-history'
import { orderSentence } from './order-words'
import { PurchaseBadge } from './purchase-badge'
import type { ShownPurchase } from './purchase-overlay'
import { RefusedStatusPanel } from './refused-status-panel'
import { StatusDialog } from './status-dialog'

interface OrderCardProps {
  order: ShownPurchase
  today: Day
  now: Date
  /** Unread messages of its thread. */
  unread: number
  device: { reachable: boolean; paused: boolean }
  onMessages: () => void
}

/** An order of one's own item: where it stands, what was ordered, where it goes, what can be done. */
export function OrderCard({ order, today, now, unread, device, onMessages }: OrderCardProps) {
  const { db } = useAccount().engine
  const titleId = useId()
  const isMeant = useLocation({ select: ({ hash }) => hash === `order-${order.id}` })
  const [changing, setChanging] = useState(false)
  const pieces = orderedPieces(order)
  const isOpen = !isPaidBack(order)
  const canMove = order.knownStatus !== 'cancelled' && isOpen
  return (
    <article className="min-0 stack surface" aria-labelledby={titleId}>
      <div className="chip-row">
        <p className="booking-card__sentence min-0 breaks strong">{orderSentence(order, today, now)}</p>
        <span className="row">
          {isOpen && isLate(order, today) && <StatusChip tone="danger">Late</StatusChip>}
          {isOpen && isAskedToCancel(order) && <StatusChip tone="waiting">Asked to cancel</StatusChip>}
          {order.changing && (
            <StatusChip tone="waiting" icon={<Clock />}>
              {waitingWords(order.changing, device)}
            </StatusChip>
          )}
          <PurchaseBadge status={order.status} />
        </span>
      </div>
      {order.waitReason && <p className="muted fine">{order.waitReason}</p>}
      {order.refused && <RefusedStatusPanel order={order} refused={order.refused} />}
      <div className="booking-card__main wrap gap-4">
        <div className="booking-card__photo">
          <Photo src={order.itemPhoto} alt="" sizes="(min-width: 40em) 11rem, 6rem" />
        </div>
        <div className="booking-card__facts min-0 stack gap-1">
          <h3 className="booking-card__title" id={titleId}>
            <NavLink to={`/made-to-order/${order.itemId}`}>{order.itemTitle}</NavLink>
          </h3>
          <p className="muted fine">
            {'For '}
            <NavLink to={`/profile/${order.userId}`}>{order.buyerUsername}</NavLink>
            {`, ${purchaseNumber(order)}, placed on ${format(new Date(order.createdAt), 'EEE, MMM d, y')}`}
          </p>
          {pieces > 1 && <strong>{`${pieces} pieces`}</strong>}
          <Due order={order} today={today} />
          <p className="booking-card__total row align-baseline row--between">
            <strong>
              <Money amount={formatCents(order.totalAmount)} />
            </strong>
            <OrderFee orderId={order.id} />
          </p>
        </div>
      </div>
      <div className="order-details grid gap-4">
        <Customizations chosen={order.customizations} />
        <DeliveryLines address={order.deliveryAddress} />
      </div>
      {order.note && (
        <blockquote className="booking-card__note breaks muted" dir="auto">
          {order.note}
        </blockquote>
      )}
      {order.trackingNote && (
        <p className="long-text">
          <span className="muted">Tracking note: </span>
          <bdi>{order.trackingNote}</bdi>
        </p>
      )}
      <div className="booking-card__actions wrap gap-3">
        {canMove && (
          <button type="button" onClick={() => setChanging(true)}>
            Change status
          </button>
        )}
        <MessagesButton unread={unread} onPress={onMessages} />
        <ButtonLink look="quiet" to={`/manage-made-to-order/orders/${order.id}/slip`}>
          <Printer />
          Packing slip
        </ButtonLink>
      </div>
      {!canMove && (
        <UnsentDraft
          db={db}
          draftId={trackingDraftId(order.id)}
          why="The order has ended."
          question="Throw this note away?"
        />
      )}
      <DealReviews
        about="order"
        id={order.id}
        userId={order.sellerId}
        other={order.buyerUsername}
        isOfThing={false}
        until={orderReviewUntil(order)}
        now={now}
        headingLevel={4}
      />
      <details className="booking-card__history" open={isMeant}>
        <summary>History</summary>
        <OrderHistory order={order} />
      </details>
      {changing && <StatusDialog order={order} onClose={() => setChanging(false)} />}
    </article>
  )
}

function Due({ order: { needBy, estimatedDeliveryDate: expected }, today }: { order: ShownPurchase; today: Day }) {
  return (
    <p className="booking-card__dates tabular">
      {needBy && <strong>{`Needed by ${formatFarDay(needBy, today)}.`}</strong>}{' '}
      {expected && <span>{`Estimated delivery ${formatFarDay(expected, today)}.`}</span>}
    </p>
  )
}
