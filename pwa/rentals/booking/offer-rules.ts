import { isBlocked, takenDays, unavailableRanges } from '#schema/availability'
import { bookingDateProblems, bookingTotal, firstBookableDay, NewBooking } from '#schema/booking'
import {
  bookableWindow,
  type DateRange,
  type Day,
  eachDay,
  formatWeekday,
  inclusiveDays,
  todayIn,
} from '#schema/date-range'
import { errorCatalogue } from '#schema/errors'
import { type CancellationPreset, type CatalogueListing, canBook } from '#schema/listing'
import { chargeProblem, dollarsToCents, formatCents } from '#schema/money'
import type { OfferDraft } from './offer-drafts'

/** The listing's calendar as this device knows it; the form is checked against it. */
export interface OfferGround {
  listing: Pick<CatalogueListing, 'price' | 'quantity' | 'timezone' | 'busy'>
  /** Ranges that the owner has blocked. */
  blocked: readonly (readonly [Day, Day])[]
  /** Days that the server has just said are taken, ahead of the calendar on this device. */
  clashing: readonly Day[]
  now: Date
}

/** The view of the Book Dates section for this person; `unknown` while it is not known who they are. */
export type BookSection = 'unknown' | 'own' | 'closed' | 'open'

export function bookSection(
  user: { id: number } | null | undefined,
  listing: Pick<CatalogueListing, 'userId' | 'availability'>,
): BookSection {
  if (user === undefined) return 'unknown'
  if (user && !canBook(user, listing)) return 'own'
  return listing.availability.available ? 'open' : 'closed'
}

export type OwnListing = Pick<CatalogueListing, 'availability'> & { hidden?: boolean }

/** Why Book Dates is closed to a listing's own owner. */
export function ownBookWords({ availability, hidden }: OwnListing): string {
  if (hidden) return 'Closed: the operators have hidden this listing.'
  if (!availability.available) return 'Closed: you have paused this listing, so nobody can make offers for it.'
  return 'Closed to you: owners cannot book their own listings. Renters pick their dates here.'
}

export interface OfferProblems {
  dates?: string
  quantity?: string
  note?: string
}

/** The problems that stop a form, by field, in the words to be shown beside it. */
export function offerProblems(
  draft: Pick<OfferDraft, 'range' | 'quantity' | 'note'>,
  ground: OfferGround,
): OfferProblems {
  const problems: OfferProblems = {}
  const dates = draft.range ? rangeProblem(draft.range, draft.quantity, ground) : 'Please select dates'
  if (dates) problems.dates = dates
  const { quantity } = ground.listing
  if (draft.quantity > quantity) problems.quantity = quantity === 1 ? 'There is only one' : `There are only ${quantity}`
  const note = NewBooking.shape.note.safeParse(draft.note)
  if (!note.success) problems.note = note.error.issues[0]?.message ?? 'Please shorten the note'
  return problems
}

function rangeProblem(range: DateRange, quantity: number, ground: OfferGround): string | undefined {
  const { listing, blocked, clashing, now } = ground
  const [outside] = Object.values(bookingDateProblems(range, listing.timezone, now))
  if (outside) return outside
  if (isBlocked(range, blocked)) return errorCatalogue.dates_blocked.message
  const known = quantity > listing.quantity ? [] : takenDays(range, listing.busy, listing.quantity, quantity)
  const inRange = clashing.filter((day) => range.startDate <= day && day <= range.endDate)
  const taken = [...new Set([...known, ...inRange])].sort()
  if (taken.length > 0) return takenWords(taken, (day) => (clashing.includes(day) ? 0 : leftOn(day, listing)))
  return chargeProblem(bookingTotal(range, quantity, dollarsToCents(listing.price) ?? 0)) ?? undefined
}

/** 'Already taken: Sat, Nov 28; Sun, Nov 29 (1 left).' */
function takenWords(days: readonly Day[], left: (day: Day) => number): string {
  const named = days.map((day) => `${formatWeekday(day)}${left(day) > 0 ? ` (${left(day)} left)` : ''}`)
  const advice = days.every((day) => left(day) > 0)
    ? 'Please choose fewer, or other dates.'
    : 'Please choose other dates.'
  return `Already taken: ${named.join('; ')}. ${advice}`
}

function leftOn(day: Day, { busy, quantity }: OfferGround['listing']): number {
  return busy.reduce((left, [start, end, count]) => (start <= day && day <= end ? left - count : left), quantity)
}

/** How many pieces there are: on the chosen days, where there are some. */
export function piecesWords(range: DateRange | null, { listing }: OfferGround): string {
  if (!range) return `${listing.quantity} available in all`
  const left = Math.max(0, Math.min(...eachDay(range).map((day) => leftOn(day, listing))))
  return left === listing.quantity
    ? `All ${left} are free on these days`
    : `${left} of ${listing.quantity} left on these days`
}

/** First and last day that can be picked, which days between them cannot, and of which of those some pieces are left. */
export function pickableDays(quantity: number, { listing, blocked, clashing, now }: OfferGround) {
  const first = firstBookableDay(listing.timezone, now)
  const { last } = bookableWindow(todayIn(listing.timezone, now))
  const closed = unavailableRanges(listing.busy, blocked, listing.quantity, Math.min(quantity, listing.quantity))
  const clash = new Set(clashing)
  return {
    first,
    last,
    isClosed: (day: Day) =>
      clash.has(day) || closed.some(({ startDate, endDate }) => startDate <= day && day <= endDate),
    leftOn: (day: Day) =>
      clash.has(day) || isBlocked({ startDate: day, endDate: day }, blocked) ? 0 : leftOn(day, listing),
  }
}

/** Total in cents, and how it comes about: '3 days x 2 x $12.00 = $72.00'. */
export function priceLine(range: DateRange, quantity: number, dollarsPerDay: number): { total: string; line: string } {
  const cents = dollarsToCents(dollarsPerDay) ?? 0
  const days = inclusiveDays(range)
  const total = formatCents(bookingTotal(range, quantity, cents))
  const parts = [days === 1 ? '1 day' : `${days} days`, ...(quantity > 1 ? [String(quantity)] : []), formatCents(cents)]
  return { total, line: `${parts.join(' x ')} = ${total}` }
}

/** 'Sat, Nov 28 to Mon, Nov 30', or the one day. */
export function rangeWords({ startDate, endDate }: DateRange): string {
  return startDate === endDate ? formatWeekday(startDate) : `${formatWeekday(startDate)} to ${formatWeekday(endDate)}`
}

const CANCELLATION_WORDS: Record<CancellationPreset, string> = {
  flexible: 'After that you get everything back until 24 hours before the first day.',
  standard: 'After that you get everything back until 5 days before the first day, and half until 48 hours before it.',
  strict: 'After that you get half back until 7 days before the first day.',
}

/** The cost of cancelling, in plain words for the renter. */
export function cancellationWords(preset: CancellationPreset): string {
  return `Cancelling is free until the owner approves. ${CANCELLATION_WORDS[preset]} If the owner cancels, you get everything back.`
}
