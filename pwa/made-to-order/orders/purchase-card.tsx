import { Receipt, TimerReset } from 'lucide-react'
import { useId } from 'react'
import type { Day } from '#schema/date-range'
import { orderReviewUntil } from '#schema/review'
import { hasReceipt } from '../../rentals/offers/receipt-words'
import { DealReviews } from '../../reviews/deal-reviews'
import { ButtonLink } from '../../ui/button-link'
import { NavLink } from '../../ui/nav-link'
import { Photo } from '../../ui/photo'
import { Timeline } from '../../ui/timeline'
import { timeLeft } from '../../ui/times/offer-times'
import { PurchaseActions } from './purchase-actions'
import { PurchaseBadge } from './purchase-badge'
import { PurchaseFacts, PurchaseWishes } from './purchase-facts'
import { isPayable, type ShownPurchase } from './purchase-overlay'
import { placedOn, purchaseSentence, purchaseStory } from './purchase-words'

interface PurchaseCardProps {
  purchase: ShownPurchase
  now: Date
  /** The day where the market is. */
  today: Day
  /** Unread messages of its thread. */
  unread: number
  onMessages: () => void
  /** Its maker still offers it. */
  isOffered: boolean
}

/** An order as its buyer sees it: what it is, where it stands, what can be done, and how it came here. */
export function PurchaseCard({ purchase, now, today, unread, onMessages, isOffered }: PurchaseCardProps) {
  const titleId = useId()
  const { itemId, itemTitle, itemPhoto, status, payBy, sellerId, sellerUsername, terms } = purchase
  return (
    <article className="min-0 stack purchase surface" aria-labelledby={titleId}>
      <div className="purchase__head row align-start row--between">
        <div className="grow">
          <h3 className="booking-card__title" id={titleId} dir="auto">
            {itemTitle}
          </h3>
          <p className="muted fine">
            Order placed on <time dateTime={purchase.createdAt}>{placedOn(purchase)}</time>, from{' '}
            <NavLink to={`/profile/${sellerId}`}>{sellerUsername}</NavLink>
          </p>
        </div>
        <span className="row">
          <PurchaseBadge status={status} />
          {payBy && isPayable(purchase, now) && (
            <span className="booking-card__countdown muted small tabular">
              <TimerReset />
              {timeLeft(payBy, now)}
            </span>
          )}
        </span>
      </div>
      <p className="booking-card__sentence min-0 breaks strong purchase__sentence">
        {purchaseSentence(purchase, today, now)}
      </p>
      <div className="booking-card__main wrap gap-4">
        <div className="booking-card__photo">
          <Photo src={itemPhoto} alt="" sizes="(min-width: 40em) 11rem, 6rem" />
        </div>
        <PurchaseFacts purchase={purchase} today={today} />
      </div>
      <PurchaseWishes purchase={purchase} />
      <PurchaseActions purchase={purchase} now={now} unread={unread} onMessages={onMessages}>
        {isOffered ? (
          <ButtonLink look="secondary" to={`/made-to-order/${itemId}`}>
            View Item
          </ButtonLink>
        ) : (
          <span className="muted fine purchase__gone">Its maker no longer offers this.</span>
        )}
        {hasReceipt(purchase) && (
          <ButtonLink look="secondary" to={`/purchases/${purchase.id}/receipt`}>
            <Receipt />
            Receipt
          </ButtonLink>
        )}
      </PurchaseActions>
      <DealReviews
        about="order"
        id={purchase.id}
        userId={purchase.userId}
        other={purchase.sellerUsername}
        isOfThing
        until={orderReviewUntil(purchase)}
        now={now}
        headingLevel={4}
      />
      {terms && (
        <details className="booking-card__history">
          <summary>Terms</summary>
          <p className="long-text booking-card__terms" dir="auto">
            {terms}
          </p>
        </details>
      )}
      <details className="booking-card__history">
        <summary>History</summary>
        <PurchaseHistory purchase={purchase} />
      </details>
    </article>
  )
}

function PurchaseHistory({ purchase }: { purchase: ShownPurchase }) {
  return <Timeline label={`History of ${purchase.itemTitle}`} lines={purchaseStory(purchase)} />
}
