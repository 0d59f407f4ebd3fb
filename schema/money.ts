/** Money is integer US cents everywhere but in a listing's `price` on the wire and in forms, which are dollars. */

export const MAX_PRICE_CENTS = 10_000_000
/** The provider takes no smaller payment. */
export const MIN_CHARGE_CENTS = 50
/** Above this nobody pays a stranger by card. */
export const MAX_CHARGE_CENTS = 5_000_000

/**
 * Reads dollars typed by a person or sent as a number: '12', '12.5', '12.50', 12.5.
 * @returns integer cents, or null when it is not an amount with at most two decimals (so '12,50', '1e9' and '-1' are null).
 */
export function dollarsToCents(dollars: string | number): number | null {
  const text = typeof dollars === 'number' ? decimalText(dollars) : dollars.trim()
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

function decimalText(dollars: number): string {
  if (!Number.isFinite(dollars)) return ''
  const text = String(dollars)
  return text.includes('e') ? '' : text
}

/** The wire's dollars for stored cents; exact for every amount a listing can have. */
export function centsToDollars(cents: number): number {
  return cents / 100
}

/** '$1,234.50'. Negative amounts read '-$5.00'. */
export function formatCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}$${whole}.${rest}`
}

/**
 * About what the provider keeps of a payment, also when it is returned: 2.9 % and 30 cents. For words before a press; what
 * it kept in truth is booked when it says so.
 */
export function aboutProviderFee(cents: number): number {
  return Math.round(cents * 0.029) + 30
}

/** Why an offer or an order of this total cannot be paid, in words; null when it can. */
export function chargeProblem(cents: number): string | null {
  if (cents >= MIN_CHARGE_CENTS && cents <= MAX_CHARGE_CENTS) return null
  const [least, most] = [formatCents(MIN_CHARGE_CENTS), formatCents(MAX_CHARGE_CENTS)]
  return `This comes to ${formatCents(cents)}. A payment is at least ${least} and at most ${most}.`
}

/** A listing card's price: '$12/day', or '$12.50/day' when there are cents. */
export function formatPricePerDay(dollars: number): string {
  return `${formatDollars(dollars)}/day`
}

/** '$12', or '$12.50' when there are cents. */
export function formatDollars(dollars: number): string {
  const cents = Math.round(dollars * 100)
  return cents % 100 === 0 ? formatCents(cents).slice(0, -3) : formatCents(cents)
}
