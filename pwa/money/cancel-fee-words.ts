import { aboutProviderFee, formatCents } from '#schema/money'

/** What cancelling costs an owner or seller after the money was taken. */
export function cancelFeeWords(totalAmount: number): string {
  return `The payment provider keeps its fee for this payment, about ${formatCents(aboutProviderFee(totalAmount))}. It is taken off what you earn next.`
}
