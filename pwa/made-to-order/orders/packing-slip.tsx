import { format } from 'date-fns'
import { ChevronLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatWeekday } from '#schema/date-range'
import { purchaseNumber } from '#schema/earnings'
import { PRODUCT_NAME } from '#schema/product'
import { orderedPieces, type Purchase } from '#schema/purchase'
import { Mark } from '../../ui/mark'
import { NavLink } from '../../ui/nav-link'
import { Customizations, DeliveryLines } from './order-facts'

/** With more words than this the slip is printed in small letters, so that it stays one page. */
const MANY_SIGNS = 1800

/** The slip for the parcel, on one page: recipient, address, choices. It says no prices. */
export function PackingSlip({ order }: { order: Purchase }) {
  const words = [...Object.values(order.customizations), order.note ?? '', order.trackingNote ?? ''].join('')
  return (
    <div className="page page--reading receipt-page">
      <div className="row row--between receipt-page__bar">
        <NavLink className="back-link" to="/manage-made-to-order?tab=orders">
          <ChevronLeft />
          Back to the orders
        </NavLink>
        <button type="button" onClick={() => window.print()}>
          <Printer />
          Print
        </button>
      </div>
      <article
        className="receipt breaks stack gap-5 slip surface"
        aria-labelledby="slip-title"
        data-dense={words.length > MANY_SIGNS || undefined}
      >
        <div className="receipt__head row gap-3 row--between">
          <span className="receipt__mark">
            <Mark />
            {PRODUCT_NAME}
          </span>
          <h1 id="slip-title">Packing slip</h1>
        </div>
        <section className="slip__to" aria-label="Ship to">
          <DeliveryLines address={order.deliveryAddress} />
        </section>
        <dl className="receipt__facts facts grid gap-2">
          <Line name="Order">{purchaseNumber(order)}</Line>
          <Line name="Item">{order.itemTitle}</Line>
          <Line name="Pieces">{orderedPieces(order)}</Line>
          <Line name="From">{order.sellerUsername}</Line>
          <Line name="For">{order.buyerUsername}</Line>
          <Line name="Placed on">{format(new Date(order.createdAt), 'EEE, MMM d, yyyy')}</Line>
          {order.needBy && <Line name="Needed by">{withYear(order.needBy)}</Line>}
          {order.trackingNote && <Line name="Tracking">{order.trackingNote}</Line>}
        </dl>
        <Customizations chosen={order.customizations} />
        {order.note && (
          <section aria-labelledby="slip-note">
            <h2 id="slip-note">Note</h2>
            <p className="long-text" dir="auto">
              {order.note}
            </p>
          </section>
        )}
      </article>
    </div>
  )
}

const withYear = (day: string) => `${formatWeekday(day)}, ${day.slice(0, 4)}`

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
