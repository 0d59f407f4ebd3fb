import { formatCents } from '#schema/money'
import { serverNow } from '../../sync/server-clock'
import { OFFER_SENT } from '../booking/offer-sent'
import type { ShownBooking } from './booking-queries'
import { bookingPaymentEnd, openBookingPayment } from './open-payment'
import { PayForm } from './pay-form-part'

interface FinishPaymentProps {
  booking: ShownBooking
  onClose: () => void
}

/** Pays what an offer still waits for: its hold, or the amount itself after a card was refused. */
export function FinishPayment({ booking, onClose }: FinishPaymentProps) {
  return (
    <PayForm
      title={`Pay ${formatCents(booking.totalAmount)}`}
      wanted={{
        open: () => openBookingPayment(booking.id),
        endOf: (isSure) => bookingPaymentEnd(booking, new Date(serverNow()), isSure),
        path: '/offers?tab=made',
        paid: booking.status === 'pending' ? OFFER_SENT : { title: 'Payment received' },
        failed: 'Failed to process booking',
      }}
      onClose={onClose}
    />
  )
}
