import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { blocksDates } from '#schema/booking'
import { addDays, eachDay } from '#schema/date-range'
import { bookings, listingDays, listings } from '../../db/tables'
import { rollDice } from '../../demo/dice'
import { holdOffer, openRental } from '../../test-support/rental-kit'
import { openTestApp } from '../../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../../test-support/test-photos'
import { sweepBookings } from '../bookings/booking-sweep'

const OFFERS = 14
/** So many press at the same time, each this often. */
const PEOPLE = 8
const PRESSES = 15
const MOST = 5

test.each([1, 2, 3])(
  'whatever is pressed at once, no day has more pieces taken than there are (seed %d)',
  async (seed) => {
    const t = await openTestApp()
    const rental = await openRental(t)
    await keepTestPhoto(t, rental.owner, 'a')
    const path = `/api/listings/${rental.listingId}`
    const dice = rollDice(seed)
    const resize = (quantity: number) => {
      const words = { title: 'Plates', description: 'Oat.', price: 12.5, mainImage: testPhoto('a') }
      return t.call('POST', path, { as: rental.owner.as, body: { ...words, quantity } })
    }
    await resize(MOST)
    const ids: number[] = []
    for (let n = 0; n < OFFERS; n++) {
      const startDate = addDays('2026-12-05', dice.between(0, 5))
      const wish = { startDate, endDate: addDays(startDate, dice.between(0, 2)), quantity: dice.between(1, 2) }
      ids.push(await holdOffer(t, rental, n % 2 ? 'renter' : 'rival', wish))
    }
    const press = () => {
      const id = dice.pick(ids)
      const as = rental.owner.as
      const kind = dice.between(1, 10)
      if (kind <= 4) return resize(dice.between(1, MOST))
      if (kind === 5) return t.call('POST', `${path}/availability`, { as, body: { available: dice.chance(0.5) } })
      if (kind === 6) return t.call('POST', `/api/bookings/${id}/cancel`, { as })
      return t.call('POST', `/api/bookings/${id}/status`, { as, body: { status: 'approved' } })
    }
    const people = Array.from({ length: PEOPLE }, async () => {
      const answers = []
      for (let n = 0; n < PRESSES; n++) answers.push(await press())
      return answers
    })
    const answers = (await Promise.all(people)).flat()
    for (const { status } of answers) expect(status).toBeLessThan(500)
    await sweepBookings(t.deps)

    const [listing] = await t.deps.db.read.select().from(listings).where(eq(listings.id, rental.listingId))
    const rows = await t.deps.db.read.select().from(bookings)
    const taken = new Map<string, number>()
    for (const row of rows.filter(({ status }) => blocksDates(status))) {
      for (const day of eachDay(row)) taken.set(day, (taken.get(day) ?? 0) + row.quantity)
    }
    for (const row of await t.deps.db.read.select().from(listingDays)) {
      expect([row.day, row.capacity, row.taken]).toEqual([row.day, listing?.quantity ?? 0, taken.get(row.day) ?? 0])
      expect(row.taken).toBeLessThanOrEqual(row.capacity)
    }
    // The presses met each other: some offers were approved, some sizes were refused.
    expect(taken.size).toBeGreaterThan(0)
    expect(answers.some(({ body }) => body.code === 'quantity_booked')).toBe(true)
    expect(t.errors).toEqual([])
    await t.close()
  },
  30_000,
)
