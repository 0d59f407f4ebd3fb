import { useKeptText } from '../../drafts/use-kept-text'
import { useAccount } from '../../session/account'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { PressDialog } from '../../ui/press-dialog'
import type { ShownBooking } from './booking-queries'
import { DECLINE_REASON_MAX, declineDraftId } from './decline-offer'

interface DeclineDialogProps {
  booking: ShownBooking
  onDecline: (reason: string) => void
  onClose: () => void
}

/** Asks why; an answer is not needed. Closing keeps what is typed. */
export function DeclineDialog({ booking, onDecline, onClose }: DeclineDialogProps) {
  const { id, renterUsername: renter } = booking
  const { text: reason, change } = useKeptText(useAccount().engine.db, declineDraftId(id))
  const isTooLong = reason.trim().length > DECLINE_REASON_MAX
  return (
    <PressDialog
      title={`Decline ${renter}’s offer?`}
      lightDismiss={reason.trim() === ''}
      onClose={onClose}
      press="Yes, decline"
      onPress={() => onDecline(reason.trim())}
      isDanger
      disabled={isTooLong}
      back="Not yet"
    >
      <div className="stack">
        <p>{`${renter}’s hold is released. You can undo this for ten seconds.`}</p>
        <TextAreaField
          label="Reason"
          optional
          rows={3}
          hint={`Sent to ${renter} as a message.`}
          value={reason}
          onChange={(event) => change(event.target.value)}
          {...(isTooLong ? { error: 'Please keep the reason under 2,000 characters' } : {})}
        />
      </div>
    </PressDialog>
  )
}
