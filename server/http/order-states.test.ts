import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { EndpointName } from '#schema/endpoints'
import { build, step } from '../db/steps'
import { purchases } from '../db/tables'
import { suspendSteps } from '../operator/operator-steps'
import { namesUnder, statusOf } from '../test-support/endpoint-kit'
import { placeOrder, postItem, setOrderStatus } from '../test-support/order-kit'
import { saveCard } from '../test-support/rental-kit'
import { signUp, signUpOperator, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

const STATES = ['unpaid', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const
type State = (typeof STATES)[number]
const SIDES = ['buyer', 'seller'] as const
type Side = (typeof SIDES)[number]

/**
 * The answers of every call about an order to its buyer and its seller, state by state. Once one side has blocked the other, neither
 * writes, and an order that nobody has paid is over; everything else goes on as agreed.
 */
const table: Partial<Record<EndpointName, Record<Side, readonly number[]>>> = {
  // unpaid, paid, processing, shipped, delivered, cancelled
  purchasePayment: { buyer: [200, 409, 409, 409, 409, 409], seller: [404, 404, 404, 404, 404, 404] },
  changePurchaseStatus: { buyer: [403, 403, 403, 403, 403, 403], seller: [404, 200, 200, 409, 200, 409] },
  askToCancel: { buyer: [200, 200, 409, 409, 409, 409], seller: [404, 404, 404, 404, 404, 404] },
  sayArrival: { buyer: [409, 409, 409, 200, 200, 409], seller: [404, 404, 404, 404, 404, 404] },
  putPurchaseReview: { buyer: [409, 409, 409, 409, 200, 409], seller: [404, 409, 409, 409, 200, 409] },
  purchaseMessages: { buyer: [200, 200, 200, 200, 200, 200], seller: [404, 200, 200, 200, 200, 200] },
  sendPurchaseMessage: { buyer: [409, 201, 201, 201, 201, 201], seller: [404, 201, 201, 201, 201, 201] },
}

const bodies: Partial<Record<EndpointName, unknown>> = {
  changePurchaseStatus: { status: 'shipped' },
  sayArrival: { arrived: false },
  putPurchaseReview: { stars: 5 },
  sendPurchaseMessage: { content: 'Hello' },
}

const NAMES = namesUnder('/api/purchases/:id')

let t: TestApp
let itemId: number
let people: Record<Side | 'stranger' | 'operator' | 'suspended', TestPerson>
let cards: { plain: string; asks: string }

async function openWorld(): Promise<void> {
  t = await openTestApp()
  const seller = await signUp(t, 'mira')
  const buyer = await signUp(t, 'bea')
  const [stranger, suspended] = [await signUp(t, 'sam'), await signUp(t, 'sue')]
  await t.deps.db.write(() => suspendSteps(suspended.id, t.clock.now.toISOString()))
  people = { seller, buyer, stranger, suspended, operator: await signUpOperator(t, 'olga') }
  cards = { plain: await saveCard(t, buyer), asks: await saveCard(t, buyer, 'pm_card_authenticationRequired') }
  itemId = await postItem(t, seller)
}

async function closeWorld(): Promise<void> {
  expect(t.errors).toEqual([])
  await t.close()
}

/** An order of its own for each cell, so that no cell sees what another one has done. */
async function orderIn(state: State): Promise<number> {
  const paymentMethodId = state === 'unpaid' ? cards.asks : cards.plain
  const id = await placeOrder(t, people.buyer, itemId, { paymentMethodId })
  if (state === 'cancelled') await forgetCancellations()
  if (state !== 'unpaid' && state !== 'paid') await setOrderStatus(t, people.seller, id, state)
  return id
}

/** A person may cancel a few paid orders a day: those of earlier cells become old ones. */
async function forgetCancellations(): Promise<void> {
  const long = build.update(purchases).set({ statusChangedAt: '2026-01-01T00:00:00.000Z' })
  await t.deps.db.write(() => [step(long.where(eq(purchases.status, 'cancelled')))])
}

const statusIn = (name: EndpointName, id: number, as?: string) => statusOf(t, name, { id }, as, bodies[name])

const OTHER = { buyer: 'seller', seller: 'buyer' } as const
/** Blocks this side's person for the other side, or takes that back. */
const setBlocked = (side: Side, isBlocked: boolean) =>
  t.call(isBlocked ? 'POST' : 'DELETE', `/api/users/${people[side].id}/block`, { as: people[OTHER[side]].as })

test('every call about an order has its row', () => {
  expect(Object.keys(table).toSorted()).toEqual(NAMES.toSorted())
})

describe.each(STATES)('an order that is %s', (state) => {
  beforeAll(openWorld)
  afterAll(closeWorld)
  for (const name of NAMES) {
    test.each(SIDES)(`${name}: %s`, async (side) => {
      const expected = table[name]?.[side][STATES.indexOf(state)]
      const id = await orderIn(state)
      expect(await statusIn(name, id, people[side].as)).toBe(expected ?? 0)
    })

    test.each(SIDES)(`${name}: %s, whom the other side has blocked`, async (side) => {
      const then = state === 'unpaid' && side === 'buyer' ? 'cancelled' : state
      const expected = table[name]?.[side][STATES.indexOf(then)]
      const id = await orderIn(state)
      expect((await setBlocked(side, true)).status).toBe(200)
      const status = await statusIn(name, id, people[side].as)
      await setBlocked(side, false)
      expect(status).toBe(name === 'sendPurchaseMessage' && expected === 201 ? 409 : (expected ?? 0))
    })

    test(`${name}: nobody else`, async () => {
      const id = await orderIn(state)
      const answers = await Promise.all(
        [undefined, people.suspended.as, people.stranger.as, people.operator.as].map((cookie) =>
          statusIn(name, id, cookie),
        ),
      )
      expect(answers).toEqual([401, 401, 404, 404])
    })
  }
})
