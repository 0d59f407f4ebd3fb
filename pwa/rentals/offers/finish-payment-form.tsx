import { formatCents } from '#schema/money'
import { OFFER_SENT } from '../booking/offer-sent'
import type { ShownBooking } from './booking-queries'
import { openBookingPayment } from './open-payment'
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
        path: '/offers?tab=made',
        paid: booking.status === 'pending' ? OFFER_SENT : { title: 'Payment received' },
        failed: 'Failed to process booking',
      }}
      onClose={onClose}
    />
  )
}
