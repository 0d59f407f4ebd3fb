import { type Booking, hasBegun } from '#schema/booking'
import { type Day, todayIn } from '#schema/date-range'
import type { HandoverMoment } from '#schema/handover'
import { formatMoment } from '../../ui/times/offer-times'
import type { OfferRole } from '../offers/offer-view'
import type { ShownHandover } from './handover-overlay'

/** In the address of a link that leads to the hand-over of an offer. */
export const HANDOVER_ANCHOR = 'handover'

export const MOMENT_NAMES: Record<HandoverMoment, string> = { pickup: 'Pickup', return: 'Return' }

/** The purpose of a moment, for the side that gives and for the side that takes. */
const MOMENT_HINTS: Record<HandoverMoment, Record<'renter' | 'owner', string>> = {
  pickup: {
    owner: 'Look at everything together before it leaves your hands.',
    renter: 'Look at everything together before you take it over.',
  },
  return: {
    owner: 'Look at everything together when it comes back.',
    renter: 'Look at everything together when it goes back.',
  },
}

/** The purpose of a page; before the first day also what the pickup pages of both sides change. */
export function momentHint(moment: HandoverMoment, booking: Booking, role: OfferRole, now: Date): string {
  const purpose = MOMENT_HINTS[moment][role]
  const isAhead = moment === 'pickup' && isAgreed(booking) && !hasBegun(booking, now)
  return isAhead ? `${purpose} ${countsAsPickedUp(booking, role)}` : purpose
}

const isAgreed = ({ status }: Booking) => status === 'approved' || status === 'paid'

function countsAsPickedUp({ renterUsername: renter }: Booking, role: OfferRole): string {
  const changes =
    role === 'renter'
      ? 'cancelling brings you nothing back from then on'
      : `${renter} gets nothing back by cancelling from then on, and you can no longer cancel`
  return `Once both of you have saved this page, it counts as picked up: ${changes}.`
}

/** 'You: written down. Rosa: nothing yet.' */
export function momentSummary(pages: readonly ShownHandover[], userId: number, other: string): string {
  const of = (isMine: boolean) =>
    pages.some((page) => (page.userId === userId) === isMine) ? 'written down' : 'nothing yet'
  return `You: ${of(true)}. ${other}: ${of(false)}.`
}

/** A page that came this much later says so: its device alone has said when it was written. */
const LATE_MS = 5 * 60_000

/** 'Written on Tuesday, Nov 3, 2:02 PM'; with the time of its arrival when that is later. */
export function pageTimes(
  { writtenAt, arrivedAt = writtenAt }: Pick<ShownHandover, 'writtenAt' | 'arrivedAt'>,
  now = new Date(),
): string {
  const written = `Written on ${formatMoment(writtenAt, now)}`
  const isLate = Date.parse(arrivedAt) - Date.parse(writtenAt) > LATE_MS
  return isLate ? `${written}. Arrived on ${formatMoment(arrivedAt, now)}` : written
}

interface Rental {
  startDate: Day
  endDate: Day
  timezone: string
  /** The moments that this person has written down. */
  written?: readonly HandoverMoment[]
}

/** The moment that people are at: from the last day on it is the return. A rental of one day begins with its pickup. */
export function momentNow({ startDate, endDate, timezone, written = [] }: Rental, now: Date): HandoverMoment {
  const today = todayIn(timezone, now)
  if (today === startDate && !written.includes('pickup')) return 'pickup'
  return today >= endDate ? 'return' : 'pickup'
}
