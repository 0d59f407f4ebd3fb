import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { EndpointName } from '#schema/endpoints'
import { build, step } from '../db/steps'
import { bookings } from '../db/tables'
import { suspendSteps } from '../operator/operator-steps'
import { namesUnder, statusOf } from '../test-support/endpoint-kit'
import { answerOffer, holdOffer, makeOffer, openRental, type Rental } from '../test-support/rental-kit'
import { signUp, signUpOperator } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

const STATES = ['unheld', 'held', 'paid', 'declined', 'cancelled'] as const
type State = (typeof STATES)[number]
const SIDES = ['renter', 'owner'] as const
type Side = (typeof SIDES)[number]

/**
 * The answers of every call about a booking to its renter and its owner, state by state. Nobody else is told that the booking exists.
 * Once one side has blocked the other, neither writes, and an offer whose hold is not in place is over; everything else goes on as agreed.
 */
const table: Partial<Record<EndpointName, Record<Side, readonly number[]>>> = {
  // unheld, held, paid, declined, cancelled
  bookingPayment: { renter: [200, 200, 409, 409, 409], owner: [404, 404, 404, 404, 404] },
  answerBooking: { renter: [403, 403, 403, 403, 403], owner: [404, 200, 409, 200, 409] },
  cancelPreview: { renter: [200, 200, 200, 409, 409], owner: [404, 409, 200, 409, 409] },
  cancelBooking: { renter: [200, 200, 200, 409, 409], owner: [404, 409, 200, 409, 409] },
  bookingMessages: { renter: [200, 200, 200, 200, 200], owner: [404, 200, 200, 200, 200] },
  sendMessage: { renter: [409, 201, 201, 201, 201], owner: [404, 201, 201, 201, 201] },
  handovers: { renter: [200, 200, 200, 200, 200], owner: [404, 200, 200, 200, 200] },
  putHandover: { renter: [409, 409, 200, 409, 409], owner: [404, 409, 200, 409, 409] },
  putReview: { renter: [409, 409, 409, 409, 409], owner: [404, 409, 409, 409, 409] },
  reportDamage: { renter: [403, 403, 403, 403, 403], owner: [404, 409, 409, 409, 409] },
}

const bodies: Partial<Record<EndpointName, unknown>> = {
  answerBooking: { status: 'declined' },
  sendMessage: { content: 'Hello' },
  putHandover: { checks: ['counted'] },
  putReview: { stars: 5 },
  reportDamage: { description: 'Two plates came back chipped.', images: [testPhoto('a')] },
}

const NAMES = namesUnder('/api/bookings/:id')

let t: TestApp
let rental: Rental
let cookies: Record<Side | 'stranger' | 'operator' | 'visitor' | 'suspended', string | undefined>
let day = 0

async function openWorld(): Promise<void> {
  t = await openTestApp()
  rental = await openRental(t)
  await keepTestPhoto(t, rental.owner, 'a')
  cookies = {
    renter: rental.renter.as,
    owner: rental.owner.as,
    stranger: rental.rival.as,
    operator: (await signUpOperator(t, 'olga')).as,
    visitor: undefined,
    suspended: await suspendedCookie(),
  }
}

/** A suspended person has no session, whosever the booking is. */
async function suspendedCookie(): Promise<string> {
  const sue = await signUp(t, 'sue')
  await t.deps.db.write(() => suspendSteps(sue.id, t.clock.now.toISOString()))
  return sue.as
}

const OTHER = { renter: 'owner', owner: 'renter' } as const
/** Blocks this side's person for the other side, or takes that back. */
const setBlocked = (side: Side, isBlocked: boolean) =>
  t.call(isBlocked ? 'POST' : 'DELETE', `/api/users/${rental[side].id}/block`, { as: rental[OTHER[side]].as })

async function closeWorld(): Promise<void> {
  expect(t.errors).toEqual([])
  await t.close()
}

/** A booking of its own for each cell, so that no cell sees what another one has done. */
async function bookingIn(state: State): Promise<number> {
  const date = new Date(Date.UTC(2026, 11, 5 + (day++ % 80))).toISOString().slice(0, 10)
  const dates = { startDate: date, endDate: date }
  if (state === 'unheld') return (await makeOffer(t, rental, 'renter', dates)).body.booking.id
  const id = await holdOffer(t, rental, 'renter', dates)
  const answer = (status: string) => answerOffer(t, rental, id, status)
  if (state === 'declined') await answer('declined')
  if (state === 'paid' || state === 'cancelled') await answer('approved')
  if (state === 'paid' || state === 'cancelled')
    await t.call('POST', '/api/bookings/update-statuses', { as: rental.owner.as })
  if (state !== 'cancelled') return id
  await forgetCancellations()
  expect((await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })).status).toBe(200)
  return id
}

/** A person may cancel a few paid bookings a day: those of earlier cells become old ones. */
async function forgetCancellations(): Promise<void> {
  const long = build.update(bookings).set({ statusChangedAt: '2026-01-01T00:00:00.000Z' })
  await t.deps.db.write(() => [step(long.where(eq(bookings.status, 'cancelled')))])
}

const statusIn = (name: EndpointName, id: number, as?: string) =>
  statusOf(t, name, { id, moment: 'pickup' }, as, bodies[name])

test('every call about a booking has its row', () => {
  expect(Object.keys(table).toSorted()).toEqual(NAMES.toSorted())
})

describe.each(STATES)('a booking that is %s', (state) => {
  // A person may make so many offers a day: each state has people of its own.
  beforeAll(openWorld)
  afterAll(closeWorld)
  for (const name of NAMES) {
    test.each(SIDES)(`${name}: %s`, async (side) => {
      const expected = table[name]?.[side][STATES.indexOf(state)]
      const id = await bookingIn(state)
      expect(await statusIn(name, id, cookies[side])).toBe(expected ?? 0)
    })

    test.each(SIDES)(`${name}: %s, whom the other side has blocked`, async (side) => {
      const then = state === 'unheld' && side === 'renter' ? 'cancelled' : state
      const expected = table[name]?.[side][STATES.indexOf(then)]
      const id = await bookingIn(state)
      expect((await setBlocked(side, true)).status).toBe(200)
      const status = await statusIn(name, id, cookies[side])
      await setBlocked(side, false)
      expect(status).toBe(name === 'sendMessage' && expected === 201 ? 409 : (expected ?? 0))
    })

    test(`${name}: nobody else`, async () => {
      const id = await bookingIn(state)
      const answers = await Promise.all(
        (['visitor', 'suspended', 'stranger', 'operator'] as const).map((role) => statusIn(name, id, cookies[role])),
      )
      expect(answers).toEqual([401, 401, 404, 404])
    })
  }
})
