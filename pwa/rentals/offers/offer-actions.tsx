import { MessageCircle } from 'lucide-react'
import { useId, useState } from 'react'
import { useAccount } from '../../session/account'
import { useReachability } from '../../session/use-sync'
import { BusyButton } from '../../ui/busy-button'
import { CountBadge } from '../../ui/count-badge'
import type { ShownBooking } from './booking-queries'
import { CancelDialog } from './cancel-dialog'
import { declineOffer } from './decline-offer'
import { FinishPayment } from './finish-payment-form'
import type { OfferAction, OfferRole, OfferView } from './offer-view'
import { useApprove } from './use-approve'

interface OfferActionsProps {
  booking: ShownBooking
  role: OfferRole
  view: OfferView
  unread: number
  onMessages: () => void
}

/** The actions that a person has on a booking now. An action that needs a connection says so while there is none. */
export function OfferActions({ booking, role, view, unread, onMessages }: OfferActionsProps) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const reasonId = useId()
  const approve = useApprove(booking)
  const [opened, setOpened] = useState<'cancel' | 'payment' | null>(null)
  const has = (action: OfferAction) => view.actions.includes(action)
  const online = { disabled: !reachable, 'aria-describedby': reachable ? undefined : reasonId }
  return (
    <div className="stack stack--tight">
      <div className="booking-card__actions wrap gap-3">
        {has('approve') && (
          <BusyButton busy={approve.busy} busyLabel="Approving" onClick={approve.press} {...online}>
            Approve
          </BusyButton>
        )}
        {has('decline') && (
          <button
            type="button"
            className="is-secondary"
            disabled={approve.busy}
            onClick={() => declineOffer(engine, booking.id)}
          >
            Decline
          </button>
        )}
        {has('finish-payment') && opened !== 'payment' && (
          <button type="button" onClick={() => setOpened('payment')} {...online}>
            Finish payment
          </button>
        )}
        {has('messages') && (
          <button type="button" className="is-secondary" onClick={onMessages}>
            <MessageCircle />
            Messages
            <CountBadge count={unread} what={unread === 1 ? 'new message' : 'new messages'} />
          </button>
        )}
        {has('cancel') && (
          <button
            type="button"
            className="is-quiet booking-card__cancel"
            onClick={() => setOpened('cancel')}
            {...online}
          >
            {view.cancelLabel}
          </button>
        )}
      </div>
      {!reachable && view.offlineReason && (
        <p className="muted fine" id={reasonId}>
          {view.offlineReason}
        </p>
      )}
      {opened === 'payment' && has('finish-payment') && (
        <FinishPayment booking={booking} onClose={() => setOpened(null)} />
      )}
      {opened === 'cancel' && has('cancel') && (
        <CancelDialog booking={booking} role={role} other={view.other} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
