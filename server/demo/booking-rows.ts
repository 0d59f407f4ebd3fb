import type { DateRange } from '#schema/date-range'
import { bookingTotal } from '#schema/money'
import { courseOf, historyOf, wasAgreed } from './booking-course'
import { type Placed, placeBookings } from './booking-places'
import { type Situation, wantedBookings } from './booking-plan'
import type { DemoBasis, DemoBooking, DemoListing, DemoRows, DemoUser } from './demo-basis'
import { openCalendar } from './demo-calendar'
import { messageCopy } from './demo-copy'

const NOTE_SHARE = 0.6

export interface DemoBookings {
  bookings: DemoBooking[]
  /** In the order of `bookings`. */
  situations: Situation[]
  bookingHistory: DemoRows['bookingHistory']
  listingDays: DemoRows['listingDays']
}

/** Every booking with its history, oldest first, and the days that they take: never more than there are pieces. */
export function bookingRows(
  basis: DemoBasis,
  people: DemoUser[],
  listings: DemoListing[],
  blocks: DemoRows['userBlockedDates'],
): DemoBookings {
  const calendar = openCalendar(blocks)
  const placed = placeBookings(basis, wantedBookings(), { people, listings, calendar }).toSorted(
    (a, b) => a.times.createdAt.getTime() - b.times.createdAt.getTime(),
  )
  return {
    bookings: placed.map((booking, index) => toRow(basis, people, booking, index + 1)),
    situations: placed.map(({ situation }) => situation),
    bookingHistory: placed.flatMap(({ situation, times }, index) =>
      historyOf(situation, times).map((entry) => ({ bookingId: index + 1, ...entry })),
    ),
    listingDays: calendar.rows(),
  }
}

function toRow({ dice }: DemoBasis, people: DemoUser[], booking: Placed, id: number): DemoBooking {
  const { listing, renter, range, quantity, situation, times } = booking
  const agreed = agreedOn(listing, range, quantity)
  return {
    id,
    listingId: listing.id,
    userId: renter.id,
    ownerId: listing.userId,
    ...agreed,
    quantity,
    note: dice.chance(NOTE_SHARE) ? dice.pick(messageCopy.offerNotes) : null,
    listingTitle: listing.title,
    listingPhoto: listing.mainImage,
    priceCents: listing.priceCents,
    weekPriceCents: listing.weekPriceCents ?? null,
    terms: listing.terms,
    pickupNote: wasAgreed(situation) ? (listing.pickupNote ?? null) : null,
    pickupAddress: wasAgreed(situation) ? addressOf(people, listing.userId) : null,
    ...courseOf(situation, agreed, times),
  }
}

function agreedOn(listing: DemoListing, range: DateRange, quantity: number) {
  return {
    ...range,
    totalAmount: bookingTotal(range, quantity, { day: listing.priceCents, week: listing.weekPriceCents }),
    cancellationPreset: listing.cancellationPreset ?? 'standard',
    timezone: listing.timezone,
  }
}

/** The address as an approval writes it down. */
function addressOf(people: DemoUser[], ownerId: number): string {
  const owner = people.find((person) => person.id === ownerId)
  const region = [owner?.state, owner?.zipCode].filter(Boolean).join(' ')
  return [owner?.street, owner?.city, region].filter(Boolean).join(', ')
}
