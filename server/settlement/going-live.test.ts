import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import Stripe from 'stripe'
import { parseEnv } from '../env'
import { createWebhooks, findWebhooks, webhookUrl } from '../money/stripe/create-webhooks'
import { openBench } from '../test-support/provider-bench'
import { openTestApp } from '../test-support/test-app'

const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_example',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_example',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect',
}

describe('the environment', () => {
  test('with keys is Stripe, without them the built-in provider, and in production only when it is said', () => {
    expect(parseEnv(KEYS).stripe).toMatchObject({ webhookSecrets: ['whsec_example', 'whsec_connect'] })
    expect(parseEnv({}).stripe).toBeNull()
    expect(() => parseEnv({ NODE_ENV: 'production' })).toThrow('STRIPE_SECRET_KEY must be set in production')
    expect(
      parseEnv({ NODE_ENV: 'production', PAYMENTS_MODE: 'local', MAIL: 'off', ORIGIN: 'https://trestle.example' })
        .stripe,
    ).toBeNull()
    expect(() => parseEnv({ ...KEYS, PAYMENTS_MODE: 'local' })).toThrow('PAYMENTS_MODE must not be local')
  })

  test.each([
    ['STRIPE_PUBLISHABLE_KEY', ''],
    ['STRIPE_WEBHOOK_SECRET', ''],
    ['STRIPE_CONNECT_WEBHOOK_SECRET', ''],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_live_example'],
  ])('of half a set of keys is refused: %s=%s', (name, value) => {
    expect(() => parseEnv({ ...KEYS, [name]: value })).toThrow(name)
  })
})

describe('with keys', () => {
  test('the built-in provider is not there, the browser is told of Stripe, and the policy lets its script in', async () => {
    const t = await openTestApp(KEYS)
    for (const path of ['/_pay/v1/customers', '/_pay/checkout/cs_1', '/_pay/_local/clock'])
      expect((await t.call('GET', path)).status).toBe(404)
    const { body, headers } = await t.call('GET', '/api/payments/config')
    expect(body).toEqual({ mode: 'stripe', publishableKey: 'pk_test_example' })
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('cross-origin-embedder-policy')).toBeNull()
    await t.close()
  })

  test('a webhook counts only with a signature over its very bytes', async () => {
    const t = await openTestApp(KEYS)
    const stripe = new Stripe(KEYS.STRIPE_SECRET_KEY)
    const payload = JSON.stringify({ id: 'evt_1', type: 'charge.captured', data: { object: { id: 'ch_1' } } })
    const sign = (options: { secret?: string; timestamp?: number } = {}) =>
      stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: KEYS.STRIPE_WEBHOOK_SECRET, ...options })
    const post = async (body: string, signature: string) =>
      (
        await t.fetch(
          new Request('http://localhost:3000/api/stripe/webhook', {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json', 'stripe-signature': signature },
          }),
        )
      ).status
    const valid = await sign()
    const old = Math.floor(Date.now() / 1000) - 600
    expect(await post(payload, valid)).toBe(200)
    expect(await post(payload, await sign({ secret: KEYS.STRIPE_CONNECT_WEBHOOK_SECRET }))).toBe(200)
    expect(await post(`${payload} `, valid)).toBe(400)
    expect(await post(payload, await sign({ secret: 'whsec_other' }))).toBe(400)
    expect(await post(payload, await sign({ timestamp: old }))).toBe(400)
    expect(await post(payload, valid.replace('v1=', 'v0='))).toBe(400)
    expect(await post(payload, '')).toBe(400)
    const stored = await t.deps.db.read.query.stripeEvents.findMany()
    expect(stored.map(({ id }) => id)).toEqual(['evt_1'])
    await t.close()
  })
})

test('without keys the policy lets nobody else in', async () => {
  const t = await openTestApp()
  const { body, headers } = await t.call('GET', '/api/payments/config')
  expect(body.mode).toBe('local')
  expect(headers.get('content-security-policy')).not.toContain('stripe.com')
  await t.close()
})

describe('setting up webhooks', () => {
  test('makes an endpoint for each side, in the SDK’s version, and finds them again', async () => {
    const bench = await openBench()
    const origin = 'https://trestle.example'
    const { account, connect } = await createWebhooks(bench.stripe, origin)
    expect([account, connect].every((secret) => secret.startsWith('whsec_'))).toBe(true)
    const { data } = await bench.stripe.webhookEndpoints.list()
    expect(data.map(({ url, api_version }) => [url, api_version])).toEqual(
      Array(2).fill([webhookUrl(origin), Stripe.API_VERSION]),
    )
    const [accounts, own] = data.map(({ enabled_events }) => enabled_events)
    expect(accounts).toContain('account.updated')
    expect(own).toContain('charge.dispute.created')
    expect(own).toContain('refund.failed')
    expect(await findWebhooks(bench.stripe, origin)).toEqual(data.map(({ id }) => id))
    expect(await findWebhooks(bench.stripe, 'https://other.example')).toEqual([])
    await bench.close()
  })

  test('says what it needs', async () => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'setup-webhooks.ts')], {
      env: { PATH: process.env.PATH, ORIGIN: 'http://trestle.example' },
      stderr: 'pipe',
    })
    const words = await new Response(child.stderr).text()
    expect(await child.exited).toBe(1)
    expect(words).toContain('STRIPE_SECRET_KEY must be set')
    expect(words).toContain('ORIGIN must be the public https address')
  })
})
