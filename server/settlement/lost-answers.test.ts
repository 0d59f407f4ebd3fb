import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { drainCommands } from '../money/drain-commands'
import { auditLedger } from '../money/ledger/audit'
import { stripeGateway } from '../money/stripe/stripe-gateway'
import { refundBooking } from '../rentals/bookings/booking-refunds'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { acceptDamage, confirmInPage, damagePayments, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { buyItem, postItem } from '../test-support/order-kit'
import { askProvider, switchOffWebhooks } from '../test-support/provider-kit'
import {
  armFault,
  holdOffer,
  makeOffer,
  openPayoutAccount,
  openRental,
  type Rental,
  saveCard,
} from '../test-support/rental-kit'
import { signIn, signUp, signUpHost } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { reconcile } from './reconcile'

const HOUR_MS = 3_600_000
/** The SDK asks three times by itself. */
const EVERY_TRY = 3
let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
})
afterEach(async () => {
  await reconcile(t.deps)
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  await t.close()
})

async function paidBooking(): Promise<number> {
  rental = await openRental(t)
  await openPayoutAccount(t, rental.owner)
  const id = await holdOffer(t, rental, 'renter')
  await t.call('POST', `/api/bookings/${id}/status`, { as: rental.owner.as, body: { status: 'approved' } })
  return id
}
/** Longer than the provider remembers the key of a command. */
async function waitADay(): Promise<void> {
  t.clock.advance(25 * HOUR_MS)
  await t.deps.payments.local?.tick()
  await drainCommands(t.deps)
}
const amounts = async (list: string) =>
  (await askProvider(t, 'GET', `/v1/${list}?limit=100`)).data.map(({ amount }: { amount: number }) => amount)
const command = async (key: string) =>
  t.deps.db.read.query.paymentOps.findFirst({ where: (rows, { eq }) => eq(rows.businessKey, key) })
const booking = async (id: number) =>
  t.deps.db.read.query.bookings.findFirst({ where: (rows, { eq }) => eq(rows.id, id) })

describe('a command of which nobody knows after a day whether it arrived', () => {
  test('a refund that did is found, and there is one', async () => {
    const id = await paidBooking()
    await armFault(t, { kind: 'drop', match: 'POST /v1/refunds', times: EVERY_TRY })
    await refundBooking(t.deps, id, 1000)
    expect(await command(`booking:${id}:refund:1`)).toMatchObject({ state: 'new', attempts: 1 })
    await waitADay()
    expect(await command(`booking:${id}:refund:1`)).toMatchObject({ state: 'done' })
    expect(await booking(id)).toMatchObject({ paymentState: 'refunded' })
    expect(await amounts('refunds')).toEqual([1000])
  })

  test('a refund that did not is never sent again: a new one takes its place', async () => {
    const id = await paidBooking()
    await armFault(t, { kind: 'error_before', match: 'POST /v1/refunds', times: EVERY_TRY })
    await refundBooking(t.deps, id, 1000)
    await waitADay()
    expect(await command(`booking:${id}:refund:1`)).toMatchObject({ state: 'failed', errorCode: 'never_arrived' })
    expect(await amounts('refunds')).toEqual([])
    t.clock.advance(24 * HOUR_MS)
    await sweepBookings(t.deps)
    expect(await command(`booking:${id}:refund:1`)).toMatchObject({ state: 'retried' })
    expect(await amounts('refunds')).toEqual([1000])
  })

  test.each(['drop', 'error_before'])('a capture (%s): the hold itself says, and is taken once', async (kind) => {
    rental = await openRental(t)
    const id = await holdOffer(t, rental, 'renter')
    await armFault(t, { kind, match: 'POST /v1/payment_intents/*/capture', times: EVERY_TRY })
    await t.call('POST', `/api/bookings/${id}/status`, { as: rental.owner.as, body: { status: 'approved' } })
    await waitADay()
    expect(await booking(id)).toMatchObject({ status: 'paid', paymentState: 'captured' })
    expect(await amounts('payment_intents')).toEqual([3750])
  })

  test.each([
    ['drop', 'done'],
    ['error_before', 'failed'],
  ])('a transfer (%s): one arrives', async (kind, state) => {
    const id = await paidBooking()
    await armFault(t, { kind, match: 'POST /v1/transfers', times: EVERY_TRY })
    t.clock.advance(Date.parse('2026-12-15T05:00:00.000Z') - t.clock.now.getTime())
    await sweepBookings(t.deps)
    await waitADay()
    expect(await command(`booking:${id}:transfer:1`)).toMatchObject({ state })
    t.clock.advance(HOUR_MS)
    await sweepBookings(t.deps)
    expect(await amounts('transfers')).toEqual([3750])
    expect(await booking(id)).toMatchObject({ transferredAmount: 3750 })
  })

  test.each([
    ['drop', 'charged', 1],
    ['error_before', 'action_needed', 0],
  ] as const)('a charge for damage (%s): taken at most once', async (kind, state, charges) => {
    const ended = await openEndedRental(t)
    const claim = await reportDamage(t, ended)
    await armFault(t, { kind, match: 'POST /v1/payment_intents', times: EVERY_TRY })
    await acceptDamage(t, ended, claim)
    await waitADay()
    const report = await t.deps.db.read.query.damageReports.findFirst()
    expect(report).toMatchObject({ paymentState: state })
    expect(await damagePayments(t, ended.bookingId)).toHaveLength(charges)
  })
})

