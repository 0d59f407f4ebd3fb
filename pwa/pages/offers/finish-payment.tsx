import { formatCents } from '#schema/money'
import { openBookingPayment } from '../../actions/finish-payment'
import type { ShownBooking } from '../../db/booking-queries'
import type { Notice } from '../../notifications/toasts'
import { PayForm } from './pay-form'

const OFFER_SENT: Notice = {
  title: 'Offer sent',
  description:
    'Your rental offer has been sent to the owner for review. A hold has been placed on your payment method.',
}

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
        returnUrl: `${location.origin}/offers?tab=made`,
        paid: booking.status === 'pending' ? OFFER_SENT : { title: 'Payment received' },
        failed: 'Failed to process booking',
      }}
      onClose={onClose}
    />
  )
}
