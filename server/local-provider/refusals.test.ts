import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Bench, openBench, SECRET } from '../test-support/provider-bench'

/** A refusal on the wire, word for word where Stripe's words are known. */
let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

interface Refusal {
  status: number
  error: Record<string, unknown>
}

async function ask(
  method: 'GET' | 'POST',
  path: string,
  form: Record<string, string> = {},
  key?: string,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
): Promise<{ status: number; body: any }> {
  const answer = await bench.provider.fetch(
    new Request(`http://local.invalid/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${SECRET}`, ...(key ? { 'idempotency-key': key } : {}) },
      ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
    }),
  )
  return { status: answer.status, body: await answer.json() }
}

async function made(path: string, form: Record<string, string> = {}): Promise<Record<string, string>> {
  const { status, body } = await ask('POST', path, form)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

async function refused(path: string, form: Record<string, string> = {}, key?: string): Promise<Refusal> {
  const { status, body } = await ask('POST', path, form, key)
  expect(Object.keys(body)).toEqual(['error'])
  const { error } = body
  expect(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']).toContain(error.type)
  expect(Object.values(error)).not.toContain(null)
  const doc = error.code && `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`
  expect(error.doc_url).toBe(doc)
  return { status, error }
}

const MONEY = { amount: '2000', currency: 'usd' }
const CARD = { 'allowed_payment_method_types[]': 'card' }
const pay = (card = 'pm_card_visa', more: Record<string, string> = {}) => ({
  ...MONEY,
  ...CARD,
  payment_method: card,
  confirm: 'true',
  ...more,
})
const invalid = (code: string | undefined, message: string) => ({
  status: 400,
  error: { type: 'invalid_request_error', ...(code ? { code } : {}), message },
})

test('a missing object: 404 in the address, 400 in a parameter', async () => {
  expect(await ask('GET', 'payment_intents/pi_x')).toMatchObject({
    status: 404,
    body: { error: { code: 'resource_missing', message: "No such payment_intent: 'pi_x'" } },
  })
  const inside = await refused('payment_intents', { ...MONEY, customer: 'cus_x' })
  expect(inside).toMatchObject(invalid('resource_missing', "No such customer: 'cus_x'"))
  expect(inside.error.param).toBe('customer')
})

test('parameters that are unknown, missing or too small', async () => {
  expect(await refused('payment_intents', { ...MONEY, x: '1' })).toMatchObject(
    invalid('parameter_unknown', 'Received unknown parameter: x'),
  )
  expect(await refused('payment_intents', { currency: 'usd' })).toMatchObject(
    invalid('parameter_missing', 'Missing required param: amount.'),
  )
  expect((await refused('payment_intents', { ...MONEY, amount: '49' })).error.code).toBe('amount_too_small')
})

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
])('a decline: %s', async (card, code, decline_code, message) => {
  const { status, error } = await refused('payment_intents', pay(card))
  expect({ status, error }).toMatchObject({ status: 402, error: { type: 'card_error', code, decline_code, message } })
  expect(error.charge).toStartWith('ch_')
  expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method', payment_method: null })
})

test('a card whose bank wants its holder, while they are away, leaves no charge', async () => {
  const customer = (await made('customers')).id ?? ''
  const card = (await made('payment_methods/pm_card_authenticationRequired/attach', { customer })).id
  const { status, error } = await refused('payment_intents', pay(card, { customer, off_session: 'true' }))
  expect([status, error.code, error.decline_code]).toEqual([402, 'authentication_required', 'authentication_required'])
  expect(error.message).toBe('Your card was declined. This transaction requires authentication.')
  expect(error).not.toHaveProperty('charge')
})

test('payments in a state that does not allow it, each with the whole payment', async () => {
  const held = (await made('payment_intents', pay('pm_card_visa', { capture_method: 'manual' }))).id
  await made(`payment_intents/${held}/capture`)
  const wrong = async (path: string, form = {}) => {
    const { status, error } = await refused(path, form)
    expect([status, error.code]).toEqual([400, 'payment_intent_unexpected_state'])
    expect(error.payment_intent).toMatchObject({ object: 'payment_intent' })
    return error.message
  }
  expect(await wrong(`payment_intents/${held}/capture`)).toBe(
    'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.',
  )
  expect(await wrong(`payment_intents/${held}/cancel`)).toStartWith(
    'You cannot cancel this PaymentIntent because it has a status of succeeded. Only a PaymentIntent with one of the following statuses may be canceled: ',
  )
  expect(await wrong(`payment_intents/${held}/confirm`)).toStartWith(
    'This PaymentIntent could not be confirmed because it has a status of succeeded.',
  )
  const gone = (await made('payment_intents', MONEY)).id
  await made(`payment_intents/${gone}/cancel`)
  expect(await wrong(`payment_intents/${gone}/capture`)).toBe(
    'This PaymentIntent could not be captured because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.',
  )
})

test('refunds beyond what is left', async () => {
  const charge = (await made('payment_intents', pay())).latest_charge ?? ''
  await made('refunds', { charge })
  expect(await refused('refunds', { charge, amount: '2000' })).toMatchObject(
    invalid(undefined, 'Refund amount ($20.00) is greater than unrefunded amount on charge ($0.00)'),
  )
  expect(await refused('refunds', { charge })).toMatchObject(
    invalid('charge_already_refunded', `Charge ${charge} has already been refunded.`),
  )
})

test('transfers to whom, and from what, is not there', async () => {
  const destination = (await made('accounts', { 'capabilities[transfers][requested]': 'true' })).id ?? ''
  const unready = await refused('transfers', { ...MONEY, destination })
  expect([unready.status, unready.error.message]).toEqual([
    400,
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
  ])
  await bench.provider.fetch(
    new Request(`http://local.invalid/_local/accounts/${destination}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}` },
      body: new URLSearchParams({ state: 'active' }),
    }),
  )
  const poor = await refused('transfers', { ...MONEY, destination })
  expect(poor.error.code).toBe('balance_insufficient')
  expect(poor.error.message).toStartWith('You have insufficient available funds in your Stripe account.')
})

test('a key for something else', async () => {
  await ask('POST', 'payment_intents', MONEY, 'K')
  const { status, error } = await refused('payment_intents', { ...MONEY, amount: '2001' }, 'K')
  expect([status, error.type, error.message]).toEqual([
    400,
    'idempotency_error',
    "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'K' if you meant to execute a different request.",
  ])
})
