import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type Stripe from 'stripe'
import type { Bench } from '../test-support/provider-bench'
import { openBench, refusal } from '../test-support/provider-bench'

const DAY_SECONDS = 86_400
let bench: Bench
let stripe: Stripe

beforeEach(async () => {
  bench = await openBench()
  stripe = bench.stripe
})
afterEach(() => bench.close())

async function paid(amount = 10_000, card = 'pm_card_visa') {
  return stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: card,
    allowed_payment_method_types: ['card'],
    capture_method: 'automatic',
    confirm: true,
    transfer_group: 'booking_7',
  })
}

async function chargeOf({ id }: Stripe.PaymentIntent, expand = ['latest_charge']) {
  return (await stripe.paymentIntents.retrieve(id, { expand })).latest_charge as Stripe.Charge
}

async function newOwner(ready = true) {
  const account = await stripe.accounts.create({
    country: 'US',
    email: 'owner@example.com',
    controller: {
      stripe_dashboard: { type: 'express' },
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
    },
    capabilities: { transfers: { requested: true } },
    metadata: { user_id: '2' },
  })
  if (ready) {
    await bench.form(`/_local/accounts/${account.id}`, { state: 'active' }, { authorization: 'Bearer sk_test_local' })
  }
  return account.id
}

const funds = async (stripeAccount?: string) => {
  const balance = await stripe.balance.retrieve({}, stripeAccount ? { stripeAccount } : {})
  return { available: balance.available[0]?.amount, pending: balance.pending[0]?.amount }
}

describe('refunds', () => {
  test('in parts up to the whole, and not a cent more', async () => {
    const intent = await paid()
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 4000, metadata: { n: '1' } })
    expect([part.status, part.amount]).toEqual(['succeeded', 4000])
    const half = await chargeOf(intent)
    expect([half.amount_refunded, half.refunded]).toEqual([4000, false])

    const over = await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 6001 }))
    expect([over.statusCode, over.param, over.code]).toEqual([400, 'amount', undefined])
    expect(over.message).toBe('Refund amount ($60.01) is greater than unrefunded amount on charge ($60.00)')

    await stripe.refunds.create({ charge: half.id })
    expect((await chargeOf(intent)).refunded).toBe(true)
    const again = await refusal(stripe.refunds.create({ charge: half.id }))
    expect([again.code, again.message]).toEqual([
      'charge_already_refunded',
      `Charge ${half.id} has already been refunded.`,
    ])
    const shown = await chargeOf(intent, ['latest_charge.refunds'])
    expect(shown.refunds?.data.map((refund) => refund.amount)).toEqual([6000, 4000])
    const listed = await stripe.refunds.list({ payment_intent: intent.id })
    expect(listed.data).toHaveLength(2)
  })

  test('need money that was taken', async () => {
    const hold = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', payment_method: 'pm_card_visa' })
    const error = await refusal(stripe.refunds.create({ payment_intent: hold.id }))
    expect(error.code).toBe('payment_intent_unexpected_state')
    expect((await refusal(stripe.refunds.create({}))).code).toBe('parameter_missing')
  })

  test('may fail a day later, and the money is back with the platform', async () => {
    const intent = await paid(10_000, 'pm_card_refundFail')
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect([refund.status, (await chargeOf(intent)).refunded]).toEqual(['succeeded', true])
    const before = await funds()
    await bench.advance(DAY_SECONDS)
    const failed = await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] })
    expect([failed.status, failed.failure_reason]).toEqual(['failed', 'expired_or_canceled_card'])
    expect((await chargeOf(intent)).amount_refunded).toBe(0)
    const after = await funds()
    const total = ({ available = 0, pending = 0 }) => available + pending
    expect(total(after) - total(before)).toBe(10_000)
    const types = (await stripe.events.list({ types: ['refund.failed'] })).data
    expect(types).toHaveLength(1)
  })

  test('may be pending for a day', async () => {
    const intent = await paid(10_000, 'pm_card_pendingRefund')
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('pending')
    await bench.advance(DAY_SECONDS)
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
  })
})

