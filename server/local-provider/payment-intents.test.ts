import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import type { Bench } from '../test-support/provider-bench'
import { ORIGIN, openBench, refusal, SECRET } from '../test-support/provider-bench'

const DAY_SECONDS = 86_400
let bench: Bench
let stripe: Stripe
let customer: string

beforeEach(async () => {
  bench = await openBench()
  stripe = bench.stripe
  customer = (await stripe.customers.create({ email: 'rosa@example.com', name: 'Rosa' })).id
})
afterEach(() => bench.close())

async function newHold(card = 'pm_card_visa', amount = 12_300) {
  return stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    customer,
    payment_method: card,
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    setup_future_usage: 'off_session',
    transfer_group: 'booking_7',
    metadata: { booking_id: '7' },
  })
}

async function confirmInBrowser(intent: Stripe.PaymentIntent, card?: string) {
  const response = await bench.form(`/_pay/v1/payment_intents/${intent.id}/confirm`, {
    key: 'pk_test_local',
    client_secret: intent.client_secret ?? '',
    ...(card ? { payment_method: card } : {}),
  })
  return {
    status: response.status,
    body: (await response.json()) as Stripe.PaymentIntent & { error: Stripe.StripeRawError },
  }
}

function answer(intent: Stripe.PaymentIntent, outcome: string) {
  return bench.form(`/_pay/v1/payment_intents/${intent.id}/authenticate`, {
    key: 'pk_test_local',
    client_secret: intent.client_secret ?? '',
    outcome,
  })
}

async function held(card?: string) {
  const intent = await newHold(card)
  await confirmInBrowser(intent)
  return stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
}

async function eventTypes() {
  return (await stripe.events.list({ limit: 100 })).data.map((event) => event.type).reverse()
}

describe('a hold', () => {
  test('is confirmed by the browser, lasts seven days and is captured once', async () => {
    const intent = await newHold()
    expect(intent.status).toBe('requires_confirmation')
    const confirmed = await confirmInBrowser(intent)
    expect(confirmed.body.status).toBe('requires_capture')
    expect(Object.keys(confirmed.body)).not.toContain('customer')

    const holding = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    const charge = holding.latest_charge as Stripe.Charge
    expect(holding.amount_capturable).toBe(12_300)
    expect(charge.captured).toBe(false)
    expect(charge.payment_method_details?.card?.capture_before).toBe(charge.created + 7 * DAY_SECONDS)
    expect(charge.balance_transaction).toBeNull()

    const captured = await stripe.paymentIntents.capture(intent.id, { expand: ['latest_charge.balance_transaction'] })
    const taken = captured.latest_charge as Stripe.Charge
    expect([captured.status, captured.amount_received, captured.amount_capturable]).toEqual(['succeeded', 12_300, 0])
    expect(taken.balance_transaction).toMatchObject({ amount: 12_300, fee: 387, net: 11_913, status: 'pending' })

    const again = await refusal(stripe.paymentIntents.capture(intent.id))
    expect(again.code).toBe('payment_intent_unexpected_state')
    expect(again.message).toContain('the remainder of the authorized amount has been released')
    expect(again.payment_intent?.status).toBe('succeeded')
  })

  test('tells its story in events, in order', async () => {
    const intent = await held()
    await stripe.paymentIntents.capture(intent.id)
    expect(await eventTypes()).toEqual([
      'customer.created',
      'payment_intent.created',
      'payment_method.attached',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
    ])
  })

  test('is released by cancelling, which can be done once', async () => {
    const intent = await held()
    const released = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'requested_by_customer' })
    expect([released.status, released.cancellation_reason]).toEqual(['canceled', 'requested_by_customer'])
    expect(released.amount_capturable).toBe(0)
    const again = await refusal(stripe.paymentIntents.cancel(intent.id))
    expect(again.message).toStartWith('You cannot cancel this PaymentIntent because it has a status of canceled.')
    const late = await refusal(stripe.paymentIntents.capture(intent.id))
    expect(late.message).toContain('because it has a status of canceled. Only a PaymentIntent')
    expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(0)
  })

  test('lapses at its deadline, also when nobody ticks', async () => {
    const intent = await held()
    await bench.advance(7 * DAY_SECONDS - 60)
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_capture')
    await bench.advance(61)
    const lapsed = await stripe.paymentIntents.retrieve(intent.id)
    expect([lapsed.status, lapsed.cancellation_reason]).toEqual(['canceled', 'automatic'])
    expect((await eventTypes()).slice(-2)).toEqual(['charge.expired', 'payment_intent.canceled'])
  })

  test('survives a restart', async () => {
    const intent = await held()
    await bench.advance(3600)
    const restarted = await bench.restart()
    const request = new Request(`${ORIGIN}/v1/payment_intents/${intent.id}`, {
      headers: { authorization: `Bearer ${SECRET}` },
    })
    const body = (await (await restarted.fetch(request)).json()) as Stripe.PaymentIntent
    expect(body.status).toBe('requires_capture')
    const clock = await restarted.fetch(
      new Request(`${ORIGIN}/_local/clock`, { headers: { authorization: `Bearer ${SECRET}` } }),
    )
    expect(await clock.json()).toMatchObject({ offset: 3600 })
  })
})

