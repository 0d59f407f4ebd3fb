import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import type { Bench } from '../test-support/provider-bench'
import { openBench } from '../test-support/provider-bench'
import { until } from '../test-support/until'

const HOOK = 'http://localhost:3000/api/stripe/webhook'
let bench: Bench
let stripe: Stripe
let secret: string

beforeEach(async () => {
  bench = await openBench()
  stripe = bench.stripe
  secret = await newEndpoint(['customer.created'])
})
afterEach(() => bench.close())

async function newEndpoint(enabled_events: string[], connect = false) {
  const endpoint = await stripe.webhookEndpoints.create({
    url: HOOK,
    enabled_events: enabled_events as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
    connect,
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
  })
  return endpoint.secret ?? ''
}

async function read(request: Request, key = secret) {
  const copy = request.clone() as Request
  return stripe.webhooks.constructEventAsync(await copy.text(), copy.headers.get('stripe-signature') ?? '', key)
}

const received = () => Promise.all(bench.webhooks.map((request) => read(request)))

describe('webhooks', () => {
  test('leave after the answer, signed over the exact body', async () => {
    const answer = await bench.form('/v1/customers', { name: 'Rosa' }, { authorization: 'Bearer sk_test_local' })
    expect(bench.webhooks).toHaveLength(0)
    const customer = (await answer.json()) as Stripe.Customer
    await until(() => bench.webhooks.length > 0)
    const [event] = await received()
    expect([event?.type, event?.api_version]).toEqual(['customer.created', Stripe.API_VERSION])
    expect(event?.data.object).toMatchObject({ id: customer.id, name: 'Rosa' })
    const [listed] = (await stripe.events.list()).data
    expect([listed?.id, listed?.pending_webhooks]).toEqual([event?.id, 0])
    const wrongKey = read(bench.webhooks[0] as Request, 'whsec_wrong')
    await expect(wrongKey).rejects.toBeInstanceOf(Stripe.errors.StripeSignatureVerificationError)
  })

  test('go to those who asked: by type, and by whose account it is', async () => {
    const connectSecret = await newEndpoint(['*'], true)
    const account = await stripe.accounts.create({ country: 'US' })
    await bench.form(`/_local/accounts/${account.id}`, { state: 'active' }, { authorization: 'Bearer sk_test_local' })
    await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
    await bench.provider.tick()
    expect(bench.webhooks).toHaveLength(1)
    const event = await read(bench.webhooks[0] as Request, connectSecret)
    expect([event.type, event.account]).toEqual(['account.updated', account.id])
  })

  test('are repeated three times with growing waits, each freshly signed, then given up', async () => {
    bench.receive.answer = async () => new Response('busy', { status: 503 })
    await stripe.customers.create({})
    await bench.provider.tick()
    expect(bench.webhooks).toHaveLength(1)
    // The real clock goes on beside the jumps.
    for (const [seconds, tries] of [
      [50, 1],
      [10, 2],
      [590, 2],
      [10, 3],
      [3600, 4],
      [86_400, 4],
    ] as const) {
      await bench.advance(seconds)
      expect(bench.webhooks).toHaveLength(tries)
    }
    const undelivered = await stripe.events.list({ delivery_success: false, types: ['customer.created'] })
    expect(undelivered.data).toHaveLength(1)
    const ids = (await received()).map((event) => event.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('an answer that throws counts as a failure, and the next try succeeds', async () => {
    bench.receive.answer = () => Promise.reject(new Error('refused'))
    await stripe.customers.create({})
    await bench.provider.tick()
    bench.receive.answer = async () => new Response('ok')
    await bench.advance(60)
    expect(bench.webhooks).toHaveLength(2)
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
  })

  test('waiting ones survive a restart', async () => {
    bench.receive.answer = async () => new Response('busy', { status: 500 })
    await stripe.customers.create({})
    await bench.provider.tick()
    bench.receive.answer = async () => new Response('ok')
    const restarted = await bench.restart()
    await bench.advance(60)
    await restarted.tick()
    expect(bench.webhooks).toHaveLength(2)
  })

  test('the receiver may call back while it is told', async () => {
    const seen: string[] = []
    bench.receive.answer = async (request) => {
      const event = await read(request)
      await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
      seen.push((event.data.object as Stripe.Customer).id)
      return new Response('ok')
    }
    const customer = await stripe.customers.create({})
    await bench.provider.tick()
    expect(seen[0]).toBe(customer.id)
  })
})

describe('faults of delivery', () => {
  const POST_CUSTOMER = 'POST /v1/customers'

  test('the same event twice', async () => {
    await bench.fault({ kind: 'duplicate_events' })
    await stripe.customers.create({})
    await bench.provider.tick()
    const ids = (await received()).map((event) => event.id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('last things first', async () => {
    await newEndpoint(['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded'])
    await bench.fault({ kind: 'reorder_events', match: 'POST /v1/payment_intents' })
    await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      confirm: true,
    })
    await bench.provider.tick()
    const bodies = await Promise.all(bench.webhooks.map((request) => request.json() as Promise<Stripe.Event>))
    expect(bodies.map((event) => event.type)).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ])
  })

  test('the event before the answer', async () => {
    await bench.fault({ kind: 'events_first', match: POST_CUSTOMER })
    await stripe.customers.create({})
    expect(bench.webhooks).toHaveLength(1)
  })

  test('no event at all, but the list has it', async () => {
    await bench.fault({ kind: 'lose_events', match: POST_CUSTOMER })
    const customer = await stripe.customers.create({})
    await bench.advance(86_400)
    expect(bench.webhooks).toHaveLength(0)
    const [missed] = (await stripe.events.list({ delivery_success: false })).data
    expect(missed?.data.object).toMatchObject({ id: customer.id })
  })
})

test('a secret is told once', async () => {
  const [listed] = (await stripe.webhookEndpoints.list()).data
  expect([secret.startsWith('whsec_'), listed && 'secret' in listed]).toEqual([true, false])
  expect((await stripe.webhookEndpoints.del(listed?.id ?? '')).deleted).toBe(true)
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})
