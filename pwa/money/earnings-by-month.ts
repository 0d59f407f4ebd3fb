import { format, startOfMonth, subMonths } from 'date-fns'
import type { Transaction } from '#schema/earnings'

const MONTHS_SHOWN = 6

export interface MonthEarned {
  /** 'Nov' and 'November 2026'. */
  short: string
  long: string
  cents: number
}

type Line = Pick<Transaction, 'type' | 'totalAmount' | 'createdAt'>

/** The earnings of each of the last months on the device's clock, refunds taken off, the current month last. */
export function earningsByMonth(lines: readonly Line[], now: Date): MonthEarned[] {
  const sums = new Map<string, number>()
  for (const { type, totalAmount, createdAt } of lines) {
    // A payout moves what was earned before.
    if (type === 'payout') continue
    const month = format(new Date(createdAt), 'yyyy-MM')
    sums.set(month, (sums.get(month) ?? 0) + totalAmount)
  }
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const month = subMonths(startOfMonth(now), MONTHS_SHOWN - 1 - index)
    return {
      short: format(month, 'MMM'),
      long: format(month, 'MMMM yyyy'),
      cents: sums.get(format(month, 'yyyy-MM')) ?? 0,
    }
  })
}

/** An amount short enough to stand on a bar: '$74', '$1.2k', '-$5'; nothing for nothing. */
export function shortDollars(cents: number): string {
  if (cents === 0) return ''
  const dollars = Math.abs(cents) / 100
  const sign = cents < 0 ? '-' : ''
  if (dollars < 1) return `${sign}$${dollars.toFixed(2)}`
  if (dollars < 999.5) return `${sign}$${Math.round(dollars)}`
  const thousands = dollars / 1000
  return `${sign}$${thousands < 9.95 ? Number(thousands.toFixed(1)) : Math.round(thousands)}k`
}
