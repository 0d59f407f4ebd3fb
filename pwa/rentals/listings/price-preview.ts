import { splitAmount } from '#schema/earnings'
import { dollarsToCents, formatCents, MAX_PRICE_CENTS } from '#schema/money'

const PREVIEW_DAYS = 3

/** The total of a price: '3 days: $37.50', and the platform's share where there is one. */
export interface PricePreview {
  line: string
  fee: string | null
}

/** @param typed dollars per day as typed. @param feeBps hundredths of a percent. @returns null when it is no price yet */
export function pricePreview(typed: string, feeBps: number): PricePreview | null {
  const cents = dollarsToCents(typed)
  if (cents === null || cents === 0 || cents > MAX_PRICE_CENTS) return null
  const total = cents * PREVIEW_DAYS
  const { fee, owner } = splitAmount(total, feeBps)
  return {
    line: `${PREVIEW_DAYS} days: ${formatCents(total)}`,
    fee: feeBps > 0 ? `Platform fee ${feeBps / 100}%: ${formatCents(fee)}. You get ${formatCents(owner)}.` : null,
  }
}
