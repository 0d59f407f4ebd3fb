import { useState } from 'react'
import { approveOffer } from '../../actions/approve-offer'
import { ApiError, messageOf } from '../../api/client'
import { useAccount } from '../../auth/account'
import type { ShownBooking } from '../../db/booking-queries'
import { type Notice, useToast } from '../../notifications/toasts'
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
