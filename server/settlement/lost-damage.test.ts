import { afterEach, beforeEach, expect, test } from 'bun:test'
import { findOpenMatters } from '../accounts/open-matters'
import { auditLedger } from '../money/ledger/audit'
import { findMoments } from '../money/ledger/money-moments'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { acceptDamage, type EndedRental, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { askProvider, decideDispute, disputePayment, settleProvider } from '../test-support/provider-kit'
import { openPayoutAccount } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { compareBalance } from './compare-balance'
import { reconcile } from './reconcile'

const DAY_MS = 86_400_000
let t: TestApp
let rental: EndedRental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
  await openPayoutAccount(t, rental.owner)
  await acceptDamage(t, rental, await reportDamage(t, rental))
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  await t.close()
})
const chargeId = async () => (await t.deps.db.read.query.damageReports.findFirst())?.stripeChargeId ?? ''
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    t.clock.advance(DAY_MS)
    await settleProvider(t)
    await sweepBookings(t.deps)
    await reconcile(t.deps)
  }
}

test.each([
  [
    'that the payer’s bank takes back for good',
    'damage_kept_by_bank',
    async () => {
      const dispute = await disputePayment(t, await chargeId())
      await settleProvider(t)
      await decideDispute(t, dispute, 'lost')
    },
  ],
  [
    'that is refunded by hand',
    'damage_refunded',
    async () => {
      await askProvider(t, 'POST', '/v1/refunds', { charge: await chargeId(), amount: '2000' })
    },
  ],
] as const)(
  'money for damage %s before it was sent on keeps nobody from closing their account',
  async (_, told, lose) => {
    await lose()
    await pass(1)
    expect(await findOpenMatters(t.deps, rental.owner.id)).toMatchObject([{ kind: 'money' }])
    await pass(2)
    expect(await findOpenMatters(t.deps, rental.owner.id)).toEqual([])
    const moments = (await findMoments(t.deps.db, 'booking_id', [rental.bookingId])).get(rental.bookingId) ?? []
    expect(moments.filter(({ what }) => what === told)).toMatchObject([{ amount: 2000 }])
    expect(moments.filter(({ what }) => what === 'refunded' || what === 'kept_by_bank')).toEqual([])
  },
)

test('money for damage of which a part was refunded by hand, the rest is sent on before its owner can close their account', async () => {
  await askProvider(t, 'POST', '/v1/refunds', { charge: await chargeId(), amount: '500' })
  await pass(3)
  expect(await findOpenMatters(t.deps, rental.owner.id)).toEqual([])
  const sent = await t.deps.db.read.query.paymentOps.findMany({
    where: (rows, { eq }) => eq(rows.kind, 'damage_transfer'),
  })
  expect(sent).toMatchObject([{ state: 'done', amount: 1500 }])
})
