import { call } from '../api/client'

/** How confirming a payment ended. `unavailable`: the provider could not be reached or loaded, nothing is known to have happened. */
export type Confirmation =
  | { kind: 'held' | 'paid' | 'processing' }
  | { kind: 'action'; intentId: string; clientSecret: string }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'unavailable' }

export interface PaymentConfirmer {
  /** Confirms a hold or payment with a saved card; the bank may ask for a step in between. */
  confirm(payment: { clientSecret: string; paymentMethodId: string; returnUrl: string }): Promise<Confirmation>
  /** Tells the built-in provider how its stand-in for the bank's step ended. */
  finishAction(action: { intentId: string; clientSecret: string }, outcome: 'complete' | 'fail'): Promise<Confirmation>
}

/** The confirmer of the mode that the server runs in; either is loaded only where somebody pays. @throws ApiError, Unreachable */
export async function loadConfirmer(): Promise<PaymentConfirmer> {
  const config = await call('paymentConfig', {})
  if (config.mode === 'local') return (await import('./local-confirmer')).localConfirmer(config.publishableKey)
  return (await import('./stripe-confirmer')).stripeConfirmer(config.publishableKey)
}
