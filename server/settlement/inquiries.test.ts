import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { step } from '../db/steps'
import { operatorActs } from '../db/tables'
import { auditLedger } from '../money/ledger/audit'
import { listMoneyTasks } from '../operator/operator-money'
import { acceptDamage, RENTAL_ENDS, reportDamage } from '../test-support/damage-kit'
import { listBalances } from '../test-support/list-balances'
import { placeOrder, postItem } from '../test-support/order-kit'
import { answerDispute, decideDispute, settleProvider } from '../test-support/provider-kit'
import { approvedOffer, openRental, type Rental, saveCard } from '../test-support/rental-kit'
import { signIn, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { keepTestPhoto } from '../test-support/test-photos'
import { convergeDispute, convergeOpenDisputes } from './disputes'
import { workEvents } from './webhooks'

const DAY_MS = 86_400_000
let t: TestApp
let rental: Rental
let id: number
beforeEach(async () => {
  t = await openTestApp({ PLATFORM_FEE_BPS: '1000' })
  rental = await openRental(t)
  rental.cards.renter = await saveCard(t, rental.renter, 'pm_card_createDisputeInquiry')
  id = await approvedOffer(t, rental, 'renter')
  await pass()
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

const booking = () => t.deps.db.read.query.bookings.findFirst({ where: (row, { eq }) => eq(row.id, id) })
const question = () => t.deps.db.read.query.paymentDisputes.findFirst()
const told = async () => (await t.deps.db.read.select().from(operatorActs)).map(({ act }) => act.split(' ').at(-1))
const cancel = () => t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as, body: {} })
async function pass(): Promise<void> {
  await settleProvider(t)
  await workEvents(t.deps)
  await convergeOpenDisputes(t.deps)
}

test('a bank that only asks about a payment holds nothing: its sale is cancelled and refunded, which ends the question', async () => {
  expect(await question()).toMatchObject({ state: 'asked', taken: 0, closedAt: null })
  expect(await booking()).toMatchObject({ disputeState: null, heldBecause: null })
  expect(await told()).toEqual(['asked'])
  expect(await listMoneyTasks(t.deps)).toEqual([expect.stringContaining(`asks about the payment`)])
  expect((await cancel()).status).toBe(200)
  await pass()
  expect(await booking()).toMatchObject({ status: 'cancelled', refundedAmount: 3750, disputeState: null })
  expect(await question()).toMatchObject({ state: 'answered', closedAt: expect.any(String) })
  expect(await told()).toEqual(['asked', 'answered'])
  expect(await listMoneyTasks(t.deps)).toEqual([])
})

test('a question that becomes a dispute holds the money from then on, and counts when it is lost', async () => {
  const dispute = (await question())?.id ?? ''
  await answerDispute(t, dispute, 'escalate_inquiry_evidence')
  await pass()
  expect(await booking()).toMatchObject({ disputeState: 'open', heldBecause: 'dispute' })
  expect((await cancel()).status).toBe(200)
  await pass()
  expect(await booking()).toMatchObject({ paymentState: 'refunding', disputeState: 'open' })
  await decideDispute(t, dispute, 'lost')
  await pass()
  expect(await booking()).toMatchObject({ disputeState: 'lost', refundedAmount: 3750, heldBecause: null })
  expect(Object.fromEntries(await listBalances(t.deps.db))).toMatchObject({ dispute_suspense: 0 })
})

test('a question that becomes a dispute is to be answered by the day of the dispute', async () => {
  const { id: dispute = '', answerBy: before } = (await question()) ?? {}
  expect((await listMoneyTasks(t.deps))[0]).toEndWith(`answer by ${before}`)
  t.clock.advance(3 * DAY_MS)
  await answerDispute(t, dispute, 'escalate_inquiry_evidence')
  await pass()
  const { answerBy } = await t.deps.payments.gateway.getDispute(dispute)
  expect(answerBy?.getTime()).toBe(Date.parse(before ?? '') + 3 * DAY_MS)
  expect(await listMoneyTasks(t.deps)).toEqual([expect.stringContaining(`answer by ${answerBy?.toISOString()}`)])
})

test('an answer of the provider that is older than the dispute lets go of nothing', async () => {
  const dispute = (await question())?.id ?? ''
  const { getDispute } = t.deps.payments.gateway
  const asked = await getDispute(dispute)
  t.clock.advance(DAY_MS)
  await answerDispute(t, dispute, 'escalate_inquiry_evidence')
  await pass()
  const { answerBy = null } = (await question()) ?? {}
  expect(answerBy).not.toBe(asked.answerBy?.toISOString() ?? null)
  t.deps.payments.gateway.getDispute = async () => asked
  expect(await convergeDispute(t.deps, dispute)).toBe(false)
  expect(await question()).toMatchObject({ state: 'open', taken: 3750, answerBy })
  expect(await booking()).toMatchObject({ disputeState: 'open', heldBecause: 'dispute' })
  t.deps.payments.gateway.getDispute = getDispute
})

test('what holds an order or a claim for another reason goes on holding it', async () => {
  await placeOrder(t, rental.renter, await postItem(t, rental.owner))
  t.clock.now = new Date(RENTAL_ENDS.getTime() + 60_000)
  for (const person of [rental.owner, rental.renter]) person.as = await signIn(t, person.username)
  await keepTestPhoto(t, rental.owner, 'chip')
  const ended = { ...rental, bookingId: id, operator: rental.rival }
  await acceptDamage(t, ended, await reportDamage(t, ended))
  await pass()
  await t.deps.db.write(async () => ({
    value: undefined,
    steps: ['made_to_order_purchases', 'damage_reports'].map((table) =>
      step(sql`UPDATE ${sql.identifier(table)} SET held_because = 'payout_account'`),
    ),
  }))
  await pass()
  const held = { heldBecause: 'payout_account' }
  expect(await t.deps.db.read.query.purchases.findFirst()).toMatchObject(held)
  expect(await t.deps.db.read.query.damageReports.findFirst()).toMatchObject(held)
})

test('the export of either side has a dispute, and no mere question', async () => {
  const disputes = async (side: 'owner' | 'renter') => {
    const headers = { origin: TEST_ORIGIN, cookie: rental[side].as, 'content-type': 'application/json' }
    const body = JSON.stringify({ password: TEST_PASSWORD })
    const response = await t.fetch(new Request(`${TEST_ORIGIN}/api/user/export`, { method: 'POST', headers, body }))
    const file = unzipSync(new Uint8Array(await response.arrayBuffer()))['data/payment_disputes.json']
    return JSON.parse(new TextDecoder().decode(file)).map(({ state }: { state: string }) => state)
  }
  expect([await disputes('renter'), await disputes('owner')]).toEqual([[], []])
  await answerDispute(t, (await question())?.id ?? '', 'escalate_inquiry_evidence')
  await pass()
  expect([await disputes('renter'), await disputes('owner')]).toEqual([['open'], ['open']])
})

test('a question that an earlier build has kept as a dispute lets go of its sale', async () => {
  await t.deps.db.write(async () => ({
    value: undefined,
    steps: [
      step(sql`UPDATE payment_disputes SET state = 'open'`),
      step(sql`UPDATE bookings SET dispute_state = 'open', held_because = 'dispute'`),
    ],
  }))
  await pass()
  expect(await question()).toMatchObject({ state: 'asked' })
  expect(await booking()).toMatchObject({ disputeState: null, heldBecause: null })
})
