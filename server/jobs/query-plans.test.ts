import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { endingSteps } from '../accounts/end-account'
import { build, type Statement, step, toStatement } from '../db/steps'
import { listings, paymentOps } from '../db/tables'
import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { sweepClaims } from '../rentals/damage-reports/damage-sweep'
import { revealDueReviews } from '../reviews/review-service'
import { reconcile } from '../settlement/reconcile'
import { eventStep, workEvents } from '../settlement/webhooks'
import { countWaiting } from '../site/count-waiting'
import { askProvider, switchOffWebhooks } from '../test-support/provider-kit'
import { recordReads } from '../test-support/record-reads'
import { approvedOffer, openPayoutAccount, openRental } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { replaceForeignPhotos } from '../uploads/replace-foreign-photos'

const DAY_MS = 86_400_000
let t: TestApp
beforeEach(async () => {
  t = await openTestApp()
})
afterEach(() => t.close())

/** What grows with what people do: looking through all of it, every minute, stops the server one day. */
const GROWING = new Set([
  'bookings',
  'booking_history',
  'made_to_order_purchases',
  'purchase_history',
  'payment_ops',
  'ledger_txs',
  'ledger_entries',
  'ledger_accounts',
  'damage_reports',
  'stripe_events',
  'provider_movements',
  'payment_disputes',
  'users',
  'reviews',
  'push_outbox',
  'mail_outbox',
  'sync_ops',
  'mark_presses',
  'post_marks',
  'handovers',
  'messages',
  'question_messages',
  'questions',
  'reports',
  'uploads',
  'listings',
  'made_to_order_items',
  'inspiration_posts',
])

const JOBS = {
  ...{ workEvents, sweepBookings, sweepClaims, sweepPurchases, reconcile, revealDueReviews, countWaiting },
  replaceForeignPhotos,
}

/** Steps of a plan that read a whole table, or a whole index that holds every row of one. */
async function scansOf({ sql, args }: Statement): Promise<string[]> {
  const [plan] = await t.deps.db.readBatch([{ sql: `EXPLAIN QUERY PLAN ${sql}`, args }])
  const [partial] = await t.deps.db.readBatch([
    { sql: `SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'`, args: [] },
  ])
  const small = new Set(partial?.rows.map(({ name }) => String(name)))
  return (plan?.rows ?? [])
    .map(({ detail }) => String(detail))
    .filter((detail) => {
      const [scan, name = '', index = ''] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
      const named = new RegExp(`(?:FROM|JOIN) "?(\\w+)"? (?:AS )?${name}\\b`, 'i').exec(sql)
      return scan !== undefined && GROWING.has(named?.[1] ?? name) && !small.has(index)
    })
}

for (const [name, job] of Object.entries(JOBS))
  test(`${name} finds its work by an index`, async () => {
    await beBusy()
    const reads = await recordReads(t, () => job(t.deps))
    expect(reads.length).toBeGreaterThan(0)
    const scans: string[] = []
    for (const read of reads) for (const scan of await scansOf(read)) scans.push(`${scan}: ${read.sql}`)
    expect(scans).toEqual([])
  })

test('what is over is not walked through: releases and payouts have indexes that hold nothing else', async () => {
  await beBusy()
  const reads = await recordReads(t, async () => {
    await sweepBookings(t.deps)
    await sweepPurchases(t.deps)
  })
  const plans: string[] = []
  for (const { sql, args } of reads) {
    const [plan] = await t.deps.db.readBatch([{ sql: `EXPLAIN QUERY PLAN ${sql}`, args }])
    plans.push(...(plan?.rows ?? []).map(({ detail }) => String(detail)))
  }
  for (const table of ['bookings', 'purchases'])
    for (const which of ['unreleased', 'unsent']) expect(plans.join('\n')).toContain(`${table}_${which}`)
  expect(plans.join('\n')).toContain('purchases_unpaid')
})

test('the end of an account finds the rows of its person by an index: every other write waits for it', async () => {
  const scans: string[] = []
  for (const ending of endingSteps(7, t.clock.now.toISOString()).map(toStatement))
    for (const scan of await scansOf(ending)) scans.push(`${scan}: ${ending.sql}`)
  expect(scans).toEqual([])
})

/** A rental with a photo of another host that was paid and is over, and what the provider has to tell of it: some of its payout was taken back by hand. */
async function beBusy(): Promise<void> {
  const rental = await openRental(t)
  const foreign = build.update(listings).set({ mainImage: 'https://10.0.0.1/plates.jpg' })
  await t.deps.db.write(() => [step(foreign)])
  await openPayoutAccount(t, rental.owner)
  await approvedOffer(t, rental, 'renter')
  t.clock.advance(1000)
  await t.deps.payments.local?.tick()
  await switchOffWebhooks(t)
  t.clock.advance(15 * DAY_MS)
  await sweepBookings(t.deps)
  const [payout] = await t.deps.db.read.select().from(paymentOps).where(eq(paymentOps.kind, 'transfer'))
  const objectId = payout?.providerId ?? ''
  await askProvider(t, 'POST', `/v1/transfers/${objectId}/reversals`, { amount: '100' })
  await t.deps.db.write(() => [eventStep({ id: 'evt_reversed', type: 'transfer.reversed', objectId }, t.clock.now)])
}
