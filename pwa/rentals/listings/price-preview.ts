import { bookingTotal, dollarsToCents, formatCents } from '#schema/money'
import { feeWords, typedPrice } from '../../money/fee-words'

const PREVIEW_DAYS = 3
const THREE_DAYS = { startDate: '2026-01-01', endDate: '2026-01-03' }

/** The total of a price: '3 days: $37.50', and the platform's share where there is one. */
export interface PricePreview {
  line: string
  fee: string | null
}

/**
 * @param typed dollars per day as typed
 * @param typedWeek dollars per week as typed, or nothing
 * @param feeBps hundredths of a percent
 * @returns null when it is no price yet
 */
export function pricePreview(typed: string, typedWeek: string, feeBps: number): PricePreview | null {
  const cents = typedPrice(typed)
  if (cents === null) return null
  const total = bookingTotal(THREE_DAYS, 1, { day: cents, week: dollarsToCents(typedWeek) || null })
  return { line: `${PREVIEW_DAYS} days: ${formatCents(total)}`, fee: feeWords(total, feeBps) }
}
