import { confirmPayment, loadConfirmer } from '../../money/confirm-payment'
import type { AskBank } from '../../money/payment-confirmer'
import type { SyncEngine } from '../../sync/engine'
import { updateStatuses } from './open-offers'

/**
 * How it ended. `confirmed`: the bank has agreed, and whether the money was taken is not known yet. `unpaid`: confirmed, and
 * not paid all the same; the next press begins another payment. `refused`: the provider's words about the card. `unknown`:
 * nobody could say, the next press goes on with the same payment.
 */
export type PaymentEnd = ConfirmedEnd | { kind: 'refused'; message: string } | { kind: 'unknown' }
export type ConfirmedEnd = { kind: 'done' | 'confirmed' } | { kind: 'unpaid'; message: string }

export interface PaymentPress {
  engine: SyncEngine
  /** Asks the server for the payment's secret; null when nothing is left to pay. */
  open: () => Promise<{ clientSecret: string | null }>
  /**
   * Asks the server how a confirmed payment ended; one without this is paid once the bank has taken it.
   * @param isSure the provider has said that the money is held or taken, and not only that it is under way
   */
  endOf?: (isSure: boolean) => Promise<ConfirmedEnd>
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
  const { engine, open, endOf, paymentMethodId, returnUrl, askBank } = press
  const confirmer = await loadConfirmer()
  const clientSecret = press.secret ?? (await open()).clientSecret
  if (clientSecret === null) {
    await engine.settle()
    return endOf ? endOf(true) : { kind: 'done' }
  }
  press.onSecret(clientSecret)
  const end = await confirmPayment(confirmer, { clientSecret, paymentMethodId, returnUrl }, askBank)
  await updateStatuses(engine)
  await engine.settle()
  if (end.kind === 'failed') return { kind: 'refused', message: end.message }
  if (end.kind === 'unavailable' || end.kind === 'action') return { kind: 'unknown' }
  const isSure = end.kind !== 'processing'
  return endOf ? endOf(isSure) : { kind: isSure ? 'done' : 'confirmed' }
}
