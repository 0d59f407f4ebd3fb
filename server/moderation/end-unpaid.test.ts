import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTimers } from '../jobs/timers'
import { buyItem, postItem } from '../test-support/order-kit'
import { confirmHold, holdOffer, makeOffer, openRental, type Rental, saveCard } from '../test-support/rental-kit'
import { signUpOperator, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestAnswer, type TestApp } from '../test-support/test-app'

let t: TestApp
let rental: Rental
let operator: TestPerson
let itemId: number

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  operator = await signUpOperator(t, 'olga')
  itemId = await postItem(t, rental.owner)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

/** An offer and an order of a person, both of which wait for their bank. @returns what their browser confirms */
async function begin(who: 'renter' | 'rival'): Promise<string[]> {
  const offer = await makeOffer(t, rental, who)
  const paymentMethodId = await saveCard(t, rental[who], 'pm_card_authenticationRequired')
  const order = await buyItem(t, rental[who], itemId, { paymentMethodId })
  expect([offer.body.booking.status, order.body.purchase.status]).toEqual(['pending', 'pending'])
  return [offer.body.clientSecret, order.body.clientSecret]
}

async function salesOf({ id, as }: TestPerson) {
  const newest = async (what: string) => (await t.call('GET', `/api/users/${id}/${what}`, { as })).body[0]
  return [await newest('bookings'), await newest('purchases')]
}

const pressed = async (answer: Promise<TestAnswer>) => expect((await answer).status).toBe(200)
const asOperator = (path: string, body: object) =>
  pressed(t.call('POST', `/api/operator/${path}`, { as: operator.as, body: { note: 'A scam.', ...body } }))
const suspend = () => asOperator('suspended', { username: 'rosa', suspended: true })
const hide = async () => {
  await asOperator('hidden', { kind: 'listing', id: rental.listingId, hidden: true })
  await asOperator('hidden', { kind: 'item', id: itemId, hidden: true })
}
const block = (by: TestPerson, other: TestPerson) =>
  pressed(t.call('POST', `/api/users/${other.id}/block`, { as: by.as }))

async function decide(subject: { kind: string; id: number }, act: string): Promise<void> {
  await pressed(t.call('POST', '/api/reports', { as: rental.rival.as, body: { ...subject, reason: 'scam' } }))
  const open = (await t.call('GET', '/api/operator/reports', { as: operator.as })).body
  const reports = open.at(-1).reports.map(({ id }: { id: number }) => id)
  await asOperator('reports', { ...subject, reports, act })
}

const gone = 'listing_deleted'
const acts: [string, string, () => Promise<unknown>][] = [
  ['suspends their seller', gone, suspend],
  ['suspends their seller by a report', gone, () => decide({ kind: 'person', id: rental.owner.id }, 'suspend')],
  ['hides the things', gone, hide],
  [
    'hides the things by reports',
    gone,
    async () => {
      await decide({ kind: 'listing', id: rental.listingId }, 'hide')
      await decide({ kind: 'item', id: itemId }, 'hide')
    },
  ],
  ['blocks their payer', 'not_confirmed', () => block(rental.owner, rental.renter)],
  ['blocks their seller', 'not_confirmed', () => block(rental.renter, rental.owner)],
]

test.each(acts)('an offer and an order that nobody has paid yet end when somebody %s', async (_, statusReason, act) => {
  const secrets = await begin('renter')
  await act()
  await startTimers(t.deps)()
  const [offer, order] = await salesOf(rental.renter)
  expect(offer).toMatchObject({ status: 'expired', statusReason, paymentState: 'released' })
  expect(order).toMatchObject({ status: 'cancelled' })
  const reason = statusReason === gone ? null : 'not_paid'
  expect(order.history.at(-1)).toMatchObject({ actor: 'clock', reason })
  for (const secret of secrets)
    expect((await confirmHold(t, secret, rental.cards.renter)).error?.code).toBe('payment_intent_unexpected_state')
})

test('those of other people, of other things and those that are paid stay', async () => {
  await begin('rival')
  const held = await holdOffer(t, rental, 'renter')
  await block(rental.owner, rental.renter)
  const other = await postItem(t, rental.owner)
  await asOperator('hidden', { kind: 'item', id: other, hidden: true })
  expect(await salesOf(rental.rival)).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
  await suspend()
  expect((await salesOf(rental.renter))[0]).toMatchObject({ id: held, status: 'pending' })
})

test('an offer and an order whose card is looked at while one blocks the other are refused', async () => {
  const { gateway } = t.deps.payments
  const { findCard, listCards } = gateway
  const blockFirst = <Args extends unknown[], Found>(look: (...args: Args) => Promise<Found>) => {
    return async (...args: Args) => {
      await block(rental.owner, rental.renter)
      return look(...args)
    }
  }
  Object.assign(gateway, { findCard: blockFirst(findCard), listCards: blockFirst(listCards) })
  expect(await makeOffer(t, rental, 'renter')).toMatchObject({ status: 409, body: { code: 'listing_unavailable' } })
  await pressed(t.call('DELETE', `/api/users/${rental.renter.id}/block`, { as: rental.owner.as }))
  expect(await buyItem(t, rental.renter, itemId)).toMatchObject({ status: 409, body: { code: 'item_unavailable' } })
})
