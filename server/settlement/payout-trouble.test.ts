import { afterEach, beforeEach, expect, test } from 'bun:test'
import { auditLedger } from '../money/ledger/audit'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { askProvider, failPayout, switchOffWebhooks } from '../test-support/provider-kit'
import { approvedOffer, openPayoutAccount, openRental, payoutAccountOf, type Rental } from '../test-support/rental-kit'
import { signIn } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { reconcile } from './reconcile'
import { workEvents } from './webhooks'

const DAY_MS = 86_400_000
let t: TestApp
let rental: Rental
beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  await openPayoutAccount(t, rental.owner)
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

const account = () => payoutAccountOf(t, rental.owner)
const me = async () => {
  rental.owner.as = await signIn(t, rental.owner.username)
  return (await t.call('GET', '/api/user', { as: rental.owner.as })).body
}
const setAccount = async (state: string) => askProvider(t, 'POST', `/_local/accounts/${await account()}`, { state })
async function pass(): Promise<void> {
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
}
/** $37.50, sent on two days after the rental and spendable two days later. */
async function sentOn(): Promise<void> {
  await approvedOffer(t, rental, 'renter')
  t.clock.advance(Date.parse('2026-12-15T05:00:00.000Z') - t.clock.now.getTime())
  await sweepBookings(t.deps)
  await sweepBookings(t.deps)
  t.clock.advance(3 * DAY_MS)
  await pass()
}

test('a payout that the bank sends back is said to its owner until one has left again', async () => {
  await sentOn()
  expect((await me()).payoutTrouble).toBeUndefined()
  await failPayout(t, await account())
  await pass()
  expect((await me()).payoutTrouble).toMatchObject({
    isRestricted: false,
    failedPayout: { amount: 3750, code: 'account_closed' },
  })
  await askProvider(t, 'POST', '/v1/payouts', { amount: '3750', currency: 'usd' }, await account())
  t.clock.advance(3 * DAY_MS)
  await pass()
  expect((await me()).payoutTrouble).toBeUndefined()
})

test('it is noticed without webhooks as well, while money has just gone there', async () => {
  await switchOffWebhooks(t)
  await sentOn()
  await failPayout(t, await account())
  await reconcile(t.deps)
  expect((await me()).payoutTrouble).toMatchObject({ failedPayout: { amount: 3750 } })
})

test('an account that worked and is restricted says so; one that was never finished is only unfinished', async () => {
  await setAccount('restricted')
  await pass()
  expect(await me()).toMatchObject({ hasCompletedStripeOnboarding: false, payoutTrouble: { isRestricted: true } })
  await setAccount('active')
  await pass()
  const well = await me()
  expect([well.hasCompletedStripeOnboarding, well.payoutTrouble]).toEqual([true, undefined])

  const back = { successUrl: `${t.deps.env.origin}/settings`, cancelUrl: `${t.deps.env.origin}/settings` }
  const { body } = await t.call('POST', '/api/stripe/setup-seller', { as: rental.renter.as, body: back })
  await t.fetch(new Request(body.url))
  await t.fetch(new Request(body.url, { method: 'POST', body: new URLSearchParams({ action: 'leave' }) }))
  await pass()
  const theirs = (await t.call('GET', '/api/user', { as: rental.renter.as })).body
  expect([theirs.hasCompletedStripeOnboarding, theirs.payoutTrouble]).toEqual([false, undefined])
})
