import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { MoneyMoment } from '#schema/payment'
import { build, step } from '../db/steps'
import { damageReports } from '../db/tables'
import { auditLedger } from '../money/ledger/audit'
import { refundBooking } from '../rentals/bookings/booking-refunds'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { damageChargeSteps, openDamagePayment, runDamageCharge } from '../rentals/damage-reports/damage-payments'
import { findDamageOfBooking } from '../rentals/damage-reports/damage-queries'
import { listBalances } from '../test-support/list-balances'
import { askProvider } from '../test-support/provider-kit'
import {
  approvedOffer,
  confirmHold,
  openPayoutAccount,
  openRental,
  type Rental,
  saveCard,
} from '../test-support/rental-kit'
import { signIn } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'
import { workEvents } from './webhooks'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let t: TestApp
let rental: Rental
beforeEach(async () => {
  t = await openTestApp({ PLATFORM_FEE_BPS: '1000' })
  rental = await openRental(t)
  await openPayoutAccount(t, rental.owner)
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

/** Three days of one set: $37.50, of which the platform keeps $3.75. */
const paidBooking = (input = {}) => approvedOffer(t, rental, 'renter', input)
async function advanceTo(instant: string): Promise<void> {
  t.clock.advance(Date.parse(instant) - t.clock.now.getTime())
  await t.deps.payments.local?.tick()
  await sweepBookings(t.deps)
  // A fortnight ends every session.
  for (const person of [rental.owner, rental.renter]) person.as = await signIn(t, person.username)
}
const earnings = async (person = rental.owner) => (await t.call('GET', '/api/user/earnings', { as: person.as })).body
const lines = async () => (await t.call('GET', '/api/user/transactions', { as: rental.owner.as })).body
const balances = async () => Object.fromEntries(await listBalances(t.deps.db))

describe('a rental', () => {
  test('is pending when taken, available 48 hours after its end, and sent on once', async () => {
    await paidBooking()
    expect(await earnings()).toEqual({ available: 0, pending: 3375 })
    expect(await lines()).toMatchObject([
      { type: 'rental', totalAmount: 3375, fee: 375, status: 'pending', dueAt: '2026-12-15T04:59:59.999Z' },
    ])
    await advanceTo('2026-12-15T04:59:59.000Z')
    expect(await earnings()).toEqual({ available: 0, pending: 3375 })
    await advanceTo('2026-12-15T05:00:00.000Z')
    expect(await earnings()).toEqual({ available: 3375, pending: 0 })
    await sweepBookings(t.deps)
    expect(await lines()).toMatchObject([{ status: 'available', dueAt: null, heldBecause: null }])
    expect(await balances()).toMatchObject({ stripe_balance: 375, fee_revenue: -375 })
    expect(await earnings(rental.renter)).toEqual({ available: 0, pending: 0 })
    const [theirs] = (await t.call('GET', `/api/users/${rental.owner.id}/listings/bookings`, { as: rental.owner.as }))
      .body
    expect(theirs.money.map(({ what, amount }: MoneyMoment) => [what, amount])).toEqual([
      ['released', 3375],
      ['sent', 3375],
    ])
    const [own] = (await t.call('GET', `/api/users/${rental.renter.id}/bookings`, { as: rental.renter.as })).body
    expect(own.money).toEqual([])
  })

  test('cancelled for half leaves the owner half, to the cent', async () => {
    const id = await paidBooking()
    t.clock.advance(Date.parse('2026-12-07T17:00:00Z') - t.clock.now.getTime())
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.renter.as })
    expect(await earnings()).toEqual({ available: 0, pending: 1688 })
    expect((await lines()).map((line: { totalAmount: number }) => line.totalAmount)).toEqual([-1687, 3375])
    await advanceTo('2026-12-15T05:00:00.000Z')
    expect(await earnings()).toEqual({ available: 1688, pending: 0 })
    expect(await balances()).toMatchObject({ stripe_balance: 187, refund_payable: 0 })
  })

  test('cancelled by the owner leaves nothing, and nothing is ever sent', async () => {
    const id = await paidBooking()
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })
    await advanceTo('2026-12-20T05:00:00.000Z')
    expect(await earnings()).toEqual({ available: 0, pending: 0 })
    expect(await balances()).toMatchObject({ stripe_balance: 0, fee_deferred: 0 })
  })

  test('waits for a payout account, says so, and leaves when there is one', async () => {
    await paidBooking()
    await t.deps.db.write(() => [
      step(
        sql`UPDATE users SET stripe_account_id = NULL, has_completed_stripe_onboarding = 0 WHERE id = ${rental.owner.id}`,
      ),
    ])
    await advanceTo('2026-12-15T05:00:00.000Z')
    expect(await lines()).toMatchObject([{ status: 'available', heldBecause: 'payout_account' }])
    expect(await balances()).toMatchObject({ stripe_balance: 3750 })
    await openPayoutAccount(t, rental.owner)
    await sweepBookings(t.deps)
    expect(await lines()).toMatchObject([{ status: 'available', heldBecause: null }])
    expect(await balances()).toMatchObject({ stripe_balance: 375 })
  })

  test('refunds by an operator come out of what is pending, then of what was sent on, and are set off later', async () => {
    const id = await paidBooking()
    await refundBooking(t.deps, id, 1000)
    expect(await earnings()).toEqual({ available: 0, pending: 2475 })
    await advanceTo('2026-12-15T05:00:00.000Z')
    await refundBooking(t.deps, id, 1000)
    expect(await earnings()).toEqual({ available: 1575, pending: 0 })
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: 900 })
    expect(refundBooking(t.deps, id, 1751)).rejects.toThrow('not that much left')
    await paidBooking({ startDate: '2026-12-20', endDate: '2026-12-22' })
    await advanceTo('2026-12-25T06:00:00.000Z')
    expect(await earnings()).toEqual({ available: 1575 + 3375, pending: 0 })
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: 0, stripe_balance: 550 })
  })
})

