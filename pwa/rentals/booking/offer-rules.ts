import { Address } from '#schema/address'
import { isBlocked, takenDays, unavailableRanges, withReadyDays } from '#schema/availability'
import { bookingDateProblems, firstBookableDay, NewBooking } from '#schema/booking'
import { addDays, bookableWindow, type DateRange, type Day, eachDay, formatWeekday, todayIn } from '#schema/date-range'
import { errorWords } from '#schema/error-text'
import { type CancellationPreset, type CatalogueListing, canBook } from '#schema/listing'
import { bookingTotal, chargeProblem, formatCents, listingPrices, priceParts, type RentalPrices } from '#schema/money'
import type { DeliveryDraft, OfferDraft } from './offer-drafts'
import { summandWords } from './price-words'

/** The listing's calendar as this device knows it; the form is checked against it. */
export interface OfferGround {
  listing: Pick<
    CatalogueListing,
    | 'price'
    | 'quantity'
    | 'timezone'
    | 'busy'
    | 'minDays'
    | 'maxDays'
    | 'weekPrice'
    | 'bufferDays'
    | 'deliveryMiles'
    | 'deliveryFee'
  > & { neighborhood?: string | null; city?: string | null }
  /** Ranges that the owner has blocked. */
  blocked: readonly (readonly [Day, Day])[]
  /** Days that the server has just said are taken, ahead of the calendar on this device. */
  clashing: readonly Day[]
  now: Date
}

type Pieces = Pick<CatalogueListing, 'busy' | 'quantity'>

/** Days that a refusal has named. */
export interface NamedDays {
  days: readonly Day[]
  /** This device's calendar when the refused offer was sent: a newer one takes the place of the named days. */
  over: Pieces
}

/** The days that a refusal has named, as long as the calendar on this device is the one of before. */
export function stillClashing({ days, over }: NamedDays, current: Pieces): readonly Day[] {
  return calendarText(over) === calendarText(current) ? days : []
}

const calendarText = ({ busy, quantity }: Pieces) => JSON.stringify([busy, quantity])

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

export const NO_OFFERS = 'This listing is not taking offers at the moment.'

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
  delivery?: DeliveryProblems
}

/** Of the choice between picking up and delivery, and of the parts of the address. */
export type DeliveryProblems = { [Part in keyof DeliveryDraft | 'choice']?: string }

/** The problems that stop a form, by field, in the words to be shown beside it. */
export function offerProblems(
  draft: Pick<OfferDraft, 'range' | 'quantity' | 'note' | 'deliverTo'>,
  ground: OfferGround,
): OfferProblems {
  const problems: OfferProblems = {}
  const dates = draft.range ? rangeProblem(draft.range, draft, ground) : 'Please select dates'
  if (dates) problems.dates = dates
  const { quantity } = ground.listing
  if (draft.quantity > quantity) problems.quantity = quantity === 1 ? 'There is only one' : `There are only ${quantity}`
  const note = NewBooking.shape.note.safeParse(draft.note)
  if (!note.success) problems.note = note.error.issues[0]?.message ?? 'Please shorten the note'
  const delivery = draft.deliverTo && deliveryProblems(draft.deliverTo, ground)
  if (delivery) problems.delivery = delivery
  return problems
}

const NO_DELIVERY = 'This is not delivered any more. Choose to pick it up, or look for another.'

function deliveryProblems(deliverTo: DeliveryDraft, { listing }: OfferGround): DeliveryProblems | null {
  if (listing.deliveryMiles === undefined) return { choice: NO_DELIVERY }
  const { error } = Address.safeParse(deliverTo)
  if (!error) return null
  return Object.fromEntries(error.issues.toReversed().map(({ path: [part], message }) => [part, message]))
}

function rangeProblem(
  range: DateRange,
  { quantity, deliverTo }: Pick<OfferDraft, 'quantity' | 'deliverTo'>,
  ground: OfferGround,
): string | undefined {
  const { listing, blocked, clashing, now } = ground
  const [outside] = Object.values(bookingDateProblems(range, listing, now))
  if (outside) return outside
  if (isBlocked(range, blocked)) return errorWords.dates_blocked
  const known = quantity > listing.quantity ? [] : takenDays(range, listing.busy, listing.quantity, quantity)
  const inRange = clashing.filter((day) => range.startDate <= day && day <= range.endDate)
  const taken = [...new Set([...known, ...inRange])].sort()
  if (taken.length > 0) return takenWords(taken, (day) => (clashing.includes(day) ? 0 : leftOn(day, listing)))
  const prices = listingPrices(listing, Boolean(deliverTo))
  return readyProblem(range, quantity, ground) ?? chargeProblem(bookingTotal(range, quantity, prices)) ?? undefined
}

/** The days after the range, which the owner needs before the next rental. */
function readyProblem(
  { endDate }: DateRange,
  quantity: number,
  { listing, clashing }: OfferGround,
): string | undefined {
  const { bufferDays = 0, busy, quantity: pieces } = listing
  if (bufferDays === 0 || quantity > pieces) return undefined
  const after = { startDate: addDays(endDate, 1), endDate: addDays(endDate, bufferDays) }
  const [first] = [
    ...takenDays(after, busy, pieces, quantity),
    ...clashing.filter((day) => after.startDate <= day && day <= after.endDate),
  ].toSorted()
  if (!first) return undefined
  const needed = bufferDays === 1 ? 'a day' : `${bufferDays} days`
  return `Its owner needs ${needed} after your rental to prepare it, and ${formatWeekday(first)} is taken. Please end earlier.`
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
export function piecesWords(range: DateRange | null, { listing, blocked, clashing }: OfferGround): string {
  if (!range) return `${listing.quantity} available in all`
  const all = eachDay(withReadyDays(range, listing.bufferDays))
  const isClosed = isBlocked(range, blocked) || all.some((day) => clashing.includes(day))
  const left = isClosed ? 0 : Math.max(0, Math.min(...all.map((day) => leftOn(day, listing))))
  if (listing.quantity === 1) return left === 1 ? 'It is free on these days' : 'It is taken on these days'
  return left === listing.quantity
    ? `All ${left} are free on these days`
    : `${left} of ${listing.quantity} left on these days`
}

/** First and last day that can be picked, which days between them cannot, and of which of those some pieces are left. */
export function pickableDays(quantity: number, { listing, blocked, clashing, now }: OfferGround) {
  const first = firstBookableDay(listing.timezone, now)
  const today = todayIn(listing.timezone, now)
  const { last } = bookableWindow(today)
  const closed = unavailableRanges({ ...listing, away: blocked }, Math.min(quantity, listing.quantity))
  const clash = new Set(clashing)
  return {
    today,
    first,
    last,
    isClosed: (day: Day) =>
      clash.has(day) || closed.some(({ startDate, endDate }) => startDate <= day && day <= endDate),
    leftOn: (day: Day) =>
      clash.has(day) || isBlocked({ startDate: day, endDate: day }, blocked) ? 0 : leftOn(day, listing),
  }
}

/** The total in words, and how it comes about: '1 week x $60.00 + 2 days x $12.00 = $84.00'. */
export function priceLine(range: DateRange, quantity: number, prices: RentalPrices): { total: string; line: string } {
  const total = formatCents(bookingTotal(range, quantity, prices))
  return { total, line: `${priceParts(range, quantity, prices).map(summandWords).join(' + ')} = ${total}` }
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
