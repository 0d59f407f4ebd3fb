import { call } from '../sync/client'
import type { AskBank, CardPayment, Confirmation, PaymentConfirmer } from './payment-confirmer'
import { PaymentsUnavailable } from './payment-failure'

/** The confirmer of the mode that the server runs in; either is loaded only where somebody pays. @throws PaymentsUnavailable */
export function loadConfirmer(): Promise<PaymentConfirmer> {
  return load().catch((error: unknown) => {
    throw new PaymentsUnavailable(error)
  })
}

async function load(): Promise<PaymentConfirmer> {
  const config = await call('paymentConfig', {})
  if (config.mode === 'local')
    return (await import(/* piece: online */ './local-confirmer')).localConfirmer(config.publishableKey)
  return (await import(/* piece: online */ './stripe-confirmer')).stripeConfirmer(config.publishableKey)
}

/** Confirms a hold or payment, with the bank's step where the bank asks for one. */
export async function confirmPayment(
  confirmer: PaymentConfirmer,
  payment: CardPayment,
  askBank: AskBank,
): Promise<Confirmation> {
  const confirmation = await confirmer.confirm(payment)
  return confirmation.kind === 'action' ? confirmer.finishAction(confirmation, askBank) : confirmation
}
