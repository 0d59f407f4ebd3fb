import { useRef, useState } from 'react'
import { PaymentsUnavailable } from '../../money/payment-failure'
import { usePaymentPress } from '../../money/use-payment-press'
import { useAccount } from '../../session/account'
import { messageOf } from '../../sync/client'
import { errorNotice, type Notice, useToast } from '../../ui/toasts'
import { finishPayment, type PaymentPress } from './finish-payment'

export interface WantedPayment extends Pick<PaymentPress, 'open' | 'endOf'> {
  /** The page to which the bank, or the provider's page for a new card, leads back. */
  path: string
  /** The words once it is paid. */
  paid: Notice
  /** The title over a failure that is not the card's: 'Failed to process booking'. */
  failed: string
}

/** One press at a time, and every end of it in words. The payment stays the same however often it is pressed. */
export function useFinishPayment({ open, endOf, path, paid, failed }: WantedPayment, onDone: () => void) {
  const { engine } = useAccount()
  const toast = useToast()
  const secret = useRef<string | null>(null)
  const [error, setError] = useState('')
  const { isBusy, bankStep, askBank, run } = usePaymentPress()
  const [lastFailure, setLastFailure] = useState<Notice | null>(null)
  const fail = (notice: Notice) => {
    toast(notice)
    setLastFailure(notice)
  }

  async function pay(paymentMethodId: string) {
    const end = await finishPayment({
      engine,
      open,
      ...(endOf && { endOf }),
      paymentMethodId,
      returnUrl: `${location.origin}${path}`,
      askBank,
      secret: secret.current,
      onSecret: (value) => {
        secret.current = value
      },
    })
    // A payment that came to nothing is not gone on with.
    if (end.kind === 'unpaid') secret.current = null
    if (end.kind === 'refused' || end.kind === 'unpaid') fail(errorNotice('Payment Failed', end.message))
    else if (end.kind === 'unknown')
      fail(
        errorNotice(
          failed,
          'The payment provider has not answered. Press Pay again: it goes on with this same payment.',
        ),
      )
    else {
      toast(end.kind === 'confirmed' ? CONFIRMED : paid)
      onDone()
    }
  }

  return {
    isBusy,
    error,
    /** How the last press failed. */
    failure: lastFailure,
    bankStep,
    async pay(paymentMethodId: string | null) {
      setError(paymentMethodId ? '' : 'Please select a payment method')
      if (!paymentMethodId) return
      await run(() => {
        setLastFailure(null)
        return pay(paymentMethodId).catch((thrown: unknown) => fail(failure(thrown, failed)))
      })
    },
  }
}

const CONFIRMED: Notice = { title: 'Payment confirmed', description: 'This page shows when the money has been taken.' }

function failure(thrown: unknown, failed: string): Notice {
  const title = thrown instanceof PaymentsUnavailable ? 'Failed to initialize Stripe' : failed
  const cause = thrown instanceof PaymentsUnavailable ? thrown.cause : thrown
  return errorNotice(title, messageOf(cause, 'Nothing was taken. Please try again.'))
}
