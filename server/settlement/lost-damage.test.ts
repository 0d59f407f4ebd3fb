import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#schema/earnings'
import { findOpenMatters } from '../accounts/open-matters'
import { updateStep } from '../db/steps'
import { bookings, damageReports, users } from '../db/tables'
import { auditLedger } from '../money/ledger/audit'
import { disputeMovedLedger } from '../money/ledger/correction-ledger'
import { findMoments } from '../money/ledger/money-moments'
import { findSale } from '../money/sales'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { acceptDamage, type EndedRental, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { listBalances } from '../test-support/list-balances'
import {
  askProvider,
  decideDispute,
  disputePayment,
  settleProvider,
  switchOffWebhooks,
} from '../test-support/provider-kit'
import { openPayoutAccount } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { convergeDispute } from './disputes'
import { reconcile } from './reconcile'

const DAY_MS = 86_400_000
let t: TestApp
let rental: EndedRental

async function chargeDamage(card?: string): Promise<void> {
  t = await openTestApp()
  rental = await openEndedRental(t, card)
  await openPayoutAccount(t, rental.owner)
  await acceptDamage(t, rental, await reportDamage(t, rental))
}
beforeEach(() => chargeDamage())
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  await t.close()
})
const get = async (side: 'renter' | 'owner', path: string) => (await t.call('GET', path, { as: rental[side].as })).body
const sayings = async () => ({
  booking: (await get('renter', `/api/users/${rental.renter.id}/bookings`))[0].disputeState,
  claims: [await claimOf('renter'), await claimOf('owner')].map(({ disputeState }) => disputeState),
  lines: (await get('owner', '/api/user/transactions')).map(
    ({ type, heldBecause }: Transaction) => `${type} ${heldBecause}`,
  ),
})
const claimOf = async (side: 'renter' | 'owner') => (await get(side, '/api/damage-reports'))[rental.bookingId]
const chargeId = async () => (await t.deps.db.read.query.damageReports.findFirst())?.stripeChargeId ?? ''
const refundByHand = async (cents: number) =>
  askProvider(t, 'POST', '/v1/refunds', { charge: await chargeId(), amount: String(cents) })
async function loseDispute(): Promise<void> {
  const dispute = await disputePayment(t, await chargeId())
  await settleProvider(t)
  await decideDispute(t, dispute, 'lost')
}
const balances = async () => Object.fromEntries(await listBalances(t.deps.db))
const commands = async (kind: string) =>
  (await t.deps.db.read.query.paymentOps.findMany()).filter((command) => command.kind === kind)
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    t.clock.advance(DAY_MS)
    await settleProvider(t)
    await sweepBookings(t.deps)
    await reconcile(t.deps)
  }
}

test.each([
  ['that the payer’s bank takes back for good', ['damage_asked_back', 'damage_kept_by_bank'], () => loseDispute()],
  ['that is refunded by hand', ['damage_refunded'], () => refundByHand(2000)],
] as const)(
  'money for damage %s before it was sent on keeps nobody from closing their account',
  async (_, told, lose) => {
    await lose()
    await pass(1)
    expect(await findOpenMatters(t.deps, rental.owner.id)).toMatchObject([{ kind: 'money' }])
    await pass(2)
    expect(await findOpenMatters(t.deps, rental.owner.id)).toEqual([])
    const moments = (await findMoments(t.deps.db, 'booking_id', [rental.bookingId])).get(rental.bookingId) ?? []
    const ofTheRental = ['released', 'sent']
    expect(moments.filter(({ what }) => !ofTheRental.includes(what))).toMatchObject(
      ['damage', ...told].map((what) => ({ what, amount: 2000 })),
    )
  },
)

test('money for damage of which a part was refunded by hand, the rest is sent on before its owner can close their account', async () => {
  await refundByHand(500)
  await pass(3)
  expect(await findOpenMatters(t.deps, rental.owner.id)).toEqual([])
  expect(await commands('damage_transfer')).toMatchObject([{ state: 'done', amount: 1500 }])
})

