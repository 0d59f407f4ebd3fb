import { formatCents } from '#schema/money'
import { ButtonLink } from '../../ui/button-link'
import { Modal } from '../../ui/modal'
import type { ShownBooking } from '../offers/booking-queries'
import { rangeWords } from './offer-rules'

interface OfferAgainProps {
  /** The one that there is for some of the same days. */
  offer: ShownBooking
  onAgain: () => void
  onClose: () => void
}

/** Asks before a second offer for some of the same days, with a hold of its own. */
export function OfferAgain({ offer, onAgain, onClose }: OfferAgainProps) {
  return (
    <Modal
      open
      title="Make a second offer?"
      onClose={onClose}
      footer={
        <>
          <ButtonLink to={`/offers/${offer.id}`}>See your offer</ButtonLink>
          <button type="button" className="is-secondary" onClick={onAgain}>
            Make a second offer
          </button>
        </>
      }
    >
      <p>
        {`You already have an offer for ${rangeWords(offer)} for ${formatCents(offer.totalAmount)}. A second one is one more booking, with a hold of its own.`}
      </p>
    </Modal>
  )
}