describe('declining cards', () => {
  const declines = [
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ] as const

  test.each(declines)('%s', async (card, code, declineCode, message) => {
    const intent = await newHold(card)
    const error = await refusal(stripe.paymentIntents.confirm(intent.id))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect([error.statusCode, error.code, error.decline_code, error.message]).toEqual([402, code, declineCode, message])
    expect(error.doc_url).toBe(`https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`)

    const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    const charge = after.latest_charge as Stripe.Charge
    expect([after.status, after.payment_method]).toEqual(['requires_payment_method', null])
    expect(after.last_payment_error).toMatchObject({ code, decline_code: declineCode, charge: error.charge })
    expect([charge.id, charge.status, charge.failure_code]).toEqual([error.charge ?? '', 'failed', code])
    expect((await eventTypes()).slice(-2)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
  })

  test('another card may be tried on the same intent', async () => {
    const intent = await newHold('pm_card_visa_chargeDeclined')
    const declined = await confirmInBrowser(intent)
    expect([declined.status, declined.body.error.decline_code]).toEqual([402, 'generic_decline'])
    expect(declined.body.error.payment_intent).not.toHaveProperty('metadata')
    const retried = await confirmInBrowser(intent, 'pm_card_visa')
    expect(retried.body.status).toBe('requires_capture')
    expect(retried.body.last_payment_error).toBeNull()
  })
})

describe('3-D Secure', () => {
  test('completes in the page', async () => {
    const intent = await newHold('pm_card_authenticationRequired')
    const asked = await confirmInBrowser(intent)
    expect([asked.body.status, asked.body.next_action?.type]).toEqual(['requires_action', 'use_stripe_sdk'])
    expect((await stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBeNull()
    const done = (await (await answer(intent, 'complete')).json()) as Stripe.PaymentIntent
    expect([done.status, done.next_action]).toEqual(['requires_capture', null])
    expect((await answer(intent, 'complete')).status).toBe(400)
  })

  test('fails in the page, and the intent is open for another card', async () => {
    const intent = await newHold('pm_card_authenticationRequired')
    await confirmInBrowser(intent)
    const failed = (await (await answer(intent, 'fail')).json()) as Stripe.PaymentIntent
    expect(failed.status).toBe('requires_payment_method')
    expect(failed.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  })

  test('a completed challenge may still end in a decline', async () => {
    const intent = await newHold('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds')
    await confirmInBrowser(intent)
    const declined = (await (await answer(intent, 'complete')).json()) as Stripe.PaymentIntent
    expect(declined.last_payment_error?.decline_code).toBe('insufficient_funds')
  })

  test('leads to a hosted page and back when a return address is given', async () => {
    const intent = await newHold('pm_card_authenticationRequired')
    const asked = await stripe.paymentIntents.confirm(intent.id, { return_url: `${ORIGIN}/offers?x=1` })
    expect(asked.next_action?.type).toBe('redirect_to_url')
    const url = new URL(asked.next_action?.redirect_to_url?.url ?? '')
    const shown = await bench.provider.fetch(new Request(url.href))
    expect(await shown.text()).toContain('Complete')
    const back = await bench.form(url.pathname + url.search, { outcome: 'complete' })
    const landing = new URL(back.headers.get('location') ?? '')
    expect([back.status, landing.pathname, landing.searchParams.get('x')]).toEqual([303, '/offers', '1'])
    expect(landing.searchParams.get('payment_intent')).toBe(intent.id)
    expect(landing.searchParams.get('redirect_status')).toBe('succeeded')
  })

  const offSession = (payment_method: string, owner?: string) =>
    stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method,
      allowed_payment_method_types: ['card'],
      confirm: true,
      off_session: true,
      ...(owner ? { customer: owner } : {}),
    })

  test('is impossible when its holder is away', async () => {
    const error = await refusal(offSession('pm_card_authenticationRequired'))
    expect([error.statusCode, error.code, error.decline_code]).toEqual([
      402,
      'authentication_required',
      'authentication_required',
    ])
    expect(error.charge).toBeUndefined()
    expect(error.payment_intent?.status).toBe('requires_payment_method')
  })

  test('is not needed away from the page once a card was set up in it', async () => {
    const fresh = await refusal(offSession('pm_card_authenticationRequiredOnSetup'))
    expect(fresh.code).toBe('authentication_required')
    const intent = await newHold('pm_card_authenticationRequiredOnSetup')
    await confirmInBrowser(intent)
    await answer(intent, 'complete')
    const [card] = (await stripe.customers.listPaymentMethods(customer, { type: 'card' })).data
    const paid = await offSession(card?.id ?? '', customer)
    expect(paid.status).toBe('succeeded')
    expect((await offSession('pm_card_authenticationRequiredSetupForOffSession')).status).toBe('succeeded')
    const visible = await newHold('pm_card_authenticationRequiredSetupForOffSession')
    expect((await confirmInBrowser(visible)).body.status).toBe('requires_action')
  })

  test('a hold without its holder on Visa lasts 4 days and 18 hours', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      confirm: true,
      off_session: true,
      expand: ['latest_charge'],
    })
    const charge = intent.latest_charge as Stripe.Charge
    const seconds = (charge.payment_method_details?.card?.capture_before ?? 0) - charge.created
    expect(seconds).toBe(4 * DAY_SECONDS + 18 * 3600)
  })
})

