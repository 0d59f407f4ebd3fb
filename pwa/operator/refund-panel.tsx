import type { Booking } from '#schema/booking'
import { formatWeekday } from '#schema/date-range'
import type { Purchase } from '#schema/purchase'
import { callModeration } from '../moderation/call-moderation'
import { ApiError } from '../sync/client'
import { FindSale } from './find-sale'
import { MoneyTasks } from './money-tasks'
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
        {(booking, onRefunded) => <BookingRefund key={booking.id} booking={booking} onRefunded={onRefunded} />}
      </FindSale>
      <FindSale
        name="Find an order"
        label="Order number"
        find={(id) => callModeration('operatorPurchase', { params: { id } })}
      >
        {(order, onRefunded) => <OrderRefund key={order.id} order={order} onRefunded={onRefunded} />}
      </FindSale>
    </div>
  )
}

interface BookingRefundProps {
  booking: Booking
  onRefunded: (booking: Booking) => void
}

function BookingRefund({ booking, onRefunded }: BookingRefundProps) {
  return (
    <article className="surface stack" aria-label={`Booking ${booking.id}`}>
      <h2 className="operator__title">{`Booking ${booking.id}: ${booking.listingTitle}`}</h2>
      <p className="fine muted">
        {`${booking.ownerUsername} rented to ${booking.renterUsername} · ${formatWeekday(booking.startDate)} to ${formatWeekday(booking.endDate)} · ${booking.status}, payment ${booking.paymentState.replaceAll('_', ' ')}`}
      </p>
      <RefundMoney
        label="Refund"
        payer={booking.renterUsername}
        seller={booking.ownerUsername}
        sale={booking}
        refund={(body) => {
          const params = { id: booking.id }
          const refunded = callModeration('operatorRefund', { params, body })
          return showAfter(refunded, () => callModeration('operatorBooking', { params }), onRefunded)
        }}
      />
    </article>
  )
}

function OrderRefund({ order, onRefunded }: { order: Purchase; onRefunded: (order: Purchase) => void }) {
  return (
    <article className="surface stack" aria-label={`Order ${order.id}`}>
      <h2 className="operator__title">{`Order ${order.id}: ${order.itemTitle}`}</h2>
      <p className="fine muted">
        {`${order.sellerUsername} sells to ${order.buyerUsername} · ${order.status}, payment ${order.paymentState.replaceAll('_', ' ')}`}
      </p>
      <RefundMoney
        label="Refund of the order"
        payer={order.buyerUsername}
        seller={order.sellerUsername}
        sale={order}
        refund={(body) => {
          const params = { id: order.id }
          const refunded = callModeration('operatorRefundPurchase', { params, body })
          return showAfter(refunded, () => callModeration('operatorPurchase', { params }), onRefunded)
        }}
      />
    </article>
  )
}

/** Shows a sale as it is after its refund, also after one that was refused because more had been returned by then. */
async function showAfter<Sale>(
  refunded: Promise<Sale>,
  find: () => Promise<Sale>,
  show: (sale: Sale) => void,
): Promise<void> {
  try {
    show(await refunded)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'price_changed') await find().then(show, () => undefined)
    throw error
  }
}
