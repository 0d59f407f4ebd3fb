import type { DateRange } from '#schema/date-range'
import { takesDays } from './booking-course'
import type { Situation, Wanted } from './booking-plan'
import { isPlausible, rollRange, rollTimes, type Times } from './booking-times'
import type { DemoBasis, DemoListing, DemoUser } from './demo-basis'
import type { DemoCalendar } from './demo-calendar'
import { isDemoAccount } from './people-rows'

const MAX_ROLLS = 10_000
const MINUTE_MS = 60_000

/** A booking that has found its listing, its renter, its days and its hours. */
export interface Placed {
  situation: Situation
  listing: DemoListing
  renter: DemoUser
  range: DateRange
  quantity: number
  times: Times
}

export interface Market {
  people: DemoUser[]
  listings: DemoListing[]
  calendar: DemoCalendar
}

/** Finds a place for every wanted booking, in their order. @throws Error when there is none. */
export function placeBookings(basis: DemoBasis, wanted: Wanted[], market: Market): Placed[] {
  const placed: Placed[] = []
  for (const each of wanted) {
    const booking = place(basis, each, market, placed)
    if (takesDays(booking.situation)) market.calendar.take(booking.listing, booking.range, booking.quantity)
    placed.push(booking)
  }
  return placed
}

function place(basis: DemoBasis, wanted: Wanted, market: Market, placed: Placed[]): Placed {
  for (let roll = 0; roll < MAX_ROLLS; roll++) {
    const booking = rollBooking(basis, wanted, market, placed)
    if (booking && isPossible(basis, booking, wanted, market)) return booking
  }
  throw new Error(`There is no room for a booking: ${JSON.stringify(wanted)}`)
}

function rollBooking(basis: DemoBasis, wanted: Wanted, market: Market, placed: Placed[]): Placed | undefined {
  if (wanted.situation === 'dates_taken') return rollLatecomer(basis, wanted, market, placed)
  if (wanted.rivalsLast) return rollRival(basis, wanted, market, placed.at(-1))
  const { situation } = wanted
  const listing = basis.dice.pick(listingsOf(market, wanted.owner))
  const range = rollRange(basis, situation)
  const times = rollTimes(basis, situation, range)
  return {
    situation,
    listing,
    renter: rollRenter(basis, wanted, market),
    range,
    times,
    quantity: rollQuantity(basis, listing),
  }
}

/** The host's own things go to those bookings that ask for them, so that their number stays as planned. */
function listingsOf({ listings, people }: Market, owner: string | undefined): DemoListing[] {
  const idOf = (username: string) => people.find((person) => person.username === username)?.id
  return owner
    ? listings.filter((listing) => listing.userId === idOf(owner))
    : listings.filter((listing) => listing.userId !== idOf('host'))
}

function rollRenter({ dice }: DemoBasis, { renter }: Wanted, { people }: Market): DemoUser {
  return dice.pick(people.filter(({ username }) => (renter ? username === renter : !isDemoAccount(username))))
}

function rollQuantity({ dice }: DemoBasis, { quantity }: DemoListing): number {
  if (quantity >= 20) return dice.between(8, 20)
  return dice.between(1, Math.ceil(quantity / 2))
}

/** Another offer for the same days, of which only one can be approved. */
function rollRival(basis: DemoBasis, wanted: Wanted, market: Market, other: Placed | undefined): Placed | undefined {
  if (!other) return undefined
  const quantity = basis.dice.between(1, other.listing.quantity)
  if (market.calendar.hasRoom(other.listing, other.range, quantity + other.quantity)) return undefined
  const renter = rollRenter(basis, wanted, market)
  return renter.id === other.renter.id
    ? undefined
    : { ...other, renter, quantity, times: rollTimes(basis, 'pending', other.range) }
}

/** Somebody whose offer was declined at the very moment at which another one got the last pieces. */
function rollLatecomer(basis: DemoBasis, wanted: Wanted, market: Market, placed: Placed[]): Placed | undefined {
  const { dice } = basis
  const emptied = placed.filter(
    ({ situation, listing, quantity }) =>
      (situation === 'paid_ahead' || situation === 'completed') && quantity === listing.quantity,
  )
  if (emptied.length === 0) return undefined
  const other = dice.pick(emptied)
  const renter = rollRenter(basis, wanted, market)
  if (renter.id === other.renter.id) return undefined
  const { answeredAt } = other.times
  const createdAt = new Date(answeredAt.getTime() - dice.between(15, 600) * MINUTE_MS)
  return { ...other, situation: 'dates_taken', renter, times: { createdAt, answeredAt, changedAt: answeredAt } }
}

function isPossible({ zone }: DemoBasis, booking: Placed, wanted: Wanted, { calendar }: Market): boolean {
  const { listing, renter, range, quantity, times } = booking
  const since = times.createdAt.toISOString()
  if (renter.id === listing.userId || since <= listing.createdAt || since <= renter.createdAt) return false
  if (!isPlausible(times, range, zone)) return false
  return wanted.situation === 'dates_taken' || calendar.hasRoom(listing, range, quantity)
}
