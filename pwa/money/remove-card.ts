import type { PaymentMethod } from '#schema/payment'
import { call } from '../sync/client'

/** Takes a saved card off the account. @returns the cards that are left. @throws ApiError, Unreachable */
export async function removeCard(cardId: string): Promise<PaymentMethod[]> {
  const { paymentMethods } = await call('removePaymentMethod', { params: { cardId } })
  return paymentMethods
}
