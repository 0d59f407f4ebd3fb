import type { PaymentMethod } from '#schema/payment'
import { call } from '../sync/client'

/** Makes a saved card the one that is used by default. @returns the cards as they are now. @throws ApiError, Unreachable */
export async function preferCard(cardId: string): Promise<PaymentMethod[]> {
  const { paymentMethods } = await call('preferPaymentMethod', { params: { cardId } })
  return paymentMethods
}
