import { TextAreaField } from '../../ui/fields/text-area-field'
import { Modal } from '../../ui/modal'
import { DECLINE_REASON_MAX } from './decline-offer'

interface DeclineDialogProps {
  renter: string
  reason: string
  onReason: (reason: string) => void
  onDecline: (reason: string) => void
  onClose: () => void
}

/** Asks why; an answer is not needed. */
export function DeclineDialog({ renter, reason, onReason, onDecline, onClose }: DeclineDialogProps) {
  const isTooLong = reason.trim().length > DECLINE_REASON_MAX
  return (
    <Modal
      open
      title={`Decline ${renter}'s offer?`}
      lightDismiss={reason.trim() === ''}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="is-danger" disabled={isTooLong} onClick={() => onDecline(reason.trim())}>
            Yes, decline
          </button>
          <button type="button" className="is-secondary" onClick={onClose}>
            Not yet
          </button>
        </>
      }
    >
      <div className="stack">
        <p>{`${renter}'s hold is released. You can undo this for ten seconds.`}</p>
        <TextAreaField
          label="Reason"
          optional
          rows={3}
          hint={`Sent to ${renter} as a message.`}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
          {...(isTooLong ? { error: 'Please keep the reason under 2,000 characters' } : {})}
        />
      </div>
    </Modal>
  )
}
