import { useEffect, useState } from 'react'
import { cancelBooking, previewCancel } from '../../actions/cancel-booking'
import { messageOf } from '../../api/client'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { BusyButton } from '../../components/busy-button'
import { Modal } from '../../components/modal'
import { Spinner } from '../../components/spinner'
import type { ShownBooking } from '../../db/booking-queries'
import { FieldError } from '../../forms/field'
import { useToast } from '../../notifications/toasts'
import { rangeWords } from '../listing/offer-rules'
import type { OfferRole } from './offer-view'
import { refundWords } from './refusal-words'

interface CancelDialogProps {
  booking: ShownBooking
  role: OfferRole
  /** The other side's name. */
  other: string
  onClose: () => void
}

/** Says what comes back to the cent before anything is cancelled. */
export function CancelDialog({ booking, role, other, onClose }: CancelDialogProps) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const toast = useToast()
  const preview = usePreview(booking.id)
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await cancelBooking(engine, booking.id)
      toast({ title: 'Cancelled', description: `${other} is told at once.` })
      onClose()
    } catch (error) {
      setBusy(false)
      toast({ variant: 'destructive', title: 'Failed to cancel', description: messageOf(error, 'Please try again.') })
    }
  }

  return (
    <Modal
      open
      title={`Cancel “${booking.listingTitle}”?`}
      onClose={onClose}
      footer={
        <>
          <BusyButton
            className="is-danger"
            busy={busy}
            busyLabel="Cancelling"
            disabled={!reachable || !preview.result}
            onClick={confirm}
          >
            Yes, cancel
          </BusyButton>
          <button type="button" className="is-secondary" onClick={onClose}>
            Keep it
          </button>
        </>
      }
    >
      <div className="stack">
        <p>{`${rangeWords(booking)}, ${role === 'renter' ? 'from' : 'for'} ${other}.`}</p>
        {preview.result && <p className="refund">{refundWords(preview.result, role, other)}</p>}
        {!preview.result && !preview.error && <Spinner label="Asking what comes back" />}
        {preview.error && (
          <>
            <FieldError>{preview.error}</FieldError>
            <button type="button" className="is-secondary" onClick={preview.retry}>
              Try again
            </button>
          </>
        )}
      </div>
    </Modal>
  )
}

function usePreview(bookingId: number) {
  const [result, setResult] = useState<Awaited<ReturnType<typeof previewCancel>> | null>(null)
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
  return { result, error, retry: () => setAttempt((count) => count + 1) }
}
