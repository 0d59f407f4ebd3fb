import { type Day, todayIn } from '#schema/date-range'
import type { HandoverMoment } from '#schema/handover'
import type { ShownHandover } from './handover-overlay'

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

/** The moment that people are at: from the last day on it is the return. */
export function momentNow({ endDate, timezone }: { endDate: Day; timezone: string }, now: Date): HandoverMoment {
  return todayIn(timezone, now) >= endDate ? 'return' : 'pickup'
}
