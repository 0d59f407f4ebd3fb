import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type Stripe from 'stripe'
import type { Bench } from '../test-support/provider-bench'
import { ORIGIN, openBench, refusal, SECRET } from '../test-support/provider-bench'

let bench: Bench
let stripe: Stripe

beforeEach(async () => {
  bench = await openBench()
  stripe = bench.stripe
})
afterEach(() => bench.close())

function call(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  return bench.provider.fetch(new Request(ORIGIN + path, { method, headers, ...(body === undefined ? {} : { body }) }))
}
const bearer = { authorization: `Bearer ${SECRET}` }

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, string> }
  return [response.status, error.type, error.code, error.message]
}

describe('callers that are let in', () => {
  test('no key, a wrong key, a browser’s key', async () => {
    expect((await call('GET', '/v1/customers')).status).toBe(401)
    expect((await call('GET', '/v1/customers', { authorization: 'Bearer sk_live_x' })).status).toBe(401)
    const browser = await call('GET', '/v1/customers?key=pk_test_local')
    expect([browser.status, await browser.text()]).toEqual([403, expect.stringContaining('publishable API key')])
    expect((await call('GET', '/v1/customers', bearer)).status).toBe(200)
    expect((await call('GET', '/v1/customers', { authorization: 'Bearer sk_test_any' })).status).toBe(401)
    expect((await call('GET', '/_pay/v1/customers', bearer)).status).toBe(200)
    expect((await call('POST', '/_local/clock', {}, '{"advance":1}')).status).toBe(401)
  })

  test('a browser reads the intent whose secret it knows', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', metadata: { secret: 'note' } })
    const path = `/_pay/v1/payment_intents/${intent.id}?key=pk_test_local&client_secret=`
    const seen = (await (await call('GET', path + intent.client_secret)).json()) as Record<string, unknown>
    expect([seen.id, seen.metadata]).toEqual([intent.id, undefined])
    expect((await call('GET', `${path}wrong`)).status).toBe(400)
    expect((await call('GET', `/_pay/v1/payment_intents/${intent.id}?key=pk_test_local`)).status).toBe(400)
  })
})

describe('parameters', () => {
  const post = (body: string, path = '/v1/payment_intents', headers: Record<string, string> = {}) =>
    call('POST', path, { ...bearer, 'content-type': 'application/x-www-form-urlencoded', ...headers }, body)

  test.each([
    ['amount=100&currency=usd&foo=1', 'parameter_unknown', 'Received unknown parameter: foo'],
    ['amount=100&foo=1&bar=2', 'parameter_unknown', 'Received unknown parameters: foo, bar'],
    [
      'amount=100&currency=usd&payment_method_options[card][x]=1',
      'parameter_unknown',
      'Received unknown parameter: payment_method_options[card][x]',
    ],
    ['amount=100&currency=usd&__proto__[x]=1', 'parameter_unknown', 'Received unknown parameter: __proto__'],
    ['amount=100&currency=usd&constructor=1', 'parameter_unknown', 'Received unknown parameter: constructor'],
    ['currency=usd', 'parameter_missing', 'Missing required param: amount.'],
    ['amount=ten&currency=usd', 'parameter_invalid_integer', 'Invalid integer: ten'],
  ])('%s', async (body, code, message) => {
    expect(await errorOf(await post(body))).toEqual([400, 'invalid_request_error', code, message])
  })

  test.each([
    'amount=100&currency=usd&capture_method=later',
    'amount=100&currency=usd&confirm=maybe',
    'amount=100&currency=usd&metadata=x',
    'amount=100&currency=usd&allowed_payment_method_types=card',
    'amount=100&currency=usd&amount[x]=1',
    'amount=100&currency=usd&customer=',
    'amount=100&currency=usd&return_url=nowhere',
    `amount=100&currency=usd&metadata[k]=${'x'.repeat(501)}`,
    'amount=100&currency=usd&a[b][c][d][e][f][g][h][i]=1',
  ])('%s is refused', async (body) => {
    expect((await post(body)).status).toBe(400)
  })

  test('lists may be numbered or not', async () => {
    const types = 'amount=100&currency=usd&allowed_payment_method_types'
    for (const body of [`${types}[0]=card`, `${types}[]=card`]) {
      const intent = (await (await post(body)).json()) as Stripe.PaymentIntent
      expect(intent.allowed_payment_method_types).toEqual(['card'])
    }
  })

  test('bodies are forms', async () => {
    const response = await post('{"amount":100}', '/v1/payment_intents', { 'content-type': 'application/json' })
    expect((await errorOf(response))[3]).toContain('application/x-www-form-urlencoded')
  })
})

