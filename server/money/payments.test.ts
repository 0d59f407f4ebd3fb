import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { bodyLimits } from '../http/limits'
import { createLocalProvider } from '../local-provider/local-provider'
import { openPayments } from '../settlement/open-payments'
import { confirmHold, createListingRow, makeOffer, saveCard } from '../test-support/rental-kit'
import { signUp, signUpHost, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { until } from '../test-support/until'

let t: TestApp
let person: TestPerson
const back = { successUrl: `${TEST_ORIGIN}/listings/1?setup=success`, cancelUrl: `${TEST_ORIGIN}/listings/1` }

beforeEach(async () => {
  t = await openTestApp()
  person = await signUp(t, 'rene')
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const post = (path: string, body?: unknown, as = person.as) => t.call('POST', path, { as, ...(body ? { body } : {}) })
const get = (path: string, as = person.as) => t.call('GET', path, { as })

/** Opens one of the provider's hosted pages and presses its button. */
async function submit(url: string, form: Record<string, string>): Promise<Response> {
  await t.fetch(new Request(url))
  return t.fetch(
    new Request(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: TEST_ORIGIN },
      body: new URLSearchParams(form),
    }),
  )
}

describe('cards', () => {
  test('a new person has none; one saved on the hosted page is listed and standard', async () => {
    expect((await get('/api/stripe/payment-methods')).body).toEqual({ paymentMethods: [] })
    const { body } = await post('/api/stripe/setup-customer', back)
    expect(body.url).toStartWith(`${TEST_ORIGIN}/_pay/checkout/`)
    const page = await (await t.fetch(new Request(body.url))).text()
    expect(page).toContain('no real money moves')
    const done = await submit(body.url, { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', name: 'Rene' })
    expect([done.status, done.headers.get('location')]).toEqual([303, back.successUrl])
    const { paymentMethods } = (await get('/api/stripe/payment-methods')).body
    expect(paymentMethods).toEqual([
      {
        id: expect.stringMatching(/^pm_/),
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
        isDefault: true,
      },
    ])
  })

  test("nobody sees another person's cards", async () => {
    await saveCard(t, person)
    const other = await signUp(t, 'rita')
    expect((await get('/api/stripe/payment-methods', other.as)).body.paymentMethods).toEqual([])
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    'https://localhost:3000.evil.example/',
    'javascript:alert(1)',
    'blob:http://localhost:3000/x',
  ])('a return address elsewhere is refused: %s', async (address) => {
    const { status, body } = await post('/api/stripe/setup-customer', { ...back, successUrl: address })
    expect([status, body.fields.successUrl]).toEqual([422, 'The return address must be on this site.'])
  })
})

test('a page of the provider leads whoever pays nowhere else', async () => {
  const host = await signUpHost(t, 'rosa')
  const rental = { owner: host, renter: person, rival: person, listingId: await createListingRow(t, host) }
  const cards = { renter: await saveCard(t, person), rival: '' }
  const { clientSecret } = (await makeOffer(t, { ...rental, cards }, 'renter')).body
  const { status } = await confirmHold(t, clientSecret, cards.renter, 'https://evil.example')
  expect(status).toBe('requires_capture')
  const id = clientSecret.split('_secret_')[0]
  const page = await t.fetch(new Request(`${TEST_ORIGIN}/_pay/challenge/${id}?secret=${clientSecret}`))
  expect(page.headers.get('location')).toBeNull()
})

describe('payout accounts', () => {
  test('leaving without finishing is not finishing; finishing is, and our record follows the event', async () => {
    const status = async () => (await get('/api/stripe/connect-status')).body
    expect(await status()).toEqual({ hasCompletedOnboarding: false, hasStarted: false })
    const first = (await post('/api/stripe/setup-seller', back)).body.url
    await submit(first, { action: 'leave' })
    expect(await status()).toEqual({ hasCompletedOnboarding: false, hasStarted: true })
    const second = (await post('/api/stripe/connect-account')).body.url
    expect(second).not.toBe(first)
    await submit(second, { action: 'finish' })
    await until(async () => (await get('/api/user')).body.hasCompletedStripeOnboarding)
    expect(await status()).toEqual({ hasCompletedOnboarding: true, hasStarted: true })
    expect((await post('/api/stripe/connect-account')).body.url).toContain('/_pay/account/')
  })
})

describe('events', () => {
  test('a wrong signature changes nothing', async () => {
    const response = await t.fetch(
      new Request(`${TEST_ORIGIN}/api/stripe/webhook`, {
        method: 'POST',
        body: '{}',
        headers: { 'stripe-signature': 't=1,v1=00' },
      }),
    )
    expect(response.status).toBe(400)
  })
})

describe('what is mounted of the local provider', () => {
  const ask = (path: string, authorization?: string, method = 'GET') =>
    t.fetch(new Request(`${TEST_ORIGIN}${path}`, { method, headers: authorization ? { authorization } : {} }))

  test('its API answers the key of this server, and is not there for anybody else', async () => {
    expect((await ask('/_pay/v1/customers', 'Bearer sk_test_local')).status).toBe(200)
    for (const authorization of [undefined, 'Bearer sk_test_anything', 'Bearer sk_test_', 'Bearer pk_test_local'])
      expect([authorization, (await ask('/_pay/v1/customers', authorization)).status]).toEqual([authorization, 404])
  })

  test('a browser confirms and answers its bank with the secret of the payment; every other call needs the key', async () => {
    for (const step of ['confirm', 'authenticate'])
      expect((await ask(`/_pay/v1/payment_intents/pi_1/${step}`, undefined, 'POST')).status).toBe(401)
    for (const path of ['payment_intents/pi_1/cancel', 'payment_intents/pi_1/x/confirm', 'payment_intents'])
      expect([path, (await ask(`/_pay/v1/${path}`, undefined, 'POST')).status]).toEqual([path, 404])
    expect((await ask('/_pay/v1/payment_intents/pi_1/confirm')).status).toBe(404)
  })

  test('its clock, faults and disputes are not there, whatever the key and however the path is written', async () => {
    for (const path of ['/_pay/_local/clock', '/_pay/_local/faults', '/_pay//_local/clock', '/_pay/%5Flocal/clock'])
      expect([path, (await ask(path, 'Bearer sk_test_local')).status]).toEqual([path, 404])
  })

  test('its pages are for any browser', async () => {
    expect((await ask('/_pay/style.css')).status).toBe(200)
  })

  test('a body for the built-in provider is held to a length', async () => {
    const long = 'x'.repeat(bodyLimits.webhook + 1)
    for (const path of ['/_pay/v1/payment_intents/pi_1/confirm', '/_pay/checkout/cs_1', '/_pay/challenge/pi_1']) {
      const headers = { origin: TEST_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await t.fetch(new Request(TEST_ORIGIN + path, { method: 'POST', headers, body: long }))
      expect([path, answer.status]).toEqual([path, 413])
    }
  })
})

describe('the key of the local provider', () => {
  test('is a new random one at each start when none is given', async () => {
    const plain = await openTestApp({ LOCAL_PROVIDER_KEY: '' })
    const first = plain.deps.payments.local?.secretKey
    await plain.restart()
    expect(first).toMatch(/^sk_test_\w{32,}$/)
    expect(plain.deps.payments.local?.secretKey).not.toBe(first)
    await plain.close()
  })

  test('opens no clock and no faults where the switches are not asked for, as in the product', async () => {
    const { env, db, now, log } = t.deps
    const { local } = await openPayments({
      env,
      db,
      now,
      metrics: t.deps.metrics,
      log,
      localProvider: createLocalProvider,
      send: t.fetch,
    })
    const answer = await local?.fetch(
      new Request('http://local.invalid/_local/clock', { headers: { authorization: 'Bearer sk_test_local' } }),
    )
    expect(answer?.status).toBe(404)
  })
})
