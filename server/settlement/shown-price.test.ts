import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { CONSENT_VERSION, TERMS_VERSION } from '#schema/consent'
import { termsHash } from '#schema/shown'
import { build, step } from '../db/steps'
import { bookings, listings, madeToOrderItems, paymentOps, purchases } from '../db/tables'
import { buyItem, postItem } from '../test-support/order-kit'
import { askProvider } from '../test-support/provider-kit'
import { makeOffer, type OfferInput, openRental, type Rental } from '../test-support/rental-kit'
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

/** A refusal has left nothing behind, here or at the provider. */
async function expectNoTrace(): Promise<void> {
  for (const table of [bookings, purchases, paymentOps]) expect(await t.deps.db.read.select().from(table)).toEqual([])
  expect((await askProvider(t, 'GET', '/v1/payment_intents?limit=10')).data).toEqual([])
}

describe('an offer', () => {
  const seen = {
    expectedTotal: 3750,
    expectedTerms: termsHash({ terms: 'Standard rental terms apply.', cancellationPreset: 'standard' }),
  }
  const offer = (input: OfferInput & Record<string, unknown> = {}) =>
    makeOffer(t, rental, 'renter', { ...seen, ...input })
  const change = (changes: Partial<typeof listings.$inferInsert>) =>
    t.deps.db.write(() => [step(build.update(listings).set(changes).where(eq(listings.id, rental.listingId)))])

  test.each([
    ['a higher price', { priceCents: 1251 }, { totalAmount: 3753, unitAmount: 1251 }],
    ['a lower price', { priceCents: 1000 }, { totalAmount: 3000, unitAmount: 1000 }],
    ['other terms', { terms: 'No returns on Sundays.' }, { totalAmount: 3750, terms: 'No returns on Sundays.' }],
    ['a stricter preset', { cancellationPreset: 'strict' as const }, { cancellationPreset: 'strict' }],
  ])(
    'that was written under what no longer holds (%s) is answered with what does, and leaves no trace',
    async (_, changes, now) => {
      await change(changes)
      const { status, body } = await offer()
      expect([status, body.code]).toEqual([409, 'price_changed'])
      expect(body.now).toMatchObject(now)
      await expectNoTrace()
    },
  )

  test('that agrees to what holds now is made, also under the id that was refused', async () => {
    const clientId = crypto.randomUUID()
    await change({ priceCents: 2500 })
    expect((await offer({ clientId })).status).toBe(409)
    const { status, body } = await offer({ clientId, expectedTotal: 7500 })
    expect([status, body.booking.totalAmount]).toEqual([201, 7500])
  })

  test('is the same one when it is sent again after the price has moved', async () => {
    const clientId = crypto.randomUUID()
    const first = await offer({ clientId })
    await change({ priceCents: 9900 })
    const again = await offer({ clientId })
    expect([again.status, again.body.booking.id, again.body.booking.totalAmount]).toEqual([
      201,
      first.body.booking.id,
      3750,
    ])
  })

  test('of a program that names no price takes what holds', async () => {
    await change({ priceCents: 2000 })
    const { status, body } = await makeOffer(t, rental, 'renter')
    expect([status, body.booking.totalAmount]).toEqual([201, 6000])
  })

  test('whose price moves between its reading and its writing is refused', async () => {
    const { findCard } = t.deps.payments.gateway
    t.deps.payments.gateway.findCard = async (...args) => {
      await change({ priceCents: 400_000 })
      return findCard(...args)
    }
    const { status, body } = await offer()
    expect([status, body.code, body.now.totalAmount]).toEqual([409, 'price_changed', 1_200_000])
    await expectNoTrace()
  })

  test('keeps which words about charging its renter agreed to, and when', async () => {
    await offer({ consentVersion: CONSENT_VERSION })
    const [row] = await t.deps.db.read.select().from(bookings)
    expect(row).toMatchObject({ consentVersion: CONSENT_VERSION, consentAt: t.clock.now.toISOString() })
  })
})

describe('an order', () => {
  let itemId: number
  const terms = 'Final sale.'
  const seen = { expectedTotal: 4000, expectedTerms: termsHash({ terms, leadTimeInDays: 10 }) }

  beforeEach(async () => {
    const rules = { leadTimeInDays: 10, terms: 'No cancellations once it is ordered.' }
    itemId = await postItem(t, rental.owner, rules)
    await change({ terms })
  })
  const change = (changes: Partial<typeof madeToOrderItems.$inferInsert>) =>
    t.deps.db.write(() => [step(build.update(madeToOrderItems).set(changes).where(eq(madeToOrderItems.id, itemId)))])
  const buy = (input: Record<string, unknown> = {}) => buyItem(t, rental.renter, itemId, { ...seen, ...input })

  test.each([
    ['a higher price', { price: 8000 }, { totalAmount: 8000 }],
    ['a longer lead time', { leadTimeInDays: 30 }, { leadTimeInDays: 30, totalAmount: 4000 }],
    ['other terms', { terms: 'Paid is paid.' }, { terms: 'Paid is paid.' }],
  ])(
    'written under what no longer holds (%s) is answered with what does, and nothing is charged',
    async (_, changes, now) => {
      await change(changes)
      const { status, body } = await buy()
      expect([status, body.code]).toEqual([409, 'price_changed'])
      expect(body.now).toMatchObject(now)
      await expectNoTrace()
      const agreed = await buy({
        expectedTotal: body.now.totalAmount,
        expectedTerms: termsHash(body.now),
        consentVersion: CONSENT_VERSION,
      })
      expect([agreed.status, agreed.body.purchase.totalAmount]).toEqual([201, body.now.totalAmount])
      const [row] = await t.deps.db.read.select().from(purchases)
      expect(row).toMatchObject({
        consentVersion: CONSENT_VERSION,
        consentAt: t.clock.now.toISOString(),
        termsVersion: TERMS_VERSION,
      })
    },
  )

  const wish = (name: string) => ({ name, type: 'text' as const, options: [], required: true })
  test.each([
    ['takes no orders any more', { pausedUntil: '2026-12-24' }, 409, 'item_unavailable'],
    ['asks for another wish', { customizationOptions: [wish('Names')] }, 422, 'validation'],
    ['was taken down', { deletedAt: '2026-12-01T17:00:00.000Z' }, 404, 'item_not_found'],
  ])('of an item that %s once its buyer’s cards are read is refused', async (_, changes, ...refusal) => {
    await change({ customizationOptions: [wish('Name')] })
    const { listCards } = t.deps.payments.gateway
    t.deps.payments.gateway.listCards = async (...args) => {
      await change(changes)
      return listCards(...args)
    }
    const { status, body } = await buy({ customizations: { Name: 'Ana' } })
    expect([status, body.code]).toEqual(refusal)
    await expectNoTrace()
  })
})
