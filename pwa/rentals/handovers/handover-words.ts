import { type Day, todayIn } from '#schema/date-range'
import type { HandoverMoment } from '#schema/handover'
import type { ShownHandover } from './handover-overlay'

/** In the address of a link that leads to the hand-over of an offer. */
export const HANDOVER_ANCHOR = 'handover'

export const MOMENT_NAMES: Record<HandoverMoment, string> = { pickup: 'Pickup', return: 'Return' }

/** The purpose of a moment, for the side that gives and for the side that takes. */
export const MOMENT_HINTS: Record<HandoverMoment, Record<'renter' | 'owner', string>> = {
  pickup: {
    owner: 'Look at everything together before it leaves your hands.',
    renter: 'Look at everything together before you take it over.',
  },
  return: {
    owner: 'Look at everything together when it comes back.',
    renter: 'Look at everything together when it goes back.',
  },
}

/** 'You: written down. Rosa: nothing yet.' */
export function momentSummary(pages: readonly ShownHandover[], userId: number, other: string): string {
  const of = (isMine: boolean) =>
    pages.some((page) => (page.userId === userId) === isMine) ? 'written down' : 'nothing yet'
  return `You: ${of(true)}. ${other}: ${of(false)}.`
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