describe('money for damage that goes back by hand and through the payer’s bank', () => {
  const expectBorneOnce = async (platformLoss: number) => {
    const { owner } = rental
    const now = await balances()
    expect(now).toMatchObject({ platform_loss: platformLoss, [`owner_payable:${owner.id}`]: 0 })
    expect(now[`owner_receivable:${owner.id}`] ?? 0).toBe(0)
    expect(await findOpenMatters(t.deps, owner.id)).toEqual([])
  }

  test.each([2000, 500])('is taken back from its owner once, when %d cents went back by hand', async (byHand) => {
    await pass(3)
    await refundByHand(byHand)
    await pass(1)
    await loseDispute()
    await pass(2)
    const takenBack = (await commands('reversal')).reduce((sum, { amount }) => sum + amount, 0)
    expect(takenBack).toBe(2000)
    await expectBorneOnce(byHand)
  })

  test.each([2000, 500])('is never sent, when %d cents went back by hand before it was', async (byHand) => {
    t.deps.env.newSellerHoldDays = 1
    await refundByHand(byHand)
    await pass(1)
    await loseDispute()
    await pass(4)
    expect(await commands('damage_transfer')).toEqual([])
    await expectBorneOnce(byHand)
  })

  test('is taken back once when the refund is known after the bank’s decision', async () => {
    await pass(3)
    await switchOffWebhooks(t)
    await refundByHand(2000)
    const dispute = await disputePayment(t, await chargeId())
    await decideDispute(t, dispute, 'lost')
    expect(await convergeDispute(t.deps, dispute)).toBe(true)
    await pass(2)
    expect(await commands('reversal')).toMatchObject([{ amount: 2000 }])
    await expectBorneOnce(2000)
  })

  test.each([
    ['after', 3],
    ['before', 0],
  ])('is lost to the platform no more once the refund comes back (made %s the money was sent on)', async (_, days) => {
    await t.close()
    await chargeDamage('pm_card_refundFail')
    if (days === 0) t.deps.env.newSellerHoldDays = 1
    await pass(days)
    await refundByHand(2000)
    await settleProvider(t)
    await loseDispute()
    await settleProvider(t)
    expect(await balances()).toMatchObject({ platform_loss: 2000 })
    await pass(4)
    expect((await commands('reversal')).map(({ amount }) => amount)).toEqual(days === 0 ? [] : [2000])
    await expectBorneOnce(0)
  })

  test('is borne once when a dispute that was won is opened again, lost, and given back', async () => {
    await pass(3)
    await refundByHand(500)
    await pass(1)
    const dispute = await disputePayment(t, await chargeId())
    await decideDispute(t, dispute, 'won')
    await pass(1)
    expect((await balances()).platform_loss ?? 0).toBe(0)
    const { getDispute } = t.deps.payments.gateway
    const { movements, ...won } = await getDispute(dispute)
    const tell = async (state: 'open' | 'lost' | 'won', ...moved: number[]) => {
      const more = moved.map((amount, nth) => ({ id: `txn_${nth}`, amount, fee: 0 }))
      t.deps.payments.gateway.getDispute = async () => ({ ...won, state, movements: [...movements, ...more] })
      expect(await convergeDispute(t.deps, dispute)).toBe(true)
    }
    await tell('open', -2000)
    await tell('lost', -2000)
    expect((await balances()).platform_loss).toBe(500)
    await tell('won', -2000, 2000)
    expect((await balances()).platform_loss).toBe(-1500)
    t.deps.payments.gateway.getDispute = getDispute
    await pass(2)
    expect((await commands('reversal')).map(({ amount }) => amount)).toEqual([500, 1500])
  })
})

describe('a refund of damage by hand that the bank sends back', () => {
  beforeEach(async () => {
    await t.close()
    await chargeDamage('pm_card_refundFail')
  })
  const notes = async () =>
    (await t.deps.db.read.query.operatorActs.findMany()).flatMap(({ act, note }) =>
      act.includes('for damage failed') ? [note] : [],
    )

  test('is sent on by itself once, and no operator is asked to, when nothing was sent before', async () => {
    await t.deps.db.write(() => [updateStep(users, { stripeAccountId: null }, eq(users.id, rental.owner.id))])
    await refundByHand(2000)
    await settleProvider(t)
    await pass(2)
    expect(await notes()).toEqual([expect.stringContaining('sent on by itself')])
    expect(await commands('damage_transfer')).toEqual([])
    await openPayoutAccount(t, rental.owner)
    await pass(2)
    expect(await commands('damage_transfer')).toMatchObject([{ amount: 2000, state: 'done' }])
  })

  test('waits for an operator when it had been sent on', async () => {
    await pass(3)
    await refundByHand(2000)
    await settleProvider(t)
    await pass(3)
    expect(await notes()).toEqual([expect.stringContaining('please send $20.00 on by hand')])
    expect(await commands('damage_transfer')).toMatchObject([{ amount: 2000 }])
  })

  test('is nobody’s to send on when the payer’s bank had returned it as well', async () => {
    await pass(3)
    await refundByHand(2000)
    await settleProvider(t)
    await loseDispute()
    await pass(3)
    expect(await notes()).toEqual([expect.stringContaining('The platform had lost it')])
  })
})

test('money for damage that the payer’s bank gives back is told with the claim', async () => {
  await decideDispute(t, await disputePayment(t, await chargeId()), 'won')
  await pass(1)
  const moments = (await findMoments(t.deps.db, 'booking_id', [rental.bookingId])).get(rental.bookingId) ?? []
  expect(moments.map(({ what }) => what)).toEqual(['damage', 'damage_asked_back', 'damage_given_back'])
})

