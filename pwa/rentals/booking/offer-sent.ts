import type { Notice } from '../../ui/toasts'

/** The hold is in place and the owner sees the offer. */
export const OFFER_SENT: Notice = {
  title: 'Offer sent',
  description:
    'Your rental offer has been sent to the owner for review. A hold has been placed on your payment method.',
}
