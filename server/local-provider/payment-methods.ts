import type { PaymentMethod } from './objects/card-object'
import { newPaymentMethod } from './objects/card-object'
import { text } from './parameters'
import { missing, ProviderError, refused } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import type { Decline, TestCard } from './test-cards'
import { findCardByToken } from './test-cards'
import { wire } from './wire'
import type { Work } from './work'

const READY_MADE_EXPIRY_YEARS = 4
const USED_UP =
  'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.'

/** The card that a parameter names. A ready-made `pm_card_…` becomes a fresh card at each use. */
export async function requireCard(work: Work, id: string, param = 'payment_method'): Promise<PaymentMethod> {
  const readyMade = findCardByToken(id)
  if (readyMade) {
    const expYear = new Date(work.now * 1000).getUTCFullYear() + READY_MADE_EXPIRY_YEARS
    return work.add(newPaymentMethod({ card: readyMade, expMonth: 12, expYear }, work.now))
  }
  const method = await work.require('payment_method', id, param)
  if (method.provider_state.spent) throw refused(USED_UP, { param })
  return method
}

/** How the card behaves; every stored card came from the table. */
export function behaviourOf(method: PaymentMethod): TestCard {
  const card = findCardByToken(method.provider_state.card)
  if (!card) throw missing('PaymentMethod', method.id)
  return card
}

/** Gives the card to a customer, unless it is theirs already. */
export function attach(work: Work, method: PaymentMethod, customer: string): void {
  if (method.customer === customer) return
  method.customer = customer
  work.emit('payment_method.attached', method)
}

/** 402 for a card that can not be charged or saved. Its work is kept: the refusal is a fact. */
export function cardDeclined(decline: Decline, details: ConstructorParameters<typeof ProviderError>[3]): ProviderError {
  const { message, code, decline_code } = decline
  const all = { code, decline_code, payment_method_type: 'card', ...details }
  return new ProviderError(402, 'card_error', message, all, { commits: true })
}

export const paymentMethodRoutes: Route[] = [
  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    { customer: text() },
    async ({ work, id, params }) => {
      const customer = await work.require('customer', params.customer, 'customer')
      const method = await requireCard(work, id, 'payment_method')
      const { decline, savesAnyway } = behaviourOf(method)
      if (decline && !savesAnyway) {
        work.discard()
        throw cardDeclined(decline, { param: decline.param })
      }
      if (method.customer && method.customer !== customer.id) {
        throw refused('The payment method you provided has already been attached to a customer.')
      }
      attach(work, method, customer.id)
      return wire(method)
    },
    { required: ['customer'] },
  ),
  route('POST', '/v1/payment_methods/:id/detach', {}, async ({ work, id }) => {
    const method = await work.require('payment_method', id)
    if (!method.customer) {
      throw refused('The payment method you provided is not attached to a customer so detachment is impossible.')
    }
    method.customer = null
    method.provider_state.spent = true
    work.emit('payment_method.detached', method)
    return wire(method)
  }),
]
