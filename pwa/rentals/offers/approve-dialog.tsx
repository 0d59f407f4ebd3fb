import { isDelivered } from '#schema/booking'
import { formatCents } from '#schema/money'
import { useOnlineControl } from '../../session/online-button'
import { BusyButton } from '../../ui/busy-button'
import { FormFailure } from '../../ui/failure'
import { Modal } from '../../ui/modal'
import type { Notice } from '../../ui/toasts'
import { rangeWords } from '../booking/offer-rules'
import type { ShownBooking } from './booking-queries'

export interface ApproveDialogProps {
  booking: ShownBooking
  /** The offers that end with this one's approval. */
  rivals: readonly ShownBooking[]
  isBusy: boolean
  /** Why the last press failed. */
  failure: Notice | null
  onApprove: () => void
  onClose: () => void
}

/** Says the consequences of approving, and asks. */
export function ApproveDialog({ booking, rivals, isBusy, failure, onApprove, onClose }: ApproveDialogProps) {
  const { control, reason } = useOnlineControl('Approving needs a connection.')
  const { renterUsername: renter, quantity, totalAmount, listingTitle } = booking
  const money = formatCents(totalAmount)
  return (
    <Modal
      open
      title={`Approve ${renter}’s offer?`}
      onClose={onClose}
      footer={
        <>
          <BusyButton busy={isBusy} busyLabel="Approving" onClick={onApprove} {...control}>
            {`Yes, take ${money}`}
          </BusyButton>
          <button type="button" className="is-secondary" disabled={isBusy} onClick={onClose}>
            Not yet
          </button>
        </>
      }
    >
      <div className="stack">
        <p>{`${listingTitle}: ${rangeWords(booking)}${quantity > 1 ? `, ${quantity} pieces` : ''}.`}</p>
        {isDelivered(booking) && (
          <p>{`You deliver it${booking.deliveryPlace ? ` to ${booking.deliveryPlace}` : ''} and fetch it; the street is shown once the money is taken.`}</p>
        )}
        <p>{`${money} is taken from ${renter}’s card now, and these days are booked.`}</p>
        {rivals.length > 0 && (
          <div className="stack stack--tight">
            <p>
              {rivals.length === 1 ? 'One other offer ends with it:' : `${rivals.length} other offers end with it:`}
            </p>
            <ul>
              {rivals.map((rival) => (
                <li
                  key={rival.id}
                >{`${rival.renterUsername}, ${rangeWords(rival)}, ${formatCents(rival.totalAmount)}`}</li>
              ))}
            </ul>
          </div>
        )}
        {reason}
        {failure && (
          <FormFailure isQuiet title={failure.title}>
            {failure.description}
          </FormFailure>
        )}
      </div>
    </Modal>
  )
}
