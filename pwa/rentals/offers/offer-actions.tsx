import { useState } from 'react'
import { isOut } from '#schema/handover'
import { MessagesButton } from '../../messages/messages-button'
import { useAccount } from '../../session/account'
import { useOnlineControl } from '../../session/online-button'
import { onlinePart } from '../../session/online-part'
import { useLiveQuery } from '../../session/use-live-query'
import { useServerNow } from '../../session/use-server-now'
import { BusyButton } from '../../ui/busy-button'
import type { ApproveDialogProps } from './approve-dialog'
import { AskBackDialog } from './ask-back-dialog'
import type { ShownBooking } from './booking-queries'
import type { CancelDialogProps } from './cancel-dialog'
import { DeclineDialog } from './decline-dialog'
import { FinishPayment } from './finish-payment-form'
import type { OfferAction, OfferRole, OfferView } from './offer-view'
import { readRivals } from './rivals'
import { useApprove } from './use-approve'
import { useDecline } from './use-decline'

const LOOK_AGAIN_MS = 60_000

const ApproveDialog = onlinePart<ApproveDialogProps>('Approving', () =>
  import(/* piece: onlineAnswer */ './approve-dialog').then((module) => ({ default: module.ApproveDialog })),
)

const CancelDialog = onlinePart<CancelDialogProps>('Cancelling', () =>
  import(/* piece: onlineAnswer */ './cancel-dialog').then((module) => ({ default: module.CancelDialog })),
)

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
  const { control: online, reason } = useOnlineControl(view.offlineReason)
  const [opened, setOpened] = useState<'approve' | 'decline' | 'cancel' | 'payment' | 'ask-back' | null>(null)
  const close = () => setOpened(null)
  const approve = useApprove(booking, close)
  const decline = useDecline(booking)
  const isAsked = view.actions.includes('approve')
  const rivals = useLiveQuery(
    async () => (isAsked ? readRivals(engine.db, booking.ownerId, booking) : []),
    [engine, booking, isAsked],
  )
  const isOutNow = useIsOut(booking, view)
  const has = (action: OfferAction) =>
    view.actions.includes(action) && (action === 'ask-back' ? isOutNow : action !== 'cancel' || !isOutNow)
  return (
    <div className="stack stack--tight">
      <div className="booking-card__actions wrap gap-3">
        {has('approve') && (
          <BusyButton busy={approve.busy} busyLabel="Approving" onClick={() => setOpened('approve')} {...online}>
            Approve
          </BusyButton>
        )}
        {has('decline') && (
          <button type="button" className="is-secondary" disabled={approve.busy} onClick={() => setOpened('decline')}>
            Decline
          </button>
        )}
        {has('finish-payment') && opened !== 'payment' && (
          <button type="button" onClick={() => setOpened('payment')} {...online}>
            Finish payment
          </button>
        )}
        {has('messages') && <MessagesButton unread={unread} onPress={onMessages} />}
        {has('ask-back') && (
          <button type="button" className="is-secondary" onClick={() => setOpened('ask-back')}>
            Ask for it back
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
      {reason}
      {rivals && rivals.length > 0 && (
        <p className="fine">{`Competes with ${listed(rivals.map(({ renterUsername }) => renterUsername))}: ${rivals.length === 1 ? 'approving this one ends the other.' : 'approving this one ends the others.'}`}</p>
      )}
      {opened === 'approve' && has('approve') && (
        <ApproveDialog
          booking={booking}
          rivals={rivals ?? []}
          isBusy={approve.busy}
          failure={approve.failure}
          onApprove={approve.press}
          onClose={close}
        />
      )}
      {opened === 'decline' && has('decline') && (
        <DeclineDialog
          booking={booking}
          onClose={close}
          onDecline={(why) => {
            close()
            void decline(why)
          }}
        />
      )}
      {opened === 'payment' && has('finish-payment') && <FinishPayment booking={booking} onClose={close} />}
      {opened === 'ask-back' && has('ask-back') && <AskBackDialog booking={booking} onClose={close} />}
      {opened === 'cancel' && has('cancel') && (
        <CancelDialog booking={booking} role={role} other={view.other} onClose={close} />
      )}
    </div>
  )
}

/** Whether an owner's thing is with its renter. */
function useIsOut(booking: ShownBooking, view: OfferView): boolean {
  const now = useServerNow(LOOK_AGAIN_MS)
  return view.actions.includes('ask-back') && isOut(booking, booking.pages ?? [], now)
}

/** 'theo', 'theo and cormac', 'theo, cormac and rosa'. */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(new Set(names))
}
