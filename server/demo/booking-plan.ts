/** The situation of a demo booking, finer than its status. `unpaid` is approved, and the card has failed. */
export const SITUATIONS = [
  'pending',
  'unpaid',
  'paid_ahead',
  'paid_now',
  'completed',
  'just_ended',
  'declined',
  'dates_taken',
  'expired',
  'withdrawn',
  'cancelled_by_renter',
  'cancelled_by_owner',
  'not_paid',
] as const
export type Situation = (typeof SITUATIONS)[number]

/** A booking that the demo wants; a side that is not named is dealt out. */
export interface Wanted {
  situation: Situation
  renter?: string
  owner?: string
  /** Made by another renter for the very days and pieces of the offer before it. */
  rivalsLast?: true
}

/** How many there are of each situation, those of the demo accounts included. */
const TOTALS: Record<Situation, number> = {
  pending: 24,
  unpaid: 8,
  paid_ahead: 18,
  paid_now: 4,
  completed: 32,
  just_ended: 4,
  declined: 7,
  dates_taken: 5,
  expired: 8,
  withdrawn: 3,
  cancelled_by_renter: 3,
  cancelled_by_owner: 2,
  not_paid: 2,
}

/** The bookings that the three demo accounts find when they sign in. */
const forDemoAccounts: Wanted[] = [
  { situation: 'pending', renter: 'planner', owner: 'host' },
  { situation: 'pending', owner: 'host' },
  { situation: 'pending', owner: 'host', rivalsLast: true },
  { situation: 'pending', owner: 'host' },
  { situation: 'pending', owner: 'host' },
  { situation: 'pending', renter: 'planner' },
  { situation: 'pending', renter: 'planner' },
  { situation: 'pending', renter: 'planner', owner: 'maker' },
  { situation: 'pending', renter: 'maker' },
  { situation: 'unpaid', owner: 'host' },
  { situation: 'unpaid', renter: 'planner' },
  { situation: 'paid_ahead', renter: 'planner', owner: 'host' },
  { situation: 'paid_ahead', renter: 'planner' },
  { situation: 'paid_ahead', owner: 'host' },
  { situation: 'paid_ahead', owner: 'host' },
  { situation: 'paid_ahead', owner: 'maker' },
  { situation: 'paid_ahead', renter: 'maker' },
  { situation: 'paid_now', owner: 'host' },
  { situation: 'paid_now', renter: 'planner' },
  { situation: 'completed', renter: 'planner', owner: 'host' },
  { situation: 'completed', renter: 'planner' },
  { situation: 'completed', renter: 'planner' },
  { situation: 'completed', owner: 'host' },
  { situation: 'completed', owner: 'host' },
  { situation: 'completed', owner: 'host' },
  { situation: 'completed', owner: 'maker' },
  { situation: 'just_ended', owner: 'host' },
  { situation: 'just_ended', renter: 'planner' },
  { situation: 'declined', renter: 'planner' },
  { situation: 'declined', owner: 'host' },
  { situation: 'dates_taken', renter: 'planner' },
  { situation: 'expired', renter: 'planner' },
  { situation: 'expired', owner: 'host' },
  { situation: 'withdrawn', owner: 'host' },
  { situation: 'cancelled_by_renter', renter: 'planner' },
  { situation: 'cancelled_by_owner', renter: 'planner' },
]

/**
 * In the order in which they can be placed: what takes days, then the offers that must still fit beside it, then those who
 * came too late.
 */
export function wantedBookings(): Wanted[] {
  const all = Object.entries(TOTALS).flatMap(([name, total]) => {
    const situation = name as Situation
    const named = forDemoAccounts.filter((wanted) => wanted.situation === situation)
    return [...named, ...Array.from({ length: total - named.length }, (): Wanted => ({ situation }))]
  })
  const turn = ({ situation }: Wanted) => (situation === 'dates_taken' ? 2 : situation === 'pending' ? 1 : 0)
  return all.toSorted((a, b) => turn(a) - turn(b))
}