test('a renter can pay for damage in the page, however often the provider has failed before', async () => {
  const ended = await openEndedRental(t)
  const claim = await reportDamage(t, ended)
  const fail = () => armFault(t, { kind: 'error_before', match: 'POST /v1/payment_intents', times: EVERY_TRY })
  const open = async () => {
    const as = await signIn(t, ended.renter.username)
    return t.call('POST', `/api/damage-reports/${claim}/payment`, { as, body: {} })
  }
  await fail()
  await acceptDamage(t, ended, claim)
  await waitADay()
  for (const attempt of [2, 3]) {
    await fail()
    expect((await open()).body.code).toBe('payment_provider_unavailable')
    await waitADay()
    expect(await command(`booking:${ended.bookingId}:damage:${attempt}`)).toMatchObject({ state: 'failed' })
  }
  const { body } = await open()
  await confirmInPage(t, body.clientSecret, ended.cards.renter)
  await t.deps.payments.local?.tick()
  await reconcile(t.deps)
  expect(await t.deps.db.read.query.damageReports.findFirst()).toMatchObject({ paymentState: 'charged' })
  expect(await damagePayments(t, ended.bookingId)).toHaveLength(1)
})

test('a second press that comes while the first one is served makes no second payment for damage', async () => {
  const ended = await openEndedRental(t)
  const claim = await reportDamage(t, ended)
  await armFault(t, { kind: 'error_before', match: 'POST /v1/payment_intents', times: EVERY_TRY })
  await acceptDamage(t, ended, claim)
  await waitADay()
  const as = await signIn(t, ended.renter.username)
  const open = async () => (await t.call('POST', `/api/damage-reports/${claim}/payment`, { as, body: {} })).body
  const { db } = t.deps
  const { write } = db
  let first: unknown
  db.write = async (plan) => {
    db.write = write
    first = await open()
    return write(plan)
  }
  const second = await open()
  expect(second.clientSecret).toBeString()
  expect(second).toEqual(first)
  expect(await damagePayments(t, ended.bookingId)).toHaveLength(1)
})

