import { useEffect, useState } from 'react'
import type { CancelPreview } from '#schema/booking'
import { useAccount } from '../../session/account'
import { useOnlineControl } from '../../session/online-button'
import { messageOf } from '../../sync/client'
import { BusyButton } from '../../ui/busy-button'
import { AgainButton } from '../../ui/failure'
import { FieldError } from '../../ui/fields/field'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'
import { useToast } from '../../ui/toasts'
import { rangeWords } from '../booking/offer-rules'
import type { ShownBooking } from './booking-queries'
import { cancelBooking, cancelFailure, changedPreview, previewCancel } from './cancel-booking'
import type { OfferRole } from './offer-view'
import '../../styles/price-changed.css'
import { refundChangeWords, refundWords, toldAtOnce } from './refusal-words'

export interface CancelDialogProps {
  booking: ShownBooking
  role: OfferRole
  /** The other side's name. */
  other: string
  onClose: () => void
}

const CANCEL = { verb: 'Cancel', yes: 'Yes, cancel', doing: 'Cancelling', done: 'Cancelled' }
const END_EARLY = { verb: 'End early:', yes: 'Yes, end it now', doing: 'Ending the rental', done: 'Ended early' }

/** Says what comes back to the cent before anything is cancelled. */
export function CancelDialog({ booking, role, other, onClose }: CancelDialogProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const preview = usePreview(booking.id)
  const [busy, setBusy] = useState(false)
  const [before, setBefore] = useState<CancelPreview | null>(null)
  const words = preview.result?.endsEarly ? END_EARLY : CANCEL
  const { control, reason } = useOnlineControl(`${words.doing} needs a connection.`)

  async function confirm(shown: CancelPreview) {
    setBusy(true)
    try {
      await cancelBooking(engine, booking.id, shown)
      toast({ title: words.done, description: toldAtOnce(booking, other) })
      onClose()
    } catch (error) {
      const changed = changedPreview(error)
      if (changed) {
        setBefore(shown)
        preview.show(changed)
      } else {
        toast(cancelFailure(error))
        // The booking may have moved after a refusal and a lost answer too: this question ends with it.
        await engine.settle()
      }
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={`${words.verb} “${booking.listingTitle}”?`}
      onClose={onClose}
      footer={
        <>
          <BusyButton
            className="is-danger"
            busy={busy}
            busyLabel={words.doing}
            {...control}
            disabled={control.disabled || !preview.result}
            onClick={() => preview.result && confirm(preview.result)}
          >
            {words.yes}
          </BusyButton>
          <button type="button" className="is-secondary" onClick={onClose}>
            Keep it
          </button>
        </>
      }
    >
      <div className="stack">
        <p>{`${rangeWords(booking)}, ${role === 'renter' ? 'from' : 'for'} ${other}.`}</p>
        {before && preview.result && (
          <div className="framed framed--plum" role="alert">
            <p>
              <strong>This has changed since you looked.</strong> {refundChangeWords(before, preview.result)}
            </p>
            <p className="fine">Nothing was cancelled. Please decide again.</p>
          </div>
        )}
        {preview.result && <p className="refund">{refundWords(preview.result, role, other, booking.refundedAmount)}</p>}
        {booking.disputeState === 'open' && preview.result?.captured && (
          <p>
            The bank of the card is deciding about this payment. The booking ends at once; what comes back waits for the
            bank’s decision.
          </p>
        )}
        {reason}
        {!preview.result && !preview.error && <Spinner label="Asking what comes back" />}
        {preview.error && (
          <>
            <FieldError>{preview.error}</FieldError>
            <AgainButton again={preview.retry} />
          </>
        )}
      </div>
    </Modal>
  )
}

function usePreview(bookingId: number) {
  const [result, setResult] = useState<CancelPreview | null>(null)
  const [error, setError] = useState('')
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let live = true
    setError('')
    previewCancel(bookingId).then(
      (answer) => live && setResult(answer),
      (thrown) => live && setError(messageOf(thrown, 'The refund could not be worked out.')),
    )
    return () => {
      live = false
    }
  }, [bookingId, attempt])
  return { result, error, show: setResult, retry: () => setAttempt((count) => count + 1) }
}
