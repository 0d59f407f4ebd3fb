import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { PaymentMethod } from '#schema/payment'
import { build, step } from '../db/steps'
import { damageReports, users } from '../db/tables'
import { answerOffer, holdOffer, makeOffer, openRental, type Rental, saveCard } from '../test-support/rental-kit'
import { signUp } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const cards = async (as = rental.renter.as): Promise<PaymentMethod[]> =>
  (await t.call('GET', '/api/stripe/payment-methods', { as })).body.paymentMethods
const remove = (cardId: string, as = rental.renter.as) =>
  t.call('DELETE', `/api/stripe/payment-methods/${cardId}`, { as })
const prefer = (cardId: string, as = rental.renter.as) =>
  t.call('POST', `/api/stripe/payment-methods/${cardId}/default`, { as })
const defaultOf = (list: PaymentMethod[]) => list.filter(({ isDefault }) => isDefault).map(({ id }) => id)
const storedDefault = async () =>
  (await t.deps.db.read.select().from(users).where(eq(users.id, rental.renter.id)))[0]?.defaultPaymentMethodId
const sweep = () => t.call('POST', '/api/bookings/update-statuses', { as: rental.owner.as })

test.each(['.', '..'])('an offer with the card "%s" asks the provider for nothing else than a card', async (cardId) => {
  const { status, body } = await makeOffer(t, { ...rental, cards: { ...rental.cards, renter: cardId } }, 'renter')
  expect([status, body.code]).toEqual([404, 'payment_method_not_found'])
})

describe('removing', () => {
  test('takes the card off the account for good and answers those that are left', async () => {
    const other = await saveCard(t, rental.renter, 'pm_card_mastercard')
    const answer = await remove(rental.cards.renter)
    expect([answer.status, answer.body.paymentMethods.map(({ id }: PaymentMethod) => id)]).toEqual([200, [other]])
    expect(await cards()).toEqual(answer.body.paymentMethods)
    const offer = await makeOffer(t, rental, 'renter')
    expect([offer.status, offer.body.code]).toEqual([404, 'payment_method_not_found'])
    expect((await remove(other)).body).toEqual({ paymentMethods: [] })
  })

  test('of the default leaves the newest as the default', async () => {
    const newer = await saveCard(t, rental.renter, 'pm_card_mastercard')
    expect(defaultOf((await prefer(rental.cards.renter)).body.paymentMethods)).toEqual([rental.cards.renter])
    expect(defaultOf((await remove(rental.cards.renter)).body.paymentMethods)).toEqual([newer])
    expect(await storedDefault()).toBeNull()
  })

  test('of another card keeps the default', async () => {
    const newer = await saveCard(t, rental.renter, 'pm_card_mastercard')
    await prefer(rental.cards.renter)
    expect(defaultOf((await remove(newer)).body.paymentMethods)).toEqual([rental.cards.renter])
    expect(await storedDefault()).toBe(rental.cards.renter)
  })

  test('twice at once removes it once', async () => {
    const answers = await Promise.all([remove(rental.cards.renter), remove(rental.cards.renter)])
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body.code]).toEqual([404, 'payment_method_not_found'])
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await cards()).toEqual([])
  })

  test('of what is not a card of this account is not possible', async () => {
    for (const cardId of ['pm_nobody', 'cus_1', '%20', '..%2f..%2fcustomers', 'x'.repeat(255), '%F0%9F%92%B3']) {
      for (const call of [remove(cardId), prefer(cardId)]) {
        const { status, body } = await call
        expect([cardId, status, body]).toEqual([
          cardId,
          404,
          { code: 'payment_method_not_found', message: 'That card is not on your account.' },
        ])
      }
    }
  })

  test("of somebody else's card neither happens nor tells that there is one", async () => {
    for (const call of [remove(rental.cards.rival), prefer(rental.cards.rival)]) {
      expect((await call).body.code).toBe('payment_method_not_found')
    }
    expect((await cards(rental.rival.as)).map(({ id }) => id)).toEqual([rental.cards.rival])
    const nobody = await signUp(t, 'nobody')
    expect((await remove(rental.cards.rival, nobody.as)).status).toBe(404)
  })
})

describe('a card that may still be needed stays', () => {
  const IN_USE =
    'This card holds an open offer, or paid for a rental that can still have a claim, so it cannot be removed yet.'

  async function expectKept(): Promise<void> {
    const answer = await remove(rental.cards.renter)
    expect([answer.status, answer.body]).toEqual([409, { code: 'payment_method_in_use', message: IN_USE }])
    expect((await cards()).map(({ id }) => id)).toEqual([rental.cards.renter])
  }

  test('from the open offer until a day after its end', async () => {
    await makeOffer(t, rental, 'renter')
    await expectKept()
    const id = await holdOffer(t, rental, 'renter')
    await expectKept()
    await answerOffer(t, rental, id, 'approved')
    await expectKept()
    t.clock.now = new Date('2026-12-13T05:00:01Z')
    await sweep()
    await expectKept()
    t.clock.now = new Date('2026-12-14T05:00:01Z')
    expect((await remove(rental.cards.renter)).status).toBe(200)
  })

  test('but not once the offer was declined', async () => {
    const id = await holdOffer(t, rental, 'renter')
    await answerOffer(t, rental, id, 'declined')
    expect((await remove(rental.cards.renter)).status).toBe(200)
  })

  test('while damage is being claimed', async () => {
    const id = await holdOffer(t, rental, 'renter')
    await answerOffer(t, rental, id, 'approved')
    t.clock.now = new Date('2026-12-13T05:00:01Z')
    await sweep()
    const at = t.clock.now.toISOString()
    const claim = {
      bookingId: id,
      reporterId: rental.owner.id,
      description: 'Chipped.',
      images: [],
      createdAt: at,
      statusChangedAt: at,
      responseDeadline: '2026-12-16T05:00:01Z',
    }
    await t.deps.db.write(() => [step(build.insert(damageReports).values(claim))])
    await expectKept()
    t.clock.now = new Date('2026-12-20T05:00:01Z')
    await expectKept()
    const reject = build.update(damageReports).set({ status: 'resolved_rejected' })
    await t.deps.db.write(() => [step(reject)])
    expect((await remove(rental.cards.renter)).status).toBe(200)
  })
})

test('choosing a default is remembered, and chosen again is the same', async () => {
  const newer = await saveCard(t, rental.renter, 'pm_card_mastercard')
  expect(defaultOf(await cards())).toEqual([newer])
  for (const _ of [1, 2]) {
    expect(defaultOf((await prefer(rental.cards.renter)).body.paymentMethods)).toEqual([rental.cards.renter])
  }
  expect(defaultOf(await cards())).toEqual([rental.cards.renter])
})

test('neither waits in a queue nor comes from another site or a visitor', async () => {
  for (const [method, path] of [
    ['DELETE', `/api/stripe/payment-methods/${rental.cards.renter}`],
    ['POST', `/api/stripe/payment-methods/${rental.cards.renter}/default`],
  ] as const) {
    const as = rental.renter.as
    expect((await t.call(method, path)).status).toBe(401)
    expect((await t.call(method, path, { as, headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await t.call(method, path, { as, headers: { 'sync-queued': '1' } })).body.code).toBe('online_only')
  }
  expect(await cards()).toHaveLength(1)
})
