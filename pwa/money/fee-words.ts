import { splitAmount } from '#schema/earnings'
import { aboutProviderFee, dollarsToCents, formatCents, MAX_PRICE_CENTS } from '#schema/money'

/** @returns the cents of a price as typed, or null when it is no price yet */
export function typedPrice(typed: string): number | null {
  const cents = dollarsToCents(typed)
  return cents === null || cents === 0 || cents > MAX_PRICE_CENTS ? null : cents
}

/** The platform's share of so many cents and what is left for their seller; null where the platform takes nothing. */
export function feeWords(cents: number, feeBps: number): string | null {
  const { fee, owner } = splitAmount(cents, feeBps)
  return feeBps > 0 ? `Platform fee ${feeBps / 100}%: ${formatCents(fee)}. You get ${formatCents(owner)}.` : null
}

/** The same of a price as typed; null as well when it is no price yet. */
export function typedFeeWords(typed: string, feeBps: number): string | null {
  const cents = typedPrice(typed)
  return cents === null ? null : feeWords(cents, feeBps)
}

/** The price of cancelling for an owner or seller after the money was taken. */
export function cancelFeeWords(totalAmount: number): string {
  return `The payment provider keeps its fee for this payment, about ${formatCents(aboutProviderFee(totalAmount))}. It is taken off what you earn next.`
}