describe('transfers', () => {
  const transfer = (destination: string, amount: number, source?: string) =>
    stripe.transfers.create({
      amount,
      currency: 'usd',
      destination,
      transfer_group: 'booking_7',
      metadata: { booking_id: '7' },
      ...(source ? { source_transaction: source } : {}),
    })

  test('from a charge move money at once and let it be spent when the charge settles', async () => {
    const owner = await newOwner()
    const charge = await chargeOf(await paid())
    const sent = await transfer(owner, 9000, charge.id)
    expect([sent.source_transaction, sent.transfer_group]).toEqual([charge.id, 'booking_7'])
    expect(await funds(owner)).toEqual({ available: 0, pending: 9000 })
    await bench.advance(2 * DAY_SECONDS)
    expect(await funds(owner)).toEqual({ available: 9000, pending: 0 })
    expect(await funds()).toEqual({ available: 10_000 - 320 - 9000, pending: 0 })

    const [payment] = (await stripe.charges.list({}, { stripeAccount: owner })).data
    expect([payment?.id as unknown, payment?.source_transfer]).toEqual([sent.destination_payment, sent.id])
    const rows = await stripe.balanceTransactions.list({}, { stripeAccount: owner })
    expect(rows.data.map(({ type, net, status }) => [type, net, status])).toEqual([['payment', 9000, 'available']])
  })

  test('from one charge never exceed it', async () => {
    const owner = await newOwner()
    const charge = await chargeOf(await paid())
    await transfer(owner, 9000, charge.id)
    const over = await refusal(transfer(owner, 1001, charge.id))
    expect(over.message).toContain('must not exceed the source amount of $100.00')
    expect((await transfer(owner, 1000, charge.id)).amount).toBe(1000)
    expect((await stripe.transfers.list({ transfer_group: 'booking_7' })).data).toHaveLength(2)
  })

  test('need an account that is ready', async () => {
    const charge = await chargeOf(await paid())
    const early = await refusal(transfer(await newOwner(false), 100, charge.id))
    expect(early.message).toStartWith('Your destination account needs to have at least one of the following')
    const nobody = await refusal(transfer('acct_nobody', 100, charge.id))
    expect([nobody.code, nobody.message]).toEqual(['resource_missing', "No such destination: 'acct_nobody'"])
  })

  test('without a charge need money that is available', async () => {
    const owner = await newOwner()
    await paid()
    const short = await refusal(transfer(owner, 5000))
    expect(short.code).toBe('balance_insufficient')
    await paid(10_000, 'pm_card_bypassPending')
    expect((await transfer(owner, 5000)).source_transaction).toBeNull()
    expect(await funds(owner)).toEqual({ available: 5000, pending: 0 })
  })

  test('are reversed in parts, while the owner still has the money', async () => {
    const owner = await newOwner()
    await paid(10_000, 'pm_card_bypassPending')
    const sent = await transfer(owner, 5000)
    const part = await stripe.transfers.createReversal(sent.id, { amount: 2000 })
    expect([part.amount, part.transfer]).toEqual([2000, sent.id])
    const over = await refusal(stripe.transfers.createReversal(sent.id, { amount: 3001 }))
    expect(over.message).toBe('Reversal amount ($30.01) is greater than unreversed amount on transfer ($30.00)')
    await stripe.payouts.create({ amount: 3000, currency: 'usd' }, { stripeAccount: owner })
    const drained = await refusal(stripe.transfers.createReversal(sent.id))
    expect(drained.code).toBe('balance_insufficient')
    const now = await stripe.transfers.retrieve(sent.id)
    expect([now.amount_reversed, now.reversed, now.reversals.data.length]).toEqual([2000, false, 1])
    expect((await stripe.transfers.listReversals(sent.id)).data).toHaveLength(1)
  })

  test('owners’ payouts arrive after two days', async () => {
    const owner = await newOwner()
    await paid(10_000, 'pm_card_bypassPending')
    await transfer(owner, 5000)
    const options = { stripeAccount: owner }
    await stripe.payouts.create({ amount: 5000, currency: 'usd' }, options)
    expect((await refusal(stripe.payouts.create({ amount: 1, currency: 'usd' }, options))).code).toBe(
      'balance_insufficient',
    )
    await bench.advance(2 * DAY_SECONDS)
    expect((await stripe.payouts.list({}, options)).data.map(({ status }) => status)).toEqual(['paid'])
    expect((await stripe.payouts.list()).data).toEqual([])
  })
})

describe('disputes', () => {
  test('take the money and a fee, and give the money back when won', async () => {
    const intent = await paid(10_000, 'pm_card_createDispute')
    const charge = await chargeOf(intent)
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
    expect([charge.disputed, dispute?.status, dispute?.reason]).toEqual([true, 'needs_response', 'fraudulent'])
    const total = async () => {
      const { available = 0, pending = 0 } = await funds()
      return available + pending
    }
    expect(await total()).toBe(10_000 - 320 - 10_000 - 1500)
    expect((await refusal(stripe.refunds.create({ charge: charge.id }))).code).toBe('charge_disputed')
    const won = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
    expect([won.status, won.balance_transactions.length]).toEqual(['won', 2])
    expect(await total()).toBe(10_000 - 320 - 1500)
    const types = (await stripe.events.list({ type: 'charge.dispute.*' })).data.map((event) => event.type)
    expect(types.reverse()).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
      'charge.dispute.updated',
    ])
  })

  test('begin with a question about a payment, which moves no money and ends with its refund', async () => {
    const charge = await chargeOf(await paid(10_000, 'pm_card_createDisputeInquiry'))
    const inquiry = async () => (await stripe.disputes.list({ charge: charge.id })).data[0]
    expect(await inquiry()).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
    expect((await stripe.refunds.create({ charge: charge.id, amount: 4000 })).status).toBe('succeeded')
    expect((await inquiry())?.status).toBe('warning_needs_response')
    await stripe.refunds.create({ charge: charge.id })
    expect(await inquiry()).toMatchObject({ status: 'warning_closed', balance_transactions: [] })
  })

  test('of a hold begin with its capture', async () => {
    const hold = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_createDispute',
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      confirm: true,
    })
    expect((await stripe.disputes.list()).data).toEqual([])
    await stripe.paymentIntents.capture(hold.id)
    const [dispute] = (await stripe.disputes.list({ payment_intent: hold.id })).data
    const evidence = { uncategorized_text: 'losing_evidence' }
    expect((await stripe.disputes.update(dispute?.id ?? '', { evidence, submit: true })).status).toBe('lost')
  })
})

test('every cent of the balance is explained by its rows', async () => {
  const owner = await newOwner()
  const first = await chargeOf(await paid(12_345))
  await paid(6_789, 'pm_card_createDispute')
  await stripe.refunds.create({ charge: first.id, amount: 345 })
  const sent = await stripe.transfers.create({
    amount: 10_000,
    currency: 'usd',
    destination: owner,
    source_transaction: first.id,
  })
  await stripe.transfers.createReversal(sent.id, { amount: 1 })
  for (const stripeAccount of [undefined, owner]) {
    const options = stripeAccount ? { stripeAccount } : {}
    const rows = (await stripe.balanceTransactions.list({ limit: 100 }, options)).data
    const { available = 0, pending = 0 } = await funds(stripeAccount)
    expect(rows.reduce((sum, row) => sum + row.net, 0)).toBe(available + pending)
    for (const row of rows) expect(row.net).toBe(row.amount - row.fee)
  }
})