describe('a payment that the provider did not answer, of something that is over meanwhile', () => {
  const MINUTE_MS = 60_000
  const waitMinutes = async (minutes: number) => {
    t.clock.advance(minutes * MINUTE_MS)
    await t.deps.payments.local?.tick()
    await sweepPurchases(t.deps)
    await drainCommands(t.deps)
  }
  const states = async () =>
    (await askProvider(t, 'GET', '/v1/payment_intents?limit=100')).data.map(({ status }: { status: string }) => status)
  const order = (id: number) => t.deps.db.read.query.purchases.findFirst({ where: (rows, { eq }) => eq(rows.id, id) })

  async function orderUnanswered(kind: string, times = EVERY_TRY, card?: string) {
    const maker = await signUpHost(t, 'mira')
    const buyer = await signUp(t, 'bea')
    await saveCard(t, buyer, card)
    const item = await postItem(t, maker)
    await armFault(t, { kind, match: 'POST /v1/payment_intents', times })
    const buy = () => buyItem(t, buyer, item, { clientId: 'b7a6f2de-0f0e-4d3c-9d55-0c1f3c3f0b11' })
    await buy()
    const { id = 0, ...row } = (await t.deps.db.read.query.purchases.findFirst()) ?? {}
    expect(row).toMatchObject({ status: 'pending', paymentState: 'unpaid' })
    return { id, buy, cancel: () => t.call('POST', `/api/purchases/${id}/ask-cancel`, { as: buyer.as, body: {} }) }
  }

  test('an order that its buyer has cancelled is never charged', async () => {
    const { id, cancel } = await orderUnanswered('error_before')
    await cancel()
    for (const minutes of [1, 5, 15]) await waitMinutes(minutes)
    expect(await command(`purchase:${id}:charge:1`)).toMatchObject({ state: 'failed' })
    expect(await order(id)).toMatchObject({ status: 'cancelled', paymentState: 'unpaid' })
    expect(await states()).toEqual([])
  })

  test('an order that has ended unpaid is not charged by another press of Buy', async () => {
    const { id, buy } = await orderUnanswered('error_before', 2 * EVERY_TRY)
    await waitMinutes(31)
    expect(await order(id)).toMatchObject({ status: 'cancelled' })
    expect((await buy()).body.purchase).toMatchObject({ id, status: 'cancelled' })
    await waitMinutes(15)
    expect(await order(id)).toMatchObject({ paymentState: 'unpaid' })
    expect(await states()).toEqual([])
  })

  test('a charge that did arrive is found, and all of it goes back', async () => {
    const { id, cancel } = await orderUnanswered('drop')
    await cancel()
    for (const minutes of [1, 5, 15]) await waitMinutes(minutes)
    expect(await order(id)).toMatchObject({ status: 'cancelled', paymentState: 'refunded', refundedAmount: 4000 })
    expect(await amounts('payment_intents')).toEqual([4000])
    expect(await amounts('refunds')).toEqual([4000])
  })

  test('a charge that the bank has not decided on yet when it is found goes back once it has', async () => {
    const { id, cancel } = await orderUnanswered('drop')
    const { gateway } = t.deps.payments
    const { findSent } = gateway
    gateway.findSent = async (...args) => {
      const found = await findSent(...args)
      return found?.intent ? { ...found, intent: { ...found.intent, state: 'processing' } } : found
    }
    await cancel()
    await waitMinutes(1)
    gateway.findSent = findSent
    for (const minutes of [5, 15]) await waitMinutes(minutes)
    expect(await order(id)).toMatchObject({ status: 'cancelled', paymentState: 'refunded', refundedAmount: 4000 })
  })

  test('a charge for which the bank wants a step that nobody will take is called off', async () => {
    const { id, cancel } = await orderUnanswered('drop', EVERY_TRY, 'pm_card_authenticationRequired')
    await cancel()
    for (const minutes of [1, 5, 15]) await waitMinutes(minutes)
    expect(await order(id)).toMatchObject({ status: 'cancelled', paymentState: 'unpaid' })
    expect(await states()).toEqual(['canceled'])
  })

  test.each([
    ['error_before', []],
    ['drop', ['canceled']],
  ])('an offer that its renter has taken back holds nothing (%s)', async (kind, left) => {
    rental = await openRental(t)
    await armFault(t, { kind, match: 'POST /v1/payment_intents', times: EVERY_TRY })
    await makeOffer(t, rental, 'renter')
    const { id = 0 } = (await t.deps.db.read.query.bookings.findFirst()) ?? {}
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.renter.as, body: {} })
    expect(await booking(id)).toMatchObject({ status: 'cancelled' })
    for (const minutes of [1, 5, 15]) await waitMinutes(minutes)
    expect(await states()).toEqual(left)
  })
})

test('a secret key that the provider does not take ends no command: all are sent once it does', async () => {
  const atProvider = async (url: string | URL | Request, init?: RequestInit) =>
    (await t.deps.payments.local?.fetch(new Request(String(url), init))) ?? Response.error()
  const httpClient = Stripe.createFetchHttpClient(Object.assign(atProvider, { preconnect: fetch.preconnect }))
  const config = { host: 'local.invalid', protocol: 'http' as const, httpClient, maxNetworkRetries: 0 }
  const { gateway } = t.deps.payments
  rental = await openRental(t)
  const declined = await holdOffer(t, rental, 'renter')
  const approved = await holdOffer(t, rental, 'rival')
  Object.assign(t.deps.payments, {
    gateway: stripeGateway({ secretKey: 'sk_test_rolled', webhookSecrets: () => [], config }),
  })
  const answer = (id: number, status: string) =>
    t.call('POST', `/api/bookings/${id}/status`, { as: rental.owner.as, body: { status } })
  await answer(declined, 'declined')
  await answer(approved, 'approved')
  expect(await command(`booking:${declined}:release:1`)).toMatchObject({ state: 'new' })
  expect(await command(`booking:${approved}:capture:1`)).toMatchObject({ state: 'new' })
  expect(await booking(approved)).toMatchObject({ paymentState: 'capturing' })
  Object.assign(t.deps.payments, { gateway })
  t.clock.advance(HOUR_MS)
  await drainCommands(t.deps)
  expect(await booking(declined)).toMatchObject({ paymentState: 'released' })
  expect(await booking(approved)).toMatchObject({ status: 'paid' })
})

test('a server that dies between the provider’s answer and its own note of it asks under the same key', async () => {
  const id = await paidBooking()
  // An event would have the command sent before anybody looks.
  await switchOffWebhooks(t)
  const { gateway } = t.deps.payments
  const { refund } = gateway
  gateway.refund = async (...args) => {
    await refund(...args)
    throw new Error('The machine is gone')
  }
  await refundBooking(t.deps, id, 1000)
  gateway.refund = refund
  expect(await command(`booking:${id}:refund:1`)).toMatchObject({ state: 'new' })
  await drainCommands(t.deps)
  expect(await command(`booking:${id}:refund:1`)).toMatchObject({ state: 'done' })
  expect(await amounts('refunds')).toEqual([1000])
  expect(t.errors.splice(0)).toMatchObject([{ what: 'payment command' }])
})
