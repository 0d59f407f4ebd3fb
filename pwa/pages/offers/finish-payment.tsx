import { formatCents } from '#schema/money'
import { openBookingPayment } from '../../actions/finish-payment'
import type { ShownBooking } from '../../db/booking-queries'
import { OFFER_SENT } from '../listing/offer-sent'
import { PayForm } from './pay-form'

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
