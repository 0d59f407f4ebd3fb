import { centsToDollars, dollarsToCents, MAX_PRICE_CENTS } from '#schema/money'
import { plainAmount } from '../../ui/fields/plain-amount'

/** A bound of a price, as dollars with at most two decimals. */
export interface PriceBound {
  dollars: number | null
  /** Why the text is no amount, in words. */
  problem?: string
}

/** Reads a bound as typed: '12.5', '$40' and '1,250' are amounts, '12,50' is none. No text is no bound. */
export function priceBound(typed: string): PriceBound {
  const text = plainAmount(typed).trim()
  if (text === '') return { dollars: null }
  const cents = dollarsToCents(text)
  if (cents === null) return { dollars: null, problem: 'Please enter an amount in dollars, like 12.50' }
  return { dollars: centsToDollars(cents) }
}

/** A bound as an address has it, at most the highest price that there is; null for everything that is no amount. */
export function boundFrom(raw: unknown): number | null {
  const { dollars } = priceBound(typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '')
  return dollars && Math.min(dollars, centsToDollars(MAX_PRICE_CENTS))
}
