import { confirmPayment, loadConfirmer } from '../../money/confirm-payment'
import type { AskBank } from '../../money/payment-confirmer'
import type { SyncEngine } from '../../sync/engine'
import { updateStatuses } from './open-offers'

/** How it ended. `refused`: the provider's words about the card. `unknown`: nobody could say, the next press goes on with the same payment. */
export type PaymentEnd = { kind: 'done' } | { kind: 'refused'; message: string } | { kind: 'unknown' }

export interface PaymentPress {
  engine: SyncEngine
  /** Asks the server for the payment's secret; null when nothing is left to pay. */
  open: () => Promise<{ clientSecret: string | null }>
  paymentMethodId: string
  returnUrl: string
  askBank: AskBank
  /** The secret of an earlier press: the same payment is confirmed with another card. */
  secret: string | null
  onSecret: (secret: string) => void
}

/**
 * Pays while the person is here. Pressed again it goes on with the same payment, never with a second.
 * @throws PaymentsUnavailable, ApiError with the server's refusal, Unreachable
 */
export async function finishPayment(press: PaymentPress): Promise<PaymentEnd> {
  const { engine, open, paymentMethodId, returnUrl, askBank } = press
  const confirmer = await loadConfirmer()
  const clientSecret = press.secret ?? (await open()).clientSecret
  if (clientSecret === null) {
    await engine.settle()
    return { kind: 'done' }
  }
  press.onSecret(clientSecret)
  const end = await confirmPayment(confirmer, { clientSecret, paymentMethodId, returnUrl }, askBank)
  await updateStatuses(engine)
  await engine.settle()
  if (end.kind === 'failed') return { kind: 'refused', message: end.message }
  return end.kind === 'unavailable' || end.kind === 'action' ? { kind: 'unknown' } : { kind: 'done' }
}
