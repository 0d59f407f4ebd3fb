import { afterEach, beforeEach, expect, test } from 'bun:test'
import { operatorActs } from '../db/tables'
import type { Dispute } from '../money/gateway'
import { auditLedger } from '../money/ledger/audit'
import { listMoneyTasks } from '../operator/operator-money'
import { listBalances } from '../test-support/list-balances'
import { decideDispute, disputePayment } from '../test-support/provider-kit'
import { holdOffer, openRental, type Rental } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { convergeDispute } from './disputes'
import { workEvents } from './webhooks'

let t: TestApp
let rental: Rental
let id: number
let dispute: string
beforeEach(async () => {
  t = await openTestApp({ PLATFORM_FEE_BPS: '1000' })
  rental = await openRental(t)
  id = await holdOffer(t, rental, 'renter')
  await t.call('POST', `/api/bookings/${id}/status`, { as: rental.owner.as, body: { status: 'approved' } })
  dispute = await disputePayment(t, (await booking())?.stripeChargeId ?? '')
  await pass()
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

const booking = () => t.deps.db.read.query.bookings.findFirst({ where: (row, { eq }) => eq(row.id, id) })
const balances = async () => Object.fromEntries(await listBalances(t.deps.db))
async function pass(): Promise<void> {
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
}

/** The built-in provider never changes a decision: from now on it tells of the dispute in another way. */
async function tell(changes: Partial<Dispute>, moved: number): Promise<void> {
  const { gateway } = t.deps.payments
  const before = await gateway.getDispute(dispute)
  const movements = [...before.movements, { id: `txn_${moved}`, amount: moved, fee: 0 }]
  gateway.getDispute = async () => ({ ...before, ...changes, movements })
  expect(await convergeDispute(t.deps, dispute)).toBe(true)
  expect(await convergeDispute(t.deps, dispute)).toBe(true)
}

test('money that a bank gives back after it had decided for its customer is booked once, and an operator is told', async () => {
  await decideDispute(t, dispute, 'lost')
  await pass()
  const lost = await balances()
  await tell({ state: 'won' }, 3750)
  const now = await balances()
  expect(now.stripe_balance).toBe((lost.stripe_balance ?? 0) + 3750)
  expect(now).toMatchObject({ dispute_suspense: 0, platform_loss: -3750 })
  expect(await booking()).toMatchObject({ disputeState: 'lost', refundedAmount: 3750 })
  const told = (await t.deps.db.read.select().from(operatorActs)).filter(
    ({ act }) => act === `dispute ${dispute} moved`,
  )
  expect(told).toMatchObject([{ subject: `booking ${id}`, note: expect.stringContaining('$37.50 came back') }])
})

test('a dispute that was won and is opened again holds the money, and counts when it is lost', async () => {
  await decideDispute(t, dispute, 'won')
  await pass()
  expect(await booking()).toMatchObject({ disputeState: 'won', heldBecause: null })
  await tell({ state: 'open', reason: 'general', answerBy: new Date('2027-02-01T00:00:00.000Z') }, -3750)
  expect(await booking()).toMatchObject({ disputeState: 'open', heldBecause: 'dispute' })
  expect(await listMoneyTasks(t.deps)).toEqual([expect.stringContaining('general  answer by 2027-02-01T00:00:00.000Z')])
  expect(await balances()).toMatchObject({ dispute_suspense: 3750 })
  const { gateway } = t.deps.payments
  const open = await gateway.getDispute(dispute)
  gateway.getDispute = async () => ({ ...open, state: 'lost' })
  await convergeDispute(t.deps, dispute)
  expect(await booking()).toMatchObject({ disputeState: 'lost', refundedAmount: 3750 })
  expect(await balances()).toMatchObject({ dispute_suspense: 0 })
})