describe('answers', () => {
  test('of what does not exist', async () => {
    expect((await refusal(stripe.paymentIntents.retrieve('pi_x'))).message).toBe("No such payment_intent: 'pi_x'")
    const inParameter = await refusal(stripe.paymentIntents.create({ amount: 100, currency: 'usd', customer: 'cus_x' }))
    expect([inParameter.statusCode, inParameter.code, inParameter.param]).toEqual([400, 'resource_missing', 'customer'])
    const method = await refusal(stripe.paymentMethods.detach('pm_x'))
    expect([method.statusCode, method.message]).toEqual([404, "No such PaymentMethod: 'pm_x'"])
    expect((await refusal(stripe.subscriptions.list())).message).toStartWith('Unrecognized request URL (GET:')
    const wrongKind = await refusal(stripe.paymentIntents.retrieve((await stripe.customers.create({})).id))
    expect(wrongKind.statusCode).toBe(404)
  })

  test('carry a request id and the API version', async () => {
    const { lastResponse } = await stripe.customers.create({})
    expect(lastResponse.requestId).toStartWith('req_')
    expect(bench.exchanges[0]?.headers['stripe-version']).toBe('2026-10-28.endive')
  })

  test('come in pages, newest first', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) await stripe.customers.create({ name })
    const first = await stripe.customers.list({ limit: 2 })
    expect([first.data.map(({ name }) => name), first.has_more]).toEqual([['e', 'd'], true])
    const next = await stripe.customers.list({ limit: 2, starting_after: first.data[1]?.id })
    expect([next.data.map(({ name }) => name), next.has_more]).toEqual([['c', 'b'], true])
    const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ name }) => name)).toEqual([...names].reverse())
    expect((await refusal(stripe.customers.list({ limit: 101 }))).param).toBe('limit')
    const future = Math.floor(Date.now() / 1000) + 60
    expect((await stripe.customers.list({ created: { gt: future } })).data).toEqual([])
    expect((await stripe.customers.list({ created: { lte: future } })).data).toHaveLength(5)
  })

  test('expand what is asked, at any depth and in lists, and nothing else', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      confirm: true,
      expand: ['latest_charge.balance_transaction', 'payment_method', 'customer'],
    })
    const charge = intent.latest_charge as Stripe.Charge
    expect([(charge.balance_transaction as Stripe.BalanceTransaction).amount, intent.customer]).toEqual([5000, null])
    const listed = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] })
    expect(listed.data[0]?.latest_charge).toMatchObject({ id: charge.id })
    const error = await refusal(stripe.paymentIntents.retrieve(intent.id, { expand: ['status'] }))
    expect(error.message).toBe('This property cannot be expanded (status).')
    expect(JSON.stringify(bench.exchanges)).not.toContain('provider_state')
  })

  test('an object written from a stale version takes its batch down', async () => {
    const { id } = await stripe.customers.create({})
    const write = (version: number) =>
      bench.sql.batch([{ sql: 'UPDATE lp_objects SET version = ? WHERE id = ?', args: [version, id] }])
    await write(2)
    await expect(write(2)).rejects.toThrow('stale version')
  })
})

test('test-cards: every number passes Luhn and has its own behaviour', async () => {
  const { findCardByToken, passesLuhn, TEST_CARDS } = await import('./test-cards')
  for (const card of TEST_CARDS) {
    expect([card.number, passesLuhn(card.number)]).toEqual([card.number, true])
    expect(findCardByToken(card.token)).toBe(card)
  }
  expect(passesLuhn('4242424242424241')).toBe(false)
})

test('it knows nothing of the product, and the product only its door', async () => {
  const root = new URL('../../', import.meta.url).pathname
  const imports = async (pattern: string) => {
    const found: string[] = []
    for await (const file of new Bun.Glob(pattern).scan({ cwd: root })) {
      if (/\.test\.ts$|\/test-/.test(file)) continue
      const text = await Bun.file(root + file).text()
      for (const [, from = ''] of text.matchAll(/(?:from|import) '([^']+)'|import\('([^']+)'\)/g))
        found.push(`${file} ${from}`)
    }
    return found
  }
  const own = await imports('server/local-provider/**/*.ts')
  const isOwn =
    / (\.\/(objects\/|pages\/)?[a-z-]+|node:[a-z:]+)$|\/(objects|pages)\/\S+ \.\.\/((objects|pages)\/)?[a-z-]+$/
  expect(own.length).toBeGreaterThan(100)
  expect(own.filter((line) => !isOwn.test(line))).toEqual([])
  const others = (await imports('{server,schema,pwa}/**/*.{ts,tsx}')).filter((line) => / .*local-provider/.test(line))
  expect(others.filter((line) => !line.startsWith('server/local-provider/'))).toEqual([
    'server/open-market.ts ./local-provider/local-provider',
  ])
})
