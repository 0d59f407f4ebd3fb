import type { Booking } from '#schema/booking'
import type { Purchase } from '#schema/purchase'
import { callModeration } from '../moderation/call-moderation'
import { rangeWords } from '../rentals/booking/offer-rules'
import { FindSale } from './find-sale'
import { MoneyTasks } from './money-tasks'
import { paymentWords } from './operator-words'
import { RefundMoney } from './refund-money'

/** A booking or an order, found by its number, and the return of captured money to its payer. */
export function RefundPanel() {
  return (
    <div className="stack reading">
      <MoneyTasks />
      <FindSale
        name="Find a booking"
        label="Booking number"
        find={(id) => callModeration('operatorBooking', { params: { id } })}
        offline="Finding and refunding need a connection."
      >
        {(booking, onChanged) => <BookingRefund key={booking.id} booking={booking} onChanged={onChanged} />}
      </FindSale>
      <FindSale
        name="Find an order"
        label="Order number"
        find={(id) => callModeration('operatorPurchase', { params: { id } })}
      >
        {(order, onChanged) => <OrderRefund key={order.id} order={order} onChanged={onChanged} />}
      </FindSale>
    </div>
  )
}

interface BookingRefundProps {
  booking: Booking
  onChanged: (booking: Booking) => void
}

function BookingRefund({ booking, onChanged }: BookingRefundProps) {
  const params = { id: booking.id }
  return (
    <article className="surface stack" aria-label={`Booking ${booking.id}`}>
      <h2 className="operator__title">{`Booking ${booking.id}: ${booking.listingTitle}`}</h2>
      <p className="fine muted">
        {`${booking.ownerUsername} rented to ${booking.renterUsername} · ${rangeWords(booking)} · ${booking.status} · ${paymentWords(booking)}`}
      </p>
      <RefundMoney
        label="Refund"
        keptAs={`refund:booking:${booking.id}`}
        payer={booking.renterUsername}
        seller={booking.ownerUsername}
        sale={booking}
        refund={async (body) => onChanged(await callModeration('operatorRefund', { params, body }))}
        again={() => callModeration('operatorBooking', { params }).then(onChanged, () => undefined)}
      />
    </article>
  )
}

function OrderRefund({ order, onChanged }: { order: Purchase; onChanged: (order: Purchase) => void }) {
  const params = { id: order.id }
  return (
    <article className="surface stack" aria-label={`Order ${order.id}`}>
      <h2 className="operator__title">{`Order ${order.id}: ${order.itemTitle}`}</h2>
      <p className="fine muted">
        {`${order.sellerUsername} sells to ${order.buyerUsername} · ${order.status} · ${paymentWords(order)}`}
      </p>
      <RefundMoney
        label="Refund of the order"
        keptAs={`refund:purchase:${order.id}`}
        payer={order.buyerUsername}
        seller={order.sellerUsername}
        sale={order}
        refund={async (body) => onChanged(await callModeration('operatorRefundPurchase', { params, body }))}
        again={() => callModeration('operatorPurchase', { params }).then(onChanged, () => undefined)}
      />
    </article>
  )
}
