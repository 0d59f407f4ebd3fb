import { max } from 'drizzle-orm'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { addDays, todayIn } from '#schema/date-range'
import { DEFAULT_TERMS } from '#schema/listing'
import { bookingTotal } from '#schema/money'
import { build, type Step } from '../db/steps'
import { bookingHistory, bookings, listingDays, listings, users } from '../db/tables'
import {
  DAY,
  type DemoBooking,
  type DemoListing,
  type DemoRows,
  type DemoUser,
  minutesBefore,
} from '../demo/demo-basis'
import { rollDice } from '../demo/dice'
import { inserts } from '../demo/write-demo'
import type { Deps } from '../deps'

const CATALOGUE_SEED = 77
const OWNERS = 40
const BUSY_RANGES = 5
/** Listings of one write; the event loop breathes between two. */
const LISTINGS_PER_WRITE = 1000
/** A photo that every database of the demo has none of: pages draw their still life instead. */
const NO_PHOTO = `/uploads/${'0'.repeat(64)}.jpg`

const ADJECTIVES = ['Brass', 'Oak', 'Linen', 'Amber', 'Walnut', 'Ivory', 'Copper', 'Sage', 'Velvet', 'Rattan']
const NOUNS = ['plates', 'chairs', 'lanterns', 'runner', 'platter', 'vases', 'goblets', 'bench', 'garland', 'tub']
const PLACES = ['Astoria', 'Bushwick', 'Harlem', 'Park Slope', 'Flushing', 'Riverdale', 'St. George', 'SoHo']

interface FirstIds {
  user: number
  listing: number
  booking: number
}

/**
 * Adds `count` plain listings, each with five booked ranges of one piece, to measure how the product carries a large
 * catalogue: rows only, no photos, no payments. Always the same for the same count and day.
 * @returns the ids of the first and the last listing.
 */
export async function seedCatalogue(deps: Deps, count: number): Promise<{ first: number; last: number }> {
  const firstIds = await nextIds(deps)
  const people = ownerRows(deps, firstIds.user)
  await deps.db.write(() => inserts(people, (some) => build.insert(users).values(some)))
  for (let done = 0; done < count; done += LISTINGS_PER_WRITE) {
    const some = Math.min(LISTINGS_PER_WRITE, count - done)
    const steps = catalogueSteps(deps, people, some, {
      ...firstIds,
      listing: firstIds.listing + done,
      booking: firstIds.booking + done * BUSY_RANGES,
    })
    await deps.db.write(() => steps)
    await new Promise(setImmediate)
  }
  return { first: firstIds.listing, last: firstIds.listing + count - 1 }
}

async function nextIds({ db }: Deps): Promise<FirstIds> {
  const [user] = await db.read.select({ id: max(users.id) }).from(users)
  const [listing] = await db.read.select({ id: max(listings.id) }).from(listings)
  const [booking] = await db.read.select({ id: max(bookings.id) }).from(bookings)
  return { user: (user?.id ?? 0) + 1, listing: (listing?.id ?? 0) + 1, booking: (booking?.id ?? 0) + 1 }
}

function ownerRows(deps: Deps, firstId: number): DemoUser[] {
  return Array.from({ length: OWNERS }, (_, index) => ({
    id: firstId + index,
    username: `lender-${firstId + index}`,
    usernameKey: `lender-${firstId + index}`,
    email: `lender-${firstId + index}@trestle.example`,
    // No password has this hash, so nobody signs in as one of them.
    passwordHash: 'none',
    city: 'New York',
    neighborhood: PLACES[index % PLACES.length] ?? null,
    createdAt: minutesBefore(deps.now(), 200 * DAY),
  }))
}

function catalogueSteps(deps: Deps, people: DemoUser[], count: number, first: FirstIds): Step[] {
  const rows = Array.from({ length: count }, (_, index) => listingRow(deps, people, first.listing + index))
  const booked = rows.flatMap((listing, index) => busyRows(deps, people, listing, first.booking + index * BUSY_RANGES))
  const history: DemoRows['bookingHistory'] = booked.map(({ id, createdAt }) => ({
    bookingId: id,
    at: createdAt,
    actor: 'provider',
    status: 'paid',
  }))
  return [
    inserts(rows, (some) => build.insert(listings).values(some)),
    inserts(booked, (some) => build.insert(bookings).values(some)),
    inserts(history, (some) => build.insert(bookingHistory).values(some)),
    inserts(booked.flatMap(daysOf), (some) => build.insert(listingDays).values(some)),
  ].flat()
}

function listingRow(deps: Deps, people: DemoUser[], id: number): DemoListing {
  const dice = rollDice(CATALOGUE_SEED + id)
  const owner = people[id % people.length]
  const adjective = dice.pick(ADJECTIVES)
  const noun = dice.pick(NOUNS)
  return {
    id,
    userId: owner?.id ?? 0,
    title: `${adjective} ${noun} no. ${id}`,
    description: `${adjective} ${noun}, lent for the day from ${owner?.neighborhood}. Number ${id} of a long shelf.`,
    images: [],
    mainImage: NO_PHOTO,
    priceCents: dice.between(3, 120) * 100,
    category: RENTAL_CATEGORIES[id % RENTAL_CATEGORIES.length] ?? 'tableware',
    terms: DEFAULT_TERMS,
    quantity: 1,
    timezone: deps.env.timezone,
    city: 'New York',
    neighborhood: owner?.neighborhood ?? null,
    createdAt: minutesBefore(deps.now(), 100 * DAY),
  }
}

/** Five ranges that never touch: each lies in a fortnight of its own. */
function busyRows(deps: Deps, people: DemoUser[], listing: DemoListing, firstId: number): DemoBooking[] {
  const dice = rollDice(CATALOGUE_SEED * 31 + listing.id)
  const today = todayIn(deps.env.timezone, deps.now())
  const createdAt = minutesBefore(deps.now(), 10 * DAY)
  const renter = people.find((person) => person.id !== listing.userId)
  return Array.from({ length: BUSY_RANGES }, (_, index) => {
    const startDate = addDays(today, 1 + index * 14 + dice.between(0, 9))
    const range = { startDate, endDate: addDays(startDate, dice.between(0, 3)) }
    return {
      id: firstId + index,
      listingId: listing.id,
      userId: renter?.id ?? 0,
      ownerId: listing.userId,
      ...range,
      status: 'paid',
      statusChangedAt: createdAt,
      paymentState: 'captured',
      heldAt: createdAt,
      totalAmount: bookingTotal(range, 1, { day: listing.priceCents }),
      listingTitle: listing.title,
      listingPhoto: listing.mainImage,
      priceCents: listing.priceCents,
      terms: listing.terms,
      cancellationPreset: 'standard',
      timezone: listing.timezone,
      createdAt,
    }
  })
}

function daysOf({ listingId, startDate, endDate }: DemoBooking): DemoRows['listingDays'] {
  const days: DemoRows['listingDays'] = []
  for (let day = startDate; day <= endDate; day = addDays(day, 1)) days.push({ listingId, day, taken: 1, capacity: 1 })
  return days
}
