import { useState } from 'react'
import { endDraft } from '../../drafts/end-draft'
import { useAccount } from '../../session/account'
import { ApiError, isOutcomeUnknown, messageOf } from '../../sync/client'
import { OUTCOME_UNKNOWN } from '../../sync/problem-words'
import { errorNotice, type Notice, useToast } from '../../ui/toasts'
import { takenWords } from '../booking/offer-failure'
import { approveOffer } from './approve-offer'
import type { ShownBooking } from './booking-queries'
import { declineDraftId } from './decline-offer'

/** The owner's yes: busy until this device has seen what became of it. `failure` stays until the next press. */
export function useApprove(booking: ShownBooking, onApproved: () => void) {
  const { engine } = useAccount()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Notice | null>(null)
  async function press() {
    setBusy(true)
    setFailure(null)
    try {
      await approveOffer(engine, booking.id)
      toast({ title: 'Offer approved', description: `The dates are booked for ${booking.renterUsername}.` })
      await endDraft(engine.db, declineDraftId(booking.id)).catch(() => undefined)
      onApproved()
    } catch (error) {
      const why = approveFailure(error)
      toast(why)
      setFailure(why)
    }
    await engine.settle()
    setBusy(false)
  }
  return { busy, failure, press }
}

/** A refusal says why; a lost answer leaves it open. */
export function approveFailure(error: unknown): Notice {
  if (isOutcomeUnknown(error)) return errorNotice('No answer yet', OUTCOME_UNKNOWN)
  const taken = error instanceof ApiError && error.code === 'dates_taken' ? takenWords(error.fields.days) : ''
  if (taken) return errorNotice(messageOf(error, ''), taken)
  return errorNotice('Failed to approve the offer', messageOf(error, 'Please try again.'))
}
