import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { MoneyMoment } from '#schema/payment'
import { drainCommands } from '../../money/drain-commands'
import { auditLedger } from '../../money/ledger/audit'
import { recoverDebts } from '../../money/recover-debts'
import { runOperatorCommand } from '../../operator/operator-commands'
import { compareBalance } from '../../settlement/compare-balance'
import { reconcile } from '../../settlement/reconcile'
import { workEvents } from '../../settlement/webhooks'
import { listBalances } from '../../test-support/list-balances'
import { placeOrder, postItem, setOrderStatus } from '../../test-support/order-kit'
import { askProvider, disputePayment, drainAccount, fundsOf } from '../../test-support/provider-kit'
import { armFault, openPayoutAccount, payoutAccountOf, saveCard } from '../../test-support/rental-kit'
import { signIn, signUp, signUpHost, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { until } from '../../test-support/until'
import { sweepPurchases } from './purchase-sweep'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * HOUR_MS
const TOTAL = 500_000
let t: TestApp
let maker: TestPerson
let buyer: TestPerson
let id: number

beforeEach(async () => {
  t = await openTestApp({}, { maxNetworkRetries: 0 })
  maker = await signUpHost(t, 'mira')
  buyer = await signUp(t, 'bea')
  await openPayoutAccount(t, maker)
  await saveCard(t, buyer)
  id = await placeOrder(t, buyer, await postItem(t, maker, { price: TOTAL }))
})
afterEach(async () => {
  await t.deps.payments.local?.tick()
  await drainCommands(t.deps)
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

const setStatus = (status: string) => setOrderStatus(t, maker, id, status)
const order = async () => t.deps.db.read.query.purchases.findFirst()
const account = () => payoutAccountOf(t, maker)
const balance = async (name: string) => (await listBalances(t.deps.db)).get(name) ?? 0
async function advance(ms: number): Promise<void> {
  t.clock.advance(ms)
  await t.deps.payments.local?.tick()
  await sweepPurchases(t.deps)
  for (const person of [maker, buyer]) person.as = await signIn(t, person.username)
}
async function paidOut(): Promise<void> {
  await setStatus('delivered')
  await advance(49 * HOUR_MS)
  expect(await order()).toMatchObject({ transferredAmount: TOTAL })
}
async function told(side: TestPerson): Promise<string[]> {
  const path =
    side === buyer ? `/api/users/${buyer.id}/purchases` : `/api/made-to-order/${(await order())?.itemId}/purchases`
  const [found] = (await t.call('GET', path, { as: side.as })).body
  return found.money.map(({ what }: MoneyMoment) => what)
}
const transferOf = async (purchaseId: number) =>
  (
    await t.deps.db.read.query.paymentOps.findFirst({
      where: (op, { and, eq }) => and(eq(op.kind, 'transfer'), eq(op.purchaseId, purchaseId)),
    })
  )?.providerId
/** Somebody takes money of an order's transfer back at the provider's own pages. */
async function takeBack(amount: number, purchaseId = id): Promise<void> {
  await askProvider(t, 'POST', `/v1/transfers/${await transferOf(purchaseId)}/reversals`, { amount: String(amount) })
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
}
const refunds = async () => (await askProvider(t, 'GET', '/v1/refunds?limit=10')).data.length

describe('a seller who cancels after the payout', () => {
  test('gives the transfer back first; then the buyer is refunded', async () => {
    await paidOut()
    const { reverse } = t.deps.payments.gateway
    t.deps.payments.gateway.reverse = async (...args) => {
      expect(await refunds()).toBe(0)
      return reverse(...args)
    }
    expect((await setStatus('cancelled')).status).toBe(200)
    await sweepPurchases(t.deps)
    await sweepPurchases(t.deps)
    expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refunded', refundedAmount: TOTAL })
    expect([await refunds(), await fundsOf(t, await account()), await balance(`owner_receivable:${maker.id}`)]).toEqual(
      [1, 0, 0],
    )
  })

  test('and has emptied the payout account: nothing leaves the platform until an operator has decided', async () => {
    await paidOut()
    await advance(3 * DAY_MS)
    await drainAccount(t, await account())
    expect((await setStatus('cancelled')).status).toBe(200)
    await sweepPurchases(t.deps)
    await advance(DAY_MS)
    expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refund_failed' })
    // No bank has sent a refund back, and neither side is told so.
    expect(await told(buyer)).toEqual([])
    expect(await told(maker)).toEqual(['released', 'sent'])
    expect(await refunds()).toBe(0)
    expect(await runOperatorCommand(t.deps, ['money'])).toContain(`purchase ${id}  $5,000.00`)
    await runOperatorCommand(t.deps, ['refund-anyway', 'purchase', String(id), 'The', 'buyer', 'comes', 'first'])
    await sweepPurchases(t.deps)
    expect(await order()).toMatchObject({ paymentState: 'refunded' })
    expect([await refunds(), await balance(`owner_receivable:${maker.id}`)]).toEqual([1, TOTAL])
  })

  test('and whose transfer was taken back by hand: the buyer is refunded at once', async () => {
    await paidOut()
    await takeBack(TOTAL)
    await setStatus('cancelled')
    await sweepPurchases(t.deps)
    await recoverDebts(t.deps)
    expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refunded' })
    const owed = [await balance(`owner_receivable:${maker.id}`), await balance(`owner_payable:${maker.id}`)]
    expect([await refunds(), ...owed]).toEqual([1, 0, 0])
  })

  test('and whose transfer was taken back by hand in part: the rest is taken back, and nothing of the next sale', async () => {
    await paidOut()
    await takeBack(40_000)
    await setStatus('cancelled')
    for (let turn = 0; turn < 3; turn++) {
      await sweepPurchases(t.deps)
      await recoverDebts(t.deps)
    }
    expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refunded' })
    const owed = [await balance(`owner_receivable:${maker.id}`), await balance(`owner_payable:${maker.id}`)]
    expect([await refunds(), await fundsOf(t, await account()), ...owed]).toEqual([1, 0, 0, 0])
  })

  test('and whose transfer was taken back by hand, and pays what they owed of another order: the buyer is refunded at once', async () => {
    const other = await placeOrder(t, buyer, await postItem(t, maker))
    await setOrderStatus(t, maker, other, 'cancelled')
    await paidOut()
    await reconcile(t.deps)
    const fee = await balance(`owner_receivable:${maker.id}`)
    expect(fee).toBe(146)
    await takeBack(TOTAL)
    await setStatus('cancelled')
    await sweepPurchases(t.deps)
    expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refunded' })
    expect(await balance(`owner_receivable:${maker.id}`)).toBe(fee + 14_530)
    expect(await balance(`owner_payable:${maker.id}`)).toBe(0)
  })

  test('and whose other transfer is taken back by hand meanwhile: the debt is paid once', async () => {
    const other = await placeOrder(t, buyer, await postItem(t, maker, { price: TOTAL }))
    await setOrderStatus(t, maker, other, 'delivered')
    await paidOut()
    const match = `POST /v1/transfers/${await transferOf(id)}/reversals`
    await armFault(t, { kind: 'error_before', match, times: 1 })
    await setStatus('cancelled')
    await takeBack(TOTAL, other)
    await advance(5 * MINUTE_MS)
    await drainCommands(t.deps)
    expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refunded' })
    expect(await balance(`owner_receivable:${maker.id}`)).toBe(0)
    expect(await balance(`owner_payable:${maker.id}`)).toBe(-TOTAL)
  })

  test('while some of the transfer is still being taken back is asked to wait; then the buyer gets the rest', async () => {
    await paidOut()
    await runOperatorCommand(t.deps, ['refund-order', String(id), '1000', 'Half', 'was', 'late'])
    await armFault(t, { kind: 'error_before', match: 'POST /v1/transfers/*/reversals', times: 1 })
    await recoverDebts(t.deps)
    await drainCommands(t.deps)
    expect((await setStatus('cancelled')).body.code).toBe('in_progress')
    expect(await order()).toMatchObject({ status: 'delivered', paymentState: 'refunded', refundedAmount: 100_000 })
    await advance(5 * MINUTE_MS)
    expect((await setStatus('cancelled')).status).toBe(200)
    await sweepPurchases(t.deps)
    await sweepPurchases(t.deps)
    expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refunded', refundedAmount: TOTAL })
    expect([await refunds(), await fundsOf(t, await account()), await balance(`owner_receivable:${maker.id}`)]).toEqual(
      [2, 0, 0],
    )
  })

  test('or was paid another way by an operator', async () => {
    await paidOut()
    await advance(3 * DAY_MS)
    await drainAccount(t, await account())
    await setStatus('cancelled')
    await sweepPurchases(t.deps)
    await runOperatorCommand(t.deps, ['refund-paid', 'purchase', String(id), 'By', 'bank', 'transfer'])
    expect(await order()).toMatchObject({ paymentState: 'refunded' })
    expect(await refunds()).toBe(0)
  })

  test('can do so for 7 days after it was delivered, however it was set since', async () => {
    await paidOut()
    await setStatus('processing')
    await advance(7 * DAY_MS - 50 * HOUR_MS)
    await setStatus('delivered')
    await advance(2 * HOUR_MS)
    expect((await setStatus('cancelled')).body.code).toBe('cancel_too_late')
    expect(await order()).toMatchObject({ status: 'delivered', paymentState: 'captured' })
  })
})

test('a seller cannot cancel while the buyer’s bank is deciding', async () => {
  await disputePayment(t, (await order())?.stripeChargeId ?? '')
  await t.deps.payments.local?.tick()
  await sweepPurchases(t.deps)
  await until(async () => (await order())?.disputeState === 'open')
  expect((await setStatus('cancelled')).body.code).toBe('disputed')
  expect(await order()).toMatchObject({ status: 'paid', paymentState: 'captured', refundedAmount: 0 })
})

describe('an operator', () => {
  test('refunds an order in part: the seller gets what is left of it', async () => {
    await runOperatorCommand(t.deps, ['refund-order', String(id), '1000', 'Half', 'was', 'late'])
    expect(await order()).toMatchObject({ status: 'paid', paymentState: 'refunded', refundedAmount: 100_000 })
    await setStatus('delivered')
    await advance(49 * HOUR_MS)
    expect(await order()).toMatchObject({ transferredAmount: TOTAL - 100_000 })
    expect(await fundsOf(t, await account())).toBe(TOTAL - 100_000)
  })

  test('refunds all that is left: the order ends', async () => {
    await runOperatorCommand(t.deps, ['refund-order', String(id), '1000', 'First'])
    await runOperatorCommand(t.deps, ['refund-order', String(id), '4000', 'Then', 'the', 'rest'])
    expect(await order()).toMatchObject({ status: 'cancelled', paymentState: 'refunded', refundedAmount: TOTAL })
    expect((await setStatus('shipped')).body.code).toBe('purchase_over')
    await expect(runOperatorCommand(t.deps, ['refund-order', String(id), '1', 'More'])).rejects.toThrow(
      'not that much left',
    )
  })
})
