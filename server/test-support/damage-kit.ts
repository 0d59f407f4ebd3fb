import { endOfDayIn } from '#schema/zone'
import { holdOffer, openRental, type Rental } from './rental-kit'
import { signUp, type TestPerson } from './sign-up'
import type { TestApp } from './test-app'

/** The listing's zone and the last day of `holdOffer`'s offer. */
export const DAMAGE_ZONE = 'America/New_York'
export const RENTAL_ENDS = endOfDayIn(DAMAGE_ZONE, '2026-12-12')
export const DAMAGE_PHOTO = 'https://example.com/chip.jpg'
export const DAMAGE_REPORT = {
  description: 'Two plates came back chipped.',
  images: [DAMAGE_PHOTO],
  repairEstimate: 2000 as number | null,
}

const MINUTE_MS = 60_000

export interface EndedRental extends Rental {
  bookingId: number
  operator: TestPerson
}

/**
 * A booking of three days that was paid; the clock stands one minute after its last day. The operator is one when the
 * environment names 'olga'.
 */
export async function openEndedRental(t: TestApp): Promise<EndedRental> {
  const rental = await openRental(t)
  const operator = await signUp(t, 'olga')
  const bookingId = await holdOffer(t, rental, 'renter')
  await t.call('POST', `/api/bookings/${bookingId}/status`, { as: rental.owner.as, body: { status: 'approved' } })
  t.clock.now = new Date(RENTAL_ENDS.getTime() + MINUTE_MS)
  // A session lasts for two weeks after its last use.
  for (const { as } of [rental.owner, rental.renter, rental.rival, operator]) await t.call('GET', '/api/user', { as })
  return { ...rental, bookingId, operator }
}

/** The owner's report about the booking. @returns its id */
export async function reportDamage(t: TestApp, rental: EndedRental, body: object = DAMAGE_REPORT): Promise<number> {
  const answer = await t.call('POST', `/api/bookings/${rental.bookingId}/damage-report`, { as: rental.owner.as, body })
  if (answer.status !== 201) throw new Error(`The report was refused: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** The renter's no. */
export async function contestDamage(t: TestApp, rental: EndedRental, id: number): Promise<void> {
  await t.call('POST', `/api/damage-reports/${id}/respond`, {
    as: rental.renter.as,
    body: { acceptResponsibility: false, response: 'They were chipped before.', images: [DAMAGE_PHOTO] },
  })
}
