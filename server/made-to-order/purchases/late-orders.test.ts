import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { canSayNotArrived, lastDayToSend, type Purchase } from '#schema/purchase'
import { findOpenMatters } from '../../accounts/open-matters'
import { drainCommands } from '../../money/drain-commands'
import { auditLedger } from '../../money/ledger/audit'
import { commandsOf } from '../../money/payment-commands'
import { runOperatorCommand } from '../../operator/operator-commands'
import { compareBalance } from '../../settlement/compare-balance'
import { workEvents } from '../../settlement/webhooks'
import { buyItem, placeOrder, postItem, setOrderStatus } from '../../test-support/order-kit'
import { askProvider, decideDispute, disputePayment, fundsOf } from '../../test-support/provider-kit'
import { openPayoutAccount, payoutAccountOf, saveCard } from '../../test-support/rental-kit'
import { signIn, signUp, signUpHost, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { sweepLateOrders } from './late-orders'
import { findPurchaseRow } from './purchase-queries'
import { refundOrder } from './purchase-refunds'
import { sweepPurchases } from './purchase-sweep'

let t: TestApp
let maker: TestPerson
let buyer: TestPerson
/** Ordered on December 1, promised for December 8. */
let id: number

beforeEach(async () => {
  t = await openTestApp()
  maker = await signUpHost(t, 'mira')
  buyer = await signUp(t, 'bea')
  await openPayoutAccount(t, maker)
  await saveCard(t, buyer)
  id = await placeOrder(t, buyer, await postItem(t, maker, { leadTimeInDays: 7 }))
})
afterEach(async () => {
  await t.deps.payments.local?.tick()
  await drainCommands(t.deps)
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

const order = async () => (await t.call('GET', `/api/users/${buyer.id}/purchases`, { as: buyer.as })).body[0]
const setStatus = (status: string) => setOrderStatus(t, maker, id, status)
async function on(day: string): Promise<void> {
  t.clock.now = new Date(`${day}T17:00:00.000Z`)
  await t.deps.payments.local?.tick()
  await sweepPurchases(t.deps)
  await sweepPurchases(t.deps)
  for (const person of [maker, buyer]) person.as = await signIn(t, person.username)
}
const sent = async () => fundsOf(t, await payoutAccountOf(t, maker))

test('an order that is not sent ends 14 days after its promised day, and both were told a week before', async () => {
  await setStatus('processing')
  await on('2026-12-15')
  expect((await order()).history.at(-1).reason).toBeNull()
  await on('2026-12-16')
  expect((await order()).history.at(-1)).toMatchObject({ actor: 'clock', status: 'processing', reason: 'late' })
  await on('2026-12-22')
  expect(await order()).toMatchObject({ status: 'processing', refundedAmount: 0 })
  await on('2026-12-23')
  expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refunded', refundedAmount: 4000 })
  expect((await order()).history.at(-1)).toMatchObject({ actor: 'clock', reason: 'not_sent' })
})

test('an order that its buyer wants later than expected is promised for that day', async () => {
  const itemId = await postItem(t, maker, { leadTimeInDays: 7 })
  const { body } = await buyItem(t, buyer, itemId, { needBy: '2027-01-20' })
  await setOrderStatus(t, maker, body.purchase.id, 'processing')
  const wanted = async () =>
    (await t.call('GET', `/api/users/${buyer.id}/purchases`, { as: buyer.as })).body.find(
      (one: { id: number }) => one.id === body.purchase.id,
    )
  await on('2026-12-30')
  expect(await wanted()).toMatchObject({ status: 'processing', refundedAmount: 0 })
  expect(lastDayToSend(await wanted(), '2027-01-21')).toBe('2027-02-03')
  await on('2027-01-28')
  expect((await wanted()).history.at(-1).reason).toBe('late')
  await on('2027-02-04')
  expect(await wanted()).toMatchObject({ status: 'cancelled', refundedAmount: 4000 })
})

test('an order that was found late at once is given its week all the same', async () => {
  await on('2027-02-01')
  expect(await order()).toMatchObject({ status: 'paid' })
  await on('2027-02-07')
  expect(await order()).toMatchObject({ status: 'paid' })
  await on('2027-02-08')
  expect(await order()).toMatchObject({ status: 'cancelled', refundedAmount: 4000 })
})

describe('an order whose payment its buyer’s bank has taken back', () => {
  beforeEach(async () => {
    const row = await findPurchaseRow(t.deps.db, id)
    const dispute = await disputePayment(t, row?.stripeChargeId ?? '')
    await decideDispute(t, dispute, 'lost')
    await t.deps.payments.local?.tick()
    await workEvents(t.deps)
    expect(await order()).toMatchObject({ status: 'paid', refundedAmount: 4000 })
  })
  const ended = { status: 'cancelled', refundedAmount: 4000, paymentState: 'refunded' }
  const expectNothingAsked = async () => {
    for (const kind of ['refund', 'release'] as const)
      expect(await commandsOf(t.deps.db, { purchaseId: id }, kind)).toMatchObject({ count: 0 })
  }

  test('ends when it is late, and nothing more is returned', async () => {
    await on('2026-12-16')
    await on('2026-12-23')
    expect(await order()).toMatchObject(ended)
    // Nothing is to be sent any more, so that nobody is warned.
    expect((await order()).history.map(({ reason }: { reason: string }) => reason)).not.toContain('late')
    await expectNothingAsked()
  })

  test('ends when its buyer wishes, and nothing is asked of the provider', async () => {
    await t.call('POST', `/api/purchases/${id}/ask-cancel`, { as: buyer.as })
    expect(await order()).toMatchObject(ended)
    await expectNothingAsked()
  })
})

test('a late order about which a bank decides has its week once the bank has decided', async () => {
  await setStatus('processing')
  await on('2026-12-12')
  const dispute = await disputePayment(t, (await findPurchaseRow(t.deps.db, id))?.stripeChargeId ?? '')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await on('2026-12-16')
  await on('2026-12-23')
  expect((await order()).history.at(-1).reason).not.toBe('late')
  await decideDispute(t, dispute, 'won')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await on('2026-12-24')
  expect(await order()).toMatchObject({ status: 'processing', refundedAmount: 0 })
  expect((await order()).history.at(-1)).toMatchObject({ reason: 'late' })
  await on('2026-12-30')
  expect(await order()).toMatchObject({ status: 'processing' })
  await on('2026-12-31')
  expect(await order()).toMatchObject({ status: 'cancelled', refundedAmount: 4000 })
})

test('a warning of before a dispute does not end the order in the minute in which the bank decides', async () => {
  await setStatus('processing')
  await on('2026-12-16')
  const dispute = await disputePayment(t, (await findPurchaseRow(t.deps.db, id))?.stripeChargeId ?? '')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await on('2026-12-24')
  await decideDispute(t, dispute, 'won')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await on('2026-12-25')
  expect(await order()).toMatchObject({ status: 'processing', refundedAmount: 0 })
})

test('an order of which the bank sent a part back is late all the same, and what is left goes back', async () => {
  const card = await saveCard(t, buyer, 'pm_card_refundFail')
  const { itemId } = await order()
  await setStatus('cancelled')
  id = await placeOrder(t, buyer, itemId, { paymentMethodId: card })
  await refundOrder(t.deps, id, 500)
  await on('2026-12-05')
  expect(await order()).toMatchObject({ status: 'paid', paymentState: 'refund_failed', refundedAmount: 500 })
  await on('2026-12-16')
  expect((await order()).history.at(-1)).toMatchObject({ reason: 'late' })
  await on('2026-12-23')
  expect(await order()).toMatchObject({ status: 'cancelled', refundedAmount: 4000 })
})

test('an order that is set back after its money was sent on promises no end and offers no hold', async () => {
  await setStatus('delivered')
  await on('2026-12-10')
  expect(await sent()).toBe(4000)
  expect((await order()).isReleased).toBe(true)
  await setStatus('processing')
  await on('2027-01-10')
  expect([(await order()).status, lastDayToSend(await order(), '2027-01-10')]).toEqual(['processing', null])
  await setStatus('shipped')
  expect([canSayNotArrived(await order(), t.clock.now), (await say(false)).body.code]).toEqual([
    false,
    'arrival_settled',
  ])
})

test('an order that was sent in time is left alone', async () => {
  await on('2026-12-16')
  await setStatus('shipped')
  await on('2027-02-08')
  expect(await order()).toMatchObject({ status: 'shipped', refundedAmount: 0 })
})

test('an order that is sent while another one is found late is not called late', async () => {
  const other = await placeOrder(t, buyer, (await order()).itemId)
  await setOrderStatus(t, maker, other, 'processing')
  t.clock.now = new Date('2026-12-16T17:00:00.000Z')
  for (const person of [maker, buyer]) person.as = await signIn(t, person.username)
  const { write } = t.deps.db
  let sends = 0
  t.deps.db.write = async (plan) => {
    const written = await write(plan)
    if (sends++ === 0) await setOrderStatus(t, maker, other, 'shipped')
    return written
  }
  await sweepLateOrders(t.deps)
  t.deps.db.write = write
  const orders: Purchase[] = (await t.call('GET', `/api/users/${buyer.id}/purchases`, { as: buyer.as })).body
  const told = orders.map((one) => [one.id, one.status, one.history.some(({ reason }) => reason === 'late')])
  expect(told.toSorted()).toEqual([
    [id, 'paid', true],
    [other, 'shipped', false],
  ])
})

const say = (arrived: boolean, as = buyer.as) =>
  t.call('POST', `/api/purchases/${id}/arrival`, { as, body: { arrived } })

test('“It did not arrive” holds the money until its buyer, or an operator, says that it is settled', async () => {
  expect((await say(false)).body.code).toBe('arrival_settled')
  await setStatus('delivered')
  expect((await say(false, maker.as)).status).toBe(404)
  expect((await say(false)).body).toMatchObject({ notArrivedAt: t.clock.now.toISOString() })
  await on('2026-12-20')
  expect(await sent()).toBe(0)
  expect(await runOperatorCommand(t.deps, ['money'])).toContain(`purchase ${id}  its buyer says`)
  const lines = (await t.call('GET', '/api/user/transactions', { as: maker.as })).body
  expect(lines).toMatchObject([{ heldBecause: 'not_arrived' }])
  expect((await say(true)).body).toMatchObject({ notArrivedAt: null })
  await on('2026-12-20')
  expect(await sent()).toBe(4000)
  expect((await say(false)).body.code).toBe('arrival_settled')
})

test('a maker who cancels what did not arrive keeps the money of an order that has arrived meanwhile', async () => {
  await setStatus('shipped')
  await say(false)
  await say(true)
  const cancel = (change: object) =>
    t.call('POST', `/api/purchases/${id}/status`, { as: maker.as, body: { status: 'cancelled', ...change } })
  const { status, body } = await cancel({ seen: 'shipped', seenMissing: true })
  expect([status, body.code]).toEqual([409, 'purchase_moved'])
  expect(await order()).toMatchObject({ status: 'shipped', refundedAmount: 0 })
  await say(false)
  expect((await cancel({ seen: 'shipped', seenMissing: true })).body).toMatchObject({ refundedAmount: 4000 })
})

test('an order that was cancelled because it did not arrive takes no word of its buyer any more', async () => {
  await setStatus('shipped')
  await say(false)
  await setStatus('cancelled')
  const before = await order()
  expect((await say(true)).status).toBe(200)
  expect((await order()).history).toEqual(before.history)
  expect(before.history.at(-1)).toMatchObject({ actor: 'seller', status: 'cancelled' })
})

test.each(['before', 'during'])(
  'what did not arrive stays held after a bank has decided for the seller (said %s the dispute)',
  async (when) => {
    const why = async () => (await t.call('GET', '/api/user/transactions', { as: maker.as })).body[0].heldBecause
    const hear = async () => {
      await t.deps.payments.local?.tick()
      await workEvents(t.deps)
    }
    await setStatus('shipped')
    if (when === 'before') await say(false)
    const dispute = await disputePayment(t, (await findPurchaseRow(t.deps.db, id))?.stripeChargeId ?? '')
    await hear()
    if (when === 'during') await say(false)
    expect(await why()).toBe('dispute')
    await decideDispute(t, dispute, 'won')
    await hear()
    expect(await why()).toBe('not_arrived')
    await say(true)
    expect(await why()).toBeNull()
  },
)

test('an operator who settles what did not arrive does not end the hold of a dispute', async () => {
  const why = async () => (await t.call('GET', '/api/user/transactions', { as: maker.as })).body[0].heldBecause
  await setStatus('shipped')
  await say(false)
  const dispute = await disputePayment(t, (await findPurchaseRow(t.deps.db, id))?.stripeChargeId ?? '')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await runOperatorCommand(t.deps, ['arrived', String(id), 'The', 'carrier', 'has', 'a', 'signature'])
  expect(await why()).toBe('dispute')
  await decideDispute(t, dispute, 'won')
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  expect(await why()).toBeNull()
})

test('an operator settles what did not arrive, or returns the money', async () => {
  await setStatus('shipped')
  await say(false)
  await runOperatorCommand(t.deps, ['arrived', String(id), 'The', 'carrier', 'has', 'a', 'signature'])
  expect(await order()).toMatchObject({ notArrivedAt: null })
  await say(false)
  await runOperatorCommand(t.deps, ['refund-order', String(id), '40', 'Lost', 'on', 'the', 'way'])
  expect(await order()).toMatchObject({ status: 'cancelled', refundedAmount: 4000 })
  expect(await runOperatorCommand(t.deps, ['money'])).toBe('Nothing waits for an operator.')
})

test('what was delivered to nobody, and is paid back, waits for no operator any more', async () => {
  await setStatus('delivered')
  await say(false)
  await runOperatorCommand(t.deps, ['refund-order', String(id), '10', 'For', 'the', 'wait'])
  expect(await runOperatorCommand(t.deps, ['money'])).toContain(`purchase ${id}  its buyer says`)
  await runOperatorCommand(t.deps, ['refund-order', String(id), '30', 'Lost', 'on', 'the', 'way'])
  expect(await order()).toMatchObject({ status: 'delivered', refundedAmount: 4000 })
  expect(await runOperatorCommand(t.deps, ['money'])).toBe('Nothing waits for an operator.')
})

test.each(['shipped', 'delivered'])(
  'an order, %s, that did not arrive and was paid back by its buyer’s bank keeps nobody from closing their account',
  async (status) => {
    await setStatus(status)
    await say(false)
    const dispute = await disputePayment(t, (await findPurchaseRow(t.deps.db, id))?.stripeChargeId ?? '')
    await decideDispute(t, dispute, 'lost')
    await t.deps.payments.local?.tick()
    await workEvents(t.deps)
    expect(await order()).toMatchObject({ status, refundedAmount: 4000, notArrivedAt: expect.any(String) })
    await on('2026-12-31')
    for (const { id: person } of [maker, buyer]) expect(await findOpenMatters(t.deps, person)).toEqual([])
    expect(await findPurchaseRow(t.deps.db, id)).toMatchObject({ transferredAmount: 0, heldBecause: null })
    expect(await sent()).toBe(0)
  },
)

test('an order that did not arrive and was paid back in part waits for an operator', async () => {
  await setStatus('shipped')
  await say(false)
  await refundOrder(t.deps, id, 1000)
  await on('2026-12-31')
  expect(await findOpenMatters(t.deps, maker.id)).toMatchObject([{ kind: 'order', id }])
  expect(await sent()).toBe(0)
})

test('a buyer who asks to cancel what was refunded in part keeps the rest of the order', async () => {
  await runOperatorCommand(t.deps, ['refund-order', String(id), '10', 'Late'])
  await t.call('POST', `/api/purchases/${id}/ask-cancel`, { as: buyer.as })
  expect(await order()).toMatchObject({ status: 'paid', refundedAmount: 1000 })
  await setStatus('cancelled')
  expect(await order()).toMatchObject({ status: 'cancelled', refundedAmount: 4000 })
})

test('operators read and refund orders by the page’s calls; nobody else does', async () => {
  for (const as of [buyer.as, maker.as]) {
    expect((await t.call('GET', `/api/operator/purchases/${id}`, { as })).status).toBe(403)
    const body = { amount: 100, note: 'Mine' }
    expect((await t.call('POST', `/api/operator/purchases/${id}/refund`, { as, body })).status).toBe(403)
  }
})

test('a refund of a screen that is old returns nothing', async () => {
  await refundOrder(t.deps, id, 1000, [], 0)
  await expect(refundOrder(t.deps, id, 1000, [], 0)).rejects.toMatchObject({ kind: 'price_changed' })
  await refundOrder(t.deps, id, 500, [], 1000)
  expect(await order()).toMatchObject({ refundedAmount: 1500 })
})

test('a late order that was sent, and is set back, is warned of anew and has its week', async () => {
  await on('2026-12-16')
  await setStatus('shipped')
  await on('2026-12-28')
  await setStatus('processing')
  await on('2026-12-28')
  expect(await order()).toMatchObject({ status: 'processing', refundedAmount: 0 })
  expect((await order()).history.at(-1)).toMatchObject({ actor: 'clock', status: 'processing', reason: 'late' })
  await on('2027-01-03')
  expect(await order()).toMatchObject({ status: 'processing', refundedAmount: 0 })
  await on('2027-01-04')
  expect(await order()).toMatchObject({ status: 'cancelled', refundedAmount: 4000 })
})

test.each([
  ['processing', 'cancelled'],
  ['delivered', 'delivered'],
])('an order that is %s and of which all is refunded by hand at the provider is %s', async (before, after) => {
  await setStatus(before)
  const charge = (await findPurchaseRow(t.deps.db, id))?.stripeChargeId ?? ''
  const back = async (amount: string) => {
    await askProvider(t, 'POST', '/v1/refunds', { charge, amount })
    await t.deps.payments.local?.tick()
    await workEvents(t.deps)
  }
  await back('1500')
  expect(await order()).toMatchObject({ status: before, refundedAmount: 1500 })
  await back('2500')
  expect(await order()).toMatchObject({ status: after, paymentState: 'refunded', refundedAmount: 4000 })
})
