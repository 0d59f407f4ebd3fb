import { endOfDayIn } from '#schema/zone'
import { confirmHold, makeOffer, openRental, type Rental, saveCard } from './rental-kit'
import { signUpOperator, type TestPerson } from './sign-up'
import { TEST_ORIGIN, type TestApp } from './test-app'
import { keepTestPhoto, testPhoto } from './test-photos'

/** The listing's zone and the last day of `holdOffer`'s offer. */
const DAMAGE_ZONE = 'America/New_York'
export const RENTAL_ENDS = endOfDayIn(DAMAGE_ZONE, '2026-12-12')
export const DAMAGE_PHOTO = testPhoto('chip')
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
 * A booking of three days that was paid with `renterCard`; the clock stands one minute after its last day, and the owner has
 * uploaded `DAMAGE_PHOTO`.
 */
export async function openEndedRental(t: TestApp, renterCard = 'pm_card_visa'): Promise<EndedRental> {
  const rental = await openRental(t)
  const operator = await signUpOperator(t, 'olga')
  rental.cards.renter = await saveCard(t, rental.renter, renterCard)
  const { body } = await makeOffer(t, rental, 'renter')
  await confirmInPage(t, body.clientSecret, rental.cards.renter)
  await t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
  const bookingId = body.booking.id
  await keepTestPhoto(t, rental.owner, 'chip')
  await t.call('POST', `/api/bookings/${bookingId}/status`, { as: rental.owner.as, body: { status: 'approved' } })
  t.clock.now = new Date(RENTAL_ENDS.getTime() + MINUTE_MS)
  // A session lasts for two weeks after its last use.
  for (const { as } of [rental.owner, rental.renter, rental.rival, operator]) await t.call('GET', '/api/user', { as })
  return { ...rental, bookingId, operator }
}

/** Confirms a payment as its renter does in the page, the bank's own step included. */
export async function confirmInPage(t: TestApp, clientSecret: string, card: string): Promise<void> {
  const { status } = await confirmHold(t, clientSecret, card)
  if (status !== 'requires_action') return
  const intentId = clientSecret.split('_secret_')[0]
  await t.fetch(
    new Request(`${TEST_ORIGIN}/_pay/v1/payment_intents/${intentId}/authenticate`, {
      method: 'POST',
      headers: { origin: TEST_ORIGIN },
      body: new URLSearchParams({ key: 'pk_test_local', client_secret: clientSecret, outcome: 'complete' }),
    }),
  )
}

/** The provider's charges, and tries to charge, for damage to a booking. */
export async function damagePayments(
  t: TestApp,
  bookingId: number,
): Promise<{ status: string; amount_received: number }[]> {
  const answer = await t.deps.payments.local?.fetch(
    new Request('http://local.invalid/v1/payment_intents?limit=100', {
      headers: { authorization: 'Bearer sk_test_local' },
    }),
  )
  if (!answer) throw new Error('The built-in provider is not running')
  const { data } = (await answer.json()) as {
    data: { status: string; amount_received: number; metadata: Record<string, string> }[]
  }
  return data
    .filter(({ metadata }) => metadata.booking_id === String(bookingId) && metadata.kind === 'damage')
    .map(({ status, amount_received }) => ({ status, amount_received }))
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

/** The renter's yes. */
export async function acceptDamage(t: TestApp, rental: EndedRental, id: number): Promise<void> {
  await t.call('POST', `/api/damage-reports/${id}/respond`, {
    as: rental.renter.as,
    body: { acceptResponsibility: true, response: 'Sorry.', images: [] },
  })
}
