import { useState } from 'react'
import { useAccount } from '../../session/account'
import { ApiError, messageOf } from '../../sync/client'
import { type Notice, useToast } from '../../ui/toasts'
import { approveOffer } from './approve-offer'
import type { ShownBooking } from './booking-queries'
import { takenWords } from './refusal-words'

/** The owner's yes: busy until this device has seen what became of it. */
export function useApprove(booking: ShownBooking): { busy: boolean; press: () => void } {
  const { engine } = useAccount()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    try {
      await approveOffer(engine, booking.id)
      toast({ title: 'Offer approved', description: `The dates are booked for ${booking.renterUsername}.` })
    } catch (error) {
      toast(failure(error))
    }
    await engine.settle()
    setBusy(false)
  }
  return { busy, press }
}

function failure(error: unknown): Notice {
  const taken = error instanceof ApiError && error.code === 'dates_taken' ? takenWords(error.fields.days) : ''
  if (taken) return { variant: 'destructive', title: messageOf(error, ''), description: taken }
  return {
    variant: 'destructive',
    title: 'Failed to approve the offer',
    description: messageOf(error, 'Please try again.'),
  }
}