describe('rules of an intent', () => {
  test('amounts have a floor, whole cents and one currency', async () => {
    const create = (amount: number, currency = 'usd') => refusal(stripe.paymentIntents.create({ amount, currency }))
    expect((await create(49)).code).toBe('amount_too_small')
    expect((await create(10.5)).code).toBe('parameter_invalid_integer')
    expect((await create(100, 'eur')).param).toBe('currency')
    expect((await stripe.paymentIntents.create({ amount: 50, currency: 'usd' })).capture_method).toBe('automatic_async')
  })

  test('another customer’s card is refused', async () => {
    const other = await stripe.customers.create({})
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: other.id })
    const error = await refusal(newHold(card.id))
    expect([error.param, error.message.includes('does not belong to the Customer')]).toEqual(['payment_method', true])
    expect((await stripe.paymentIntents.list({ customer })).data).toEqual([])
  })

  test('without a card it cannot be confirmed', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', customer })
    const none = await refusal(stripe.paymentIntents.confirm(intent.id, { return_url: ORIGIN }))
    expect([none.code, none.message.includes(customer)]).toEqual(['payment_intent_unexpected_state', true])
    const card = await stripe.paymentMethods.attach('pm_card_amex', { customer })
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: card.id, return_url: ORIGIN })
    expect([paid.status, paid.payment_method]).toEqual(['succeeded', card.id])
  })

  test('a wrong client secret opens nothing', async () => {
    const intent = await newHold()
    const stolen = await confirmInBrowser({ ...intent, client_secret: `${intent.client_secret}x` })
    expect(stolen.status).toBe(400)
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_confirmation')
  })

  test('redirecting methods need a return address', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', payment_method: 'pm_card_visa' })
    const error = await refusal(stripe.paymentIntents.confirm(intent.id))
    expect(error.message).toContain('you must provide a `return_url`')
    const paid = await stripe.paymentIntents.confirm(intent.id, { return_url: ORIGIN })
    expect(paid.status).toBe('succeeded')
  })

  test('many captures and cancels at once end in exactly one of them', async () => {
    const intent = await held()
    const calls = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? stripe.paymentIntents.capture(intent.id) : stripe.paymentIntents.cancel(intent.id),
    )
    const results = await Promise.allSettled(calls)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const movements = await stripe.balanceTransactions.list({ type: 'charge' })
    const captured = (await stripe.paymentIntents.retrieve(intent.id)).status === 'succeeded'
    expect(movements.data).toHaveLength(captured ? 1 : 0)
  })
})