describe('damage', () => {
  /** A claim of $20 on a booking that has just ended. */
  async function claim(card = rental.cards.renter): Promise<number> {
    rental.cards.renter = card
    const bookingId = await paidBooking()
    await advanceTo('2026-12-13T05:30:00.000Z')
    const at = t.clock.now.toISOString()
    const row = {
      bookingId,
      reporterId: rental.owner.id,
      description: 'Two plates are chipped.',
      images: [testPhoto('a')],
      repairEstimate: 2000,
      createdAt: at,
      statusChangedAt: at,
      responseDeadline: new Date(t.clock.now.getTime() + 3 * DAY_MS).toISOString(),
    }
    await t.deps.db.write(() => [step(build.insert(damageReports).values(row))])
    return bookingId
  }
  const report = async (bookingId: number) => {
    const found = await findDamageOfBooking(t.deps.db, bookingId)
    if (!found) throw new Error('There is no report')
    return found
  }
  async function approve(bookingId: number) {
    const open = await report(bookingId)
    await t.deps.db.write(() => [
      step(sql`UPDATE damage_reports SET status = 'resolved_approved' WHERE id = ${open.id}`),
      ...damageChargeSteps(open, 2000, t.clock.now),
    ])
    await runDamageCharge(t.deps, open)
  }

  test('an open claim keeps the rental’s money, and says so', async () => {
    await claim()
    await advanceTo('2026-12-16T05:00:00.000Z')
    expect(await earnings()).toEqual({ available: 0, pending: 3375 })
    expect(await lines()).toMatchObject([{ status: 'pending', heldBecause: 'claim' }])
  })

  test('an approved claim is charged once to the saved card and sent on', async () => {
    const id = await claim()
    await approve(id)
    await approve(id)
    expect(await report(id)).toMatchObject({ paymentState: 'charged', finalAmount: 2000 })
    expect(await earnings()).toEqual({ available: 2000, pending: 3375 })
    await advanceTo('2026-12-16T05:00:00.000Z')
    expect(await report(id)).toMatchObject({ transferredAt: t.clock.now.toISOString() })
    expect(await earnings()).toEqual({ available: 5375, pending: 0 })
    expect(await balances()).toMatchObject({ stripe_balance: 375 })
  })

  test('money paid for damage and refunded by hand is not sent on, or taken back', async () => {
    const id = await claim()
    await approve(id)
    const charge = (await report(id)).stripeChargeId ?? ''
    await askProvider(t, 'POST', '/v1/refunds', { charge, amount: '500' })
    await advanceTo('2026-12-16T05:00:00.000Z')
    await workEvents(t.deps)
    await sweepBookings(t.deps)
    await sweepBookings(t.deps)
    expect(await earnings()).toEqual({ available: 4875, pending: 0 })
    expect(await balances()).toMatchObject({ stripe_balance: 375, [`owner_payable:${rental.owner.id}`]: 0 })
    await askProvider(t, 'POST', '/v1/refunds', { charge, amount: '700' })
    await t.deps.payments.local?.tick()
    await workEvents(t.deps)
    await sweepBookings(t.deps)
    await sweepBookings(t.deps)
    expect(await earnings()).toEqual({ available: 4175, pending: 0 })
    expect(await balances()).toMatchObject({ [`owner_receivable:${rental.owner.id}`]: 0 })
    const [told] = (await t.call('GET', `/api/users/${rental.renter.id}/bookings`, { as: rental.renter.as })).body
    expect(told.refundedAmount).toBe(0)
    expect(told.money.map(({ what, amount }: MoneyMoment) => [what, amount])).toEqual([
      ['damage', 2000],
      ['damage_refunded', 500],
      ['damage_refunded', 700],
    ])
  })

  test('a bank that wants to see the renter: they pay in the page', async () => {
    const id = await claim(await saveCard(t, rental.renter, 'pm_card_authenticationRequired').catch(() => ''))
    expect(await report(id)).toMatchObject({ paymentState: 'none' })
    await approve(id)
    expect(await report(id)).toMatchObject({ paymentState: 'action_needed' })
    const renter = await t.deps.db.read.query.users.findFirst({
      where: (rows, { eq }) => eq(rows.id, rental.renter.id),
    })
    if (!renter) throw new Error('There is no renter')
    const { clientSecret } = await openDamagePayment(t.deps, renter, (await report(id)).id)
    const other = await saveCard(t, rental.renter)
    expect(await confirmHold(t, clientSecret, other)).toMatchObject({ status: 'succeeded' })
    await sweepBookings(t.deps)
    expect(await report(id)).toMatchObject({ paymentState: 'charged' })
    expect(openDamagePayment(t.deps, renter, (await report(id)).id)).rejects.toThrow('cannot be decided')
  })
})

