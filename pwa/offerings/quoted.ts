import { dollarsToCents, formatCents } from '#schema/money'

const LONGEST_QUOTE = 160

/** A version of a form's field in words, for choosing between two of them. */
export function quoted(field: string, value: unknown): string {
  if (Array.isArray(value)) return counted(value.length, field === 'photos' ? 'photo' : 'option')
  if (typeof value !== 'string') return String(value)
  if (field === 'price') return priceInWords(value)
  if ((field === 'weekPrice' || field === 'deliveryFee') && value !== '') return priceInWords(value)
  if (value === '') return 'Nothing'
  return value.length > LONGEST_QUOTE ? `“${value.slice(0, LONGEST_QUOTE)}…”` : `“${value}”`
}

/** A price as it is typed, or whole: '12.5' is '$12.50', and '12,x' stays as it is. */
function priceInWords(typed: string): string {
  const cents = dollarsToCents(typed)
  return cents === null ? `$${typed}` : formatCents(cents)
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
