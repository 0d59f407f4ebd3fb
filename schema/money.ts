import { type DateRange, inclusiveDays } from '#schema/date-range'

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

/** '1,240' for a whole number. A browser loads its languages for the first `toLocaleString`, while a first page waits. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** '$1,234.50'. Negative amounts read '-$5.00'. */
export function formatCents(cents: number): string {
  const whole = formatCount(Math.trunc(Math.abs(cents) / 100))
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

export const WEEK_DAYS = 7

/** The prices of a rental in cents: of a piece per day and, where there is one, per week; of the delivery, where it is wanted. */
export interface RentalPrices {
  day: number
  week?: number | null | undefined
  delivery?: number | null | undefined
}

/** A part of a total: `count` times `each` cents for each of `pieces`. `days` is the number of days that `week` parts cover. */
export type PricePart =
  | { kind: 'week'; count: number; days: number; each: number; pieces: number; cents: number }
  | { kind: 'day'; count: number; each: number; pieces: number; cents: number }
  | { kind: 'delivery'; cents: number }

/**
 * How a total comes about. Every 7 days cost the price of a week, the days that remain the price of a day each, and never
 * more than another week. A week that costs more than 7 days counts as 7 days.
 */
export function priceParts(range: DateRange, pieces: number, { day, week, delivery }: RentalPrices): PricePart[] {
  const days = Math.max(0, inclusiveDays(range))
  const { weeks, rest, weekCents } = splitDays(days, day, week ?? null)
  const parts: PricePart[] = []
  if (weeks > 0) {
    const covered = days - rest
    parts.push({
      kind: 'week',
      count: weeks,
      days: covered,
      each: weekCents,
      pieces,
      cents: weeks * pieces * weekCents,
    })
  }
  if (rest > 0) parts.push({ kind: 'day', count: rest, each: day, pieces, cents: rest * pieces * day })
  if (delivery !== null && delivery !== undefined) parts.push({ kind: 'delivery', cents: delivery })
  return parts
}

function splitDays(days: number, day: number, week: number | null) {
  if (week === null || week >= WEEK_DAYS * day) return { weeks: 0, rest: days, weekCents: 0 }
  const rest = days % WEEK_DAYS
  const full = (days - rest) / WEEK_DAYS
  const isAnotherWeek = rest * day >= week
  return { weeks: isAnotherWeek ? full + 1 : full, rest: isAnotherWeek ? 0 : rest, weekCents: week }
}

/** The cents of an offer in all: the days of every piece, and the delivery. */
export function bookingTotal(range: DateRange, pieces: number, prices: RentalPrices): number {
  return priceParts(range, pieces, prices).reduce((sum, { cents }) => sum + cents, 0)
}

/** A listing's prices, which travel in dollars; of the delivery only when it is wanted. */
export function listingPrices(
  listing: { price: number; weekPrice?: number | undefined; deliveryFee?: number | undefined },
  isDelivered = false,
): RentalPrices {
  return {
    day: dollarsToCents(listing.price) ?? 0,
    week: listing.weekPrice === undefined ? null : dollarsToCents(listing.weekPrice),
    delivery: isDelivered ? (dollarsToCents(listing.deliveryFee ?? 0) ?? 0) : null,
  }
}
