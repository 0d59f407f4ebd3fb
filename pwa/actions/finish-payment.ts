import { call } from '../api/client'
import { loadConfirmer } from '../payments/confirm-payment'
import type { SyncEngine } from '../sync/engine'
import { updateStatuses } from './open-offers'
import { PaymentsUnavailable } from './submit-offer'

/** How it ended. `refused`: the provider's words about the card. `unknown`: nobody could say, the next press goes on with the same payment. */
export type PaymentEnd = { kind: 'done' } | { kind: 'refused'; message: string } | { kind: 'unknown' }

export type PaidThing = { bookingId: number } | { purchaseId: number }

export interface PaymentPress {
  engine: SyncEngine
  /** What is paid for. */
  about: PaidThing
  paymentMethodId: string
  returnUrl: string
  /** Asks the person how the stand-in for the bank's step is to end. */
  askBank: () => Promise<'complete' | 'fail'>
  /** The secret of an earlier press: the same payment is confirmed with another card. */
  secret: string | null
  onSecret: (secret: string) => void
}

/**
 * Pays what a booking or an order of one's own still waits for. Pressed again it goes on with the same payment, never with a second.
 * @throws PaymentsUnavailable, ApiError with the server's refusal, Unreachable
 */
export async function finishPayment(press: PaymentPress): Promise<PaymentEnd> {
  const { engine, about, paymentMethodId, returnUrl } = press
  const [confirmer, config] = await Promise.all([loadConfirmer(), call('paymentConfig', {})]).catch((error) => {
    throw new PaymentsUnavailable(error)
  })
  const clientSecret = press.secret ?? (await openPayment(about))
  // Without a secret there is nothing left to pay.
  if (clientSecret === null) {
    await engine.settle()
    return { kind: 'done' }
  }
  press.onSecret(clientSecret)
  const first = await confirmer.confirm({ clientSecret, paymentMethodId, returnUrl })
  // Stripe's own script brings the bank's page along; the built-in provider has a stand-in that the person plays.
  const end =
    first.kind === 'action'
      ? await confirmer.finishAction(first, config.mode === 'local' ? await press.askBank() : 'complete')
      : first
  if ('bookingId' in about) await updateStatuses(engine)
  await engine.settle()
  if (end.kind === 'failed') return { kind: 'refused', message: end.message }
  return end.kind === 'unavailable' || end.kind === 'action' ? { kind: 'unknown' } : { kind: 'done' }
}

async function openPayment(about: PaidThing): Promise<string | null> {
  const { clientSecret } =
    'bookingId' in about
      ? await call('bookingPayment', { params: { id: about.bookingId } })
      : await call('purchasePayment', { params: { id: about.purchaseId } })
  return clientSecret
}