describe('the books', () => {
  const attempt = (statement: string) => t.deps.db.write(() => [step(sql.raw(statement))])

  test('refuse what does not balance, and whatever would change what is written', async () => {
    await paidBooking()
    const open = `INSERT INTO ledger_txs (kind, dedupe, at, sealed) VALUES ('x', 'x', 'now', 0)`
    await attempt(open)
    expect(attempt(`UPDATE ledger_txs SET sealed = 1 WHERE dedupe = 'x'`)).rejects.toThrow('must balance')
    await attempt(
      `INSERT INTO ledger_entries (tx_id, n, account_id, amount) SELECT id, 0, 1, 5 FROM ledger_txs WHERE dedupe = 'x'`,
    )
    await attempt(
      `INSERT INTO ledger_entries (tx_id, n, account_id, amount) SELECT id, 1, 1, -4 FROM ledger_txs WHERE dedupe = 'x'`,
    )
    expect(attempt(`UPDATE ledger_txs SET sealed = 1 WHERE dedupe = 'x'`)).rejects.toThrow('must balance')
    expect(await auditLedger(t.deps.db)).toHaveLength(1)
    await attempt(
      `INSERT INTO ledger_entries (tx_id, n, account_id, amount) SELECT id, 2, 1, -1 FROM ledger_txs WHERE dedupe = 'x'`,
    )
    await attempt(`UPDATE ledger_txs SET sealed = 1 WHERE dedupe = 'x'`)
    for (const change of [
      `UPDATE ledger_entries SET amount = 1 WHERE n = 0`,
      `DELETE FROM ledger_entries`,
      `DELETE FROM ledger_txs`,
      `UPDATE ledger_txs SET sealed = 0 WHERE dedupe = 'x'`,
      `UPDATE ledger_txs SET at = 'later' WHERE dedupe = 'x'`,
      `INSERT INTO ledger_entries (tx_id, n, account_id, amount) SELECT id, 9, 1, 5 FROM ledger_txs WHERE dedupe = 'x'`,
    ])
      expect(attempt(change)).rejects.toThrow('ledger')
  })
})