test('a dispute about money for damage that an earlier build began in the books is told with the claim', async () => {
  const dispute = await disputePayment(t, await chargeId())
  const { movements } = await t.deps.payments.gateway.getDispute(dispute)
  const sale = await findSale(t.deps.db, { bookingId: rental.bookingId })
  if (!sale) throw new Error('There is no sale')
  await t.deps.db.write(() =>
    disputeMovedLedger(sale, { movements }, { isDamage: false, wasLost: false }, t.deps.now()),
  )
  await settleProvider(t)
  await decideDispute(t, dispute, 'won')
  await pass(1)
  const moments = (await findMoments(t.deps.db, 'booking_id', [rental.bookingId])).get(rental.bookingId) ?? []
  expect(moments.map(({ what }) => what)).toEqual(['damage', 'damage_asked_back', 'damage_given_back'])
})

test('money for damage that a new seller’s days held is not said to wait once all of it was refunded by hand', async () => {
  t.deps.env.newSellerHoldDays = 7
  await pass(1)
  expect(await sayings()).toMatchObject({ lines: ['damage new_seller', 'rental null'] })
  await refundByHand(2000)
  await pass(1)
  expect((await sayings()).lines).toEqual(['refund null', 'damage null', 'rental new_seller'])
})

test('a dispute about money for damage says nothing of the rental, whose money has been sent on', async () => {
  await pass(3)
  expect(await sayings()).toMatchObject({ claims: [undefined, undefined], lines: ['damage null', 'rental null'] })
  const dispute = await disputePayment(t, await chargeId())
  await pass(1)
  expect(await sayings()).toEqual({
    booking: undefined,
    claims: ['open', 'open'],
    lines: ['damage dispute', 'rental null'],
  })
  await decideDispute(t, dispute, 'lost')
  await pass(1)
  expect(await sayings()).toEqual({
    booking: undefined,
    claims: ['lost', 'lost'],
    lines: ['damage null', 'damage null', 'rental null'],
  })
})

test('what an earlier build said with the booking of such a dispute is said with the claim', async () => {
  await pass(3)
  await disputePayment(t, await chargeId())
  await pass(1)
  const now = await sayings()
  await t.deps.db.write(() => [
    updateStep(bookings, { disputeState: 'open', heldBecause: 'dispute' }, eq(bookings.id, rental.bookingId)),
    updateStep(damageReports, { heldBecause: null }, eq(damageReports.bookingId, rental.bookingId)),
  ])
  expect(await sayings()).not.toEqual(now)
  const migration = readFileSync(
    join(import.meta.dir, '../db/migrations/0040_damage_disputes_are_the_claims.sql'),
    'utf8',
  )
  await t.deps.db.batch(migration.split('--> statement-breakpoint').map((statement) => ({ sql: statement, args: [] })))
  expect(await sayings()).toEqual(now)
})

test('what a server of an earlier build says with the booking of such a dispute goes with the next look at it', async () => {
  await pass(3)
  const dispute = await disputePayment(t, await chargeId())
  await pass(1)
  await t.deps.db.write(() => [
    updateStep(bookings, { disputeState: 'open', heldBecause: 'dispute' }, eq(bookings.id, rental.bookingId)),
  ])
  await decideDispute(t, dispute, 'won')
  await pass(1)
  expect(await sayings()).toEqual({
    booking: undefined,
    claims: ['won', 'won'],
    lines: ['damage null', 'rental null'],
  })
})

test('while a bank decides about money for damage nothing is sent on; the rental waits for the claim', async () => {
  const dispute = await disputePayment(t, await chargeId())
  await pass(3)
  expect(await sayings()).toEqual({
    booking: undefined,
    claims: ['open', 'open'],
    lines: ['damage dispute', 'rental claim'],
  })
  const sent = () => t.deps.db.read.query.paymentOps.findMany({ where: (row, { like }) => like(row.kind, '%transfer') })
  expect(await sent()).toEqual([])
  await decideDispute(t, dispute, 'won')
  await pass(2)
  expect(await sayings()).toEqual({
    booking: undefined,
    claims: ['won', 'won'],
    lines: ['damage null', 'rental null'],
  })
  expect((await sent()).map(({ kind }) => kind).toSorted()).toEqual(['damage_transfer', 'transfer'])
})

test('a dispute about the rental says nothing of the claim', async () => {
  await disputePayment(t, (await t.deps.db.read.query.bookings.findFirst())?.stripeChargeId ?? '')
  await pass(3)
  expect(await sayings()).toMatchObject({ booking: 'open', claims: [undefined, undefined] })
})
