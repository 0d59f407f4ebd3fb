import type { MetadataChange } from './metadata'
import { changeMetadata } from './metadata'
import type { PaymentMethod } from './objects/card-object'
import type { PaymentIntent, PaymentIntentInput } from './objects/intent-object'
import { newPaymentIntent } from './objects/intent-object'
import { requireCard } from './payment-methods'
import { malformed, refused } from './provider-error'
import type { Work } from './work'

const MIN_AMOUNT_CENTS = 50
const MAX_AMOUNT_CENTS = 99_999_999

function checkAmount(amount: number): void {
  if (amount < MIN_AMOUNT_CENTS) {
    throw malformed('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > MAX_AMOUNT_CENTS) {
    throw malformed('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
}

/** This provider keeps dollars only. */
export function checkCurrency(currency: string): string {
  if (currency.toLowerCase() === 'usd') return 'usd'
  throw malformed(`Invalid currency: ${currency}. The local provider supports usd.`, { param: 'currency' })
}

/** A customer's card pays that customer's intents only. */
export function checkOwner(intent: PaymentIntent, method: PaymentMethod): void {
  if (!method.customer || method.customer === intent.customer) return
  if (!intent.customer) {
    const message = `The \`payment_method\` parameter supplied ${method.id} belongs to the Customer ${method.customer}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
    throw refused(message, { code: 'parameter_missing', param: 'source', payment_intent: intent })
  }
  const message = `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${intent.customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`
  throw refused(message, { param: 'payment_method', payment_intent: intent })
}

export interface StartParams extends Omit<PaymentIntentInput, 'metadata'> {
  confirm?: boolean
  metadata?: MetadataChange
  off_session?: boolean
  return_url?: string
}

/** A new intent with its card, nothing tried yet. Amounts in cents. */
export async function startIntent(work: Work, params: StartParams) {
  checkAmount(params.amount)
  if (params.off_session !== undefined && !params.confirm) {
    throw malformed('You can only use `off_session` when `confirm` is true.', { param: 'off_session' })
  }
  if (params.customer) await work.require('customer', params.customer, 'customer')
  const method = params.payment_method ? await requireCard(work, params.payment_method) : undefined
  const currency = checkCurrency(params.currency)
  const details = { currency, metadata: changeMetadata({}, params.metadata), payment_method: method?.id }
  const intent = newPaymentIntent({ ...params, ...details }, work.now)
  intent.provider_state.return_url = params.return_url ?? null
  if (method) checkOwner(intent, method)
  work.add(intent)
  work.emit('payment_intent.created', intent)
  return { intent, method }
}
