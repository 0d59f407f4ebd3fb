/** How confirming a payment ended. `unavailable`: the provider could not be reached or loaded, nothing is known to have happened. */
export type Confirmation =
  | { kind: 'held' | 'paid' | 'processing' }
  | { kind: 'action'; intentId: string; clientSecret: string }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'unavailable' }

export interface CardPayment {
  clientSecret: string
  paymentMethodId: string
  returnUrl: string
}

export interface PaymentConfirmer {
  /** Confirms a hold or payment with a saved card; the bank may ask for a step. */
  confirm(payment: CardPayment): Promise<Confirmation>
  /** Takes the bank's step. Stripe's own script brings the bank's page along; the built-in provider has the person play the bank. */
  finishAction(action: { intentId: string; clientSecret: string }, askBank: AskBank): Promise<Confirmation>
}

/** Asks the person how the built-in bank step is to end. */
export type AskBank = () => Promise<'complete' | 'fail'>
