import type { RentalCategory } from '#schema/category'
import type { Situation } from './booking-plan'
import { wakingHour } from './booking-times'
import type { DemoBasis, DemoBooking, DemoListing, DemoRows, DemoUser } from './demo-basis'
import { messageCopy, type RentalThread } from './demo-copy'
import { isDemoAccount } from './people-rows'

const THREAD_SHARE = 0.45
const MINUTE_MS = 60_000
/** Threads that speak of what happened begin after it; the others after the offer was made. */
const SPEAKS_OF_THE_START: readonly Situation[] = ['pending', 'expired']

/** Short threads, in the order in which they were written. Those of the demo accounts are never silent. */
export function messageRows(
  basis: DemoBasis,
  made: { bookings: DemoBooking[]; situations: Situation[] },
  people: DemoUser[],
  listings: DemoListing[],
): DemoRows['messages'] {
  const used = new Map<RentalThread, number>()
  const categories = new Map(listings.map((listing) => [listing.id, listing.category]))
  const demoIds = people.filter(({ username }) => isDemoAccount(username)).map(({ id }) => id)
  const written = made.bookings.flatMap((booking, index) => {
    const situation = made.situations[index]
    const isShown = demoIds.includes(booking.userId) || demoIds.includes(booking.ownerId)
    if (!situation || !(isShown || basis.dice.chance(THREAD_SHARE))) return []
    const thread = leastUsed(basis, used, situation, categories.get(booking.listingId))
    return thread ? threadRows(basis, booking, situation, thread.lines) : []
  })
  return written.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}

function leastUsed(
  { dice }: DemoBasis,
  used: Map<RentalThread, number>,
  situation: Situation,
  category: RentalCategory | undefined,
): RentalThread | undefined {
  const fitting = messageCopy.threads.filter(
    ({ when, about }) => when.includes(situation) && (!about || (category && about.includes(category))),
  )
  const [first] = dice.shuffle(fitting).sort((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0))
  if (first) used.set(first, (used.get(first) ?? 0) + 1)
  return first
}

function threadRows(
  { dice, now }: DemoBasis,
  booking: DemoBooking,
  situation: Situation,
  lines: RentalThread['lines'],
): DemoRows['messages'] {
  const from = startOfThread(booking, situation, now)
  const waits = lines.map(() => dice.between(4, 240) * MINUTE_MS)
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  // A thread of something that has only just happened has to be quicker.
  const pace = Math.min(1, ((now.getTime() - from) * 0.9) / total)
  let at = from
  return lines.map(([side, content], index) => {
    at += (waits[index] ?? 0) * pace
    const senderId = side === 'renter' ? booking.userId : booking.ownerId
    return { bookingId: booking.id, senderId, content, createdAt: new Date(Math.round(at)).toISOString() }
  })
}

/** A booking is over at midnight, but people write in the morning, once there has been one. */
function startOfThread(booking: DemoBooking, situation: Situation, now: Date): number {
  const since = new Date(SPEAKS_OF_THE_START.includes(situation) ? booking.createdAt : booking.statusChangedAt)
  const morning = wakingHour(since, booking.timezone, 1)
  return (morning < now ? morning : since).getTime()
}
