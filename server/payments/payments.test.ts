import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { saveCard } from '../test-support/rental-kit'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'

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
  ])('a return address elsewhere is refused: %s', async (address) => {
    const { status, body } = await post('/api/stripe/setup-customer', { ...back, successUrl: address })
    expect([status, body.fields.successUrl]).toEqual([422, 'The return address must be on this site.'])
  })
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
    await Bun.sleep(50)
    expect((await get('/api/user')).body.hasCompletedStripeOnboarding).toBe(true)
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

test('the local provider answers programs that hold a test key, and nobody without', async () => {
  const ask = (authorization?: string) =>
    t.fetch(new Request(`${TEST_ORIGIN}/_pay/v1/customers`, { headers: authorization ? { authorization } : {} }))
  expect((await ask('Bearer sk_test_anything')).status).toBe(200)
  expect((await ask()).status).toBe(401)
})
