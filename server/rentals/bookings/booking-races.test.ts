import { describe, expect, test } from 'bun:test'
import { blocksDates } from '#schema/booking'
import { addDays, eachDay } from '#schema/date-range'
import { bookings, listingDays } from '../../db/tables'
import { auditLedger } from '../../money/ledger/audit'
import { SQLD } from '../../test-support/database-server'
import { createListingRow, holdOffer, makeOffer, openRental, type Rental } from '../../test-support/rental-kit'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { sweepBookings } from './booking-sweep'

/** How many different histories are tried; each is 200 presses. `SEEDS=50` tries more, over three servers too. */
const SEEDS = Number(process.env.SEEDS ?? 5)
const SHARED_SEEDS = Number(process.env.SEEDS ?? 1)
const PRESSES = 200
const OFFERS = 24

/** A small generator of numbers in [0, 1), the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

interface Race {
  t: TestApp
  rental: Rental
  quantity: number
  random: () => number
}

function randomWish({ random, quantity }: Race) {
  const startDate = addDays('2026-12-05', Math.floor(random() * 12))
  return {
    startDate,
    endDate: addDays(startDate, Math.floor(random() * 5)),
    quantity: 1 + Math.floor(random() * quantity),
  }
}

/** Presses of every kind at once on one listing, most of them clashing. */
async function runRace(race: Race): Promise<void> {
  const { t, rental, random } = race
  const ids: number[] = []
  for (let n = 0; n < OFFERS; n++) ids.push(await holdOffer(t, rental, n % 2 ? 'renter' : 'rival', randomWish(race)))
  const anyId = () => ids[Math.floor(random() * ids.length)] ?? 0
  const press = (): Promise<{ status: number }> => {
    const kind = random()
    if (kind < 0.55)
      return t.call('POST', `/api/bookings/${anyId()}/status`, { as: rental.owner.as, body: { status: 'approved' } })
    if (kind < 0.62)
      return t.call('POST', `/api/bookings/${anyId()}/status`, { as: rental.owner.as, body: { status: 'declined' } })
    if (kind < 0.7)
      return t.call('POST', `/api/bookings/${anyId()}/cancel`, {
        as: random() < 0.5 ? rental.renter.as : rental.owner.as,
      })
    return makeOffer(t, rental, random() < 0.5 ? 'renter' : 'rival', randomWish(race))
  }
  const answers = await Promise.all(Array.from({ length: PRESSES }, press))
  for (const { status } of answers) expect(status).toBeLessThan(500)
  // Offers of this very race, too, once their holds are in place.
  await sweepBookings(t.deps)
  await sweepBookings(t.deps)
}

async function expectNoOverbooking({ t, quantity }: Race): Promise<void> {
  const rows = await t.deps.db.read.select().from(bookings)
  const taken = new Map<string, number>()
  for (const row of rows.filter(({ status }) => blocksDates(status))) {
    for (const day of eachDay(row)) taken.set(day, (taken.get(day) ?? 0) + row.quantity)
  }
  for (const [day, count] of taken) expect({ day, fits: count <= quantity }).toEqual({ day, fits: true })
  const days = await t.deps.db.read.select().from(listingDays)
  expect(new Map(days.filter((row) => row.taken > 0).map((row) => [row.day, row.taken]))).toEqual(taken)
}

/** The provider and we agree on every intent, and no loser's money is still held. */
async function expectPaymentsAgree({ t }: Race): Promise<void> {
  const expected: Record<string, string[]> = {
    held: ['held'],
    captured: ['captured'],
    refunded: ['captured'],
    released: ['released'],
    unconfirmed: ['unconfirmed'],
  }
  for (const row of await t.deps.db.read.select().from(bookings)) {
    if (!row.stripePaymentIntentId) continue
    const intent = await t.deps.payments.gateway.getIntent(row.stripePaymentIntentId)
    const seen = { id: row.id, status: row.status, ours: row.paymentState, theirs: intent.state }
    expect({ ...seen, agree: expected[row.paymentState]?.includes(intent.state) ?? false }).toEqual({
      ...seen,
      agree: true,
    })
    if (row.status === 'declined' || row.status === 'expired')
      expect(seen).toMatchObject({ ours: 'released', theirs: 'released' })
    if (blocksDates(row.status)) expect(seen).toMatchObject({ status: 'paid', ours: 'captured' })
  }
}

describe('200 presses at once on one listing', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    test(`seed ${seed}: never more than there is on any day, every loser's hold let go, the provider agrees`, async () => {
      await race(seed, 1)
    }, 120_000)
  }

  for (let seed = 1; seed <= SHARED_SEEDS; seed++) {
    test.skipIf(!SQLD)(`seed ${seed}: the same over three servers`, () => race(seed, 3), 120_000)
  }
})

async function race(seed: number, servers: number): Promise<void> {
  const t = await openTestApp({}, { servers })
  const rental = await openRental(t)
  const random = numbersFrom(seed)
  const quantity = 1 + (seed % 3)
  rental.listingId = await createListingRow(t, rental.owner, { quantity })
  const race = { t, rental, quantity, random }
  await runRace(race)
  await expectNoOverbooking(race)
  await expectPaymentsAgree(race)
  expect(t.errors).toEqual([])
  expect(await auditLedger(t.deps.db)).toEqual([])
  await t.close()
}

test('the schema itself refuses a day that would be over-booked, whatever the code thinks', async () => {
  const t = await openTestApp()
  const rental = await openRental(t)
  const { build, step } = await import('../../db/steps')
  const overbook = t.deps.db.write(() => [
    step(build.insert(listingDays).values({ listingId: rental.listingId, day: '2026-12-10', taken: 3, capacity: 2 })),
  ])
  expect(overbook).rejects.toThrow('CHECK')
  await overbook.catch(() => undefined)
  await t.close()
})
