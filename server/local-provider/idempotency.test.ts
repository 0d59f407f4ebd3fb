import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import type { Bench } from '../test-support/provider-bench'
import { ORIGIN, openBench, refusal, SECRET } from '../test-support/provider-bench'

let bench: Bench
let stripe: Stripe

beforeEach(async () => {
  bench = await openBench()
  stripe = bench.stripe
})
afterEach(() => bench.close())

const create = (idempotencyKey: string, amount = 5000, client = stripe) =>
  client.paymentIntents.create(
    { amount, currency: 'usd', payment_method: 'pm_card_visa', allowed_payment_method_types: ['card'], confirm: true },
    { idempotencyKey },
  )
const intents = async () => (await stripe.paymentIntents.list({ limit: 100 })).data
const charges = async () => (await stripe.charges.list({ limit: 100 })).data

describe('idempotency keys', () => {
  test('replay the first answer, marked as such', async () => {
    const first = await create('key-1')
    const second = await create('key-1')
    expect(second.id).toBe(first.id)
    const [original, replay] = bench.exchanges
    expect(original?.headers).not.toHaveProperty('idempotent-replayed')
    expect(replay?.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    })
    expect(await charges()).toHaveLength(1)
  })

  test('replay the object as it was, even when it has moved on', async () => {
    const params = { amount: 5000, currency: 'usd' }
    const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'key-2' })
    await stripe.paymentIntents.cancel(first.id)
    const again = await stripe.paymentIntents.create(params, { idempotencyKey: 'key-2' })
    expect([again.id, again.status]).toEqual([first.id, 'requires_payment_method'])
  })

  test('refuse other parameters, and another path', async () => {
    const intent = await create('key-3')
    const other = await refusal(create('key-3', 6000))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect([other.statusCode, other.message.includes("Try using a key other than 'key-3'")]).toEqual([400, true])
    const elsewhere = await refusal(stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: 'key-3' }))
    expect(elsewhere.type).toBe('StripeIdempotencyError')
  })

  test('tell a second request to wait while the first runs', async () => {
    await bench.fault({ kind: 'delay', delay_ms: 1_000 })
    const first = create('key-4')
    await Bun.sleep(100)
    const error = await refusal(create('key-4'))
    expect((await first).status).toBe('succeeded')
    expect([error.statusCode, error.code]).toEqual([409, 'idempotency_key_in_use'])
    expect(await charges()).toHaveLength(1)
  })

  test('are forgotten after a day: the same key then makes a second object', async () => {
    const first = await create('key-5')
    await bench.advance(24 * 3600 - 60)
    expect((await create('key-5')).id).toBe(first.id)
    await bench.advance(60)
    expect((await create('key-5')).id).not.toBe(first.id)
    const rows = await bench.sql.read('SELECT key FROM lp_idempotency', [])
    expect(rows.filter((row) => row.key === 'key-5')).toHaveLength(1)
  })

  test('are not spent on parameters that were wrong', async () => {
    expect((await refusal(create('key-6', 1))).code).toBe('amount_too_small')
    expect((await create('key-6')).status).toBe('succeeded')
  })

  test('keep declines', async () => {
    const decline = () =>
      refusal(
        stripe.paymentIntents.create(
          {
            amount: 5000,
            currency: 'usd',
            payment_method: 'pm_card_visa_chargeDeclined',
            allowed_payment_method_types: ['card'],
            confirm: true,
          },
          { idempotencyKey: 'key-7' },
        ),
      )
    const [first, second] = [await decline(), await decline()]
    expect(second.charge).toBe(first.charge)
    expect(await charges()).toHaveLength(1)
  })

  test('twenty presses at once make one payment', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => create('key-8')))
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
    expect(new Set(made).size).toBe(1)
    expect(await charges()).toHaveLength(1)
  })
})

describe('faults', () => {
  test('a dropped answer: the SDK’s own repeat finds what was done', async () => {
    await bench.fault({ kind: 'drop' })
    const intent = await create('fault-1', 5000, bench.connect(2))
    expect(intent.status).toBe('succeeded')
    expect(bench.exchanges.at(-1)?.headers['idempotent-replayed']).toBe('true')
    expect(await charges()).toHaveLength(1)
  })

  test('a dropped answer without repeats is a connection error', async () => {
    await bench.fault({ kind: 'drop' })
    expect(await refusal(create('fault-2'))).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await charges()).toHaveLength(1)
  })

  test.each([
    ['conflict', 409, 'lock_timeout', 'invalid_request_error'],
    ['rate_limit', 429, 'rate_limit', 'invalid_request_error'],
    ['error_before', 500, undefined, 'api_error'],
  ])('%s does nothing, and the key stays free', async (kind, status, code, rawType) => {
    await bench.fault({ kind })
    const error = await refusal(create('fault-3'))
    expect([error.statusCode, error.code, error.rawType as string]).toEqual([status, code, rawType])
    expect(await intents()).toEqual([])
    expect((await create('fault-3')).status).toBe('succeeded')
  })

  test('a 500 after the work is kept under the key, as everything was done', async () => {
    await bench.fault({ kind: 'error_after' })
    const first = await refusal(create('fault-4'))
    const again = await refusal(create('fault-4'))
    expect([first.statusCode, again.statusCode]).toEqual([500, 500])
    expect(await charges()).toHaveLength(1)
  })

  test('hit what they were armed for, as often as they were armed', async () => {
    await bench.fault({ kind: 'rate_limit', match: 'POST /v1/payment_intents/*/cancel', times: 2 })
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
    for (let n = 0; n < 2; n++) expect((await refusal(stripe.paymentIntents.cancel(intent.id))).statusCode).toBe(429)
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled')
  })

  test('can be seen and cleared by those with a key', async () => {
    await bench.fault({ kind: 'error_before', times: 5 })
    const control = (method: string, headers: Record<string, string> = { authorization: `Bearer ${SECRET}` }) =>
      bench.provider.fetch(new Request(`${ORIGIN}/_local/faults`, { method, headers }))
    expect(await (await control('GET')).json()).toEqual({
      object: 'local.faults',
      data: [{ kind: 'error_before', times: 5 }],
    })
    expect((await control('DELETE', {})).status).toBe(401)
    await control('DELETE')
    expect((await create('fault-5')).status).toBe('succeeded')
  })
})
