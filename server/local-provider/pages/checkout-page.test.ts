import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type Stripe from 'stripe'
import type { Bench } from '../../test-support/provider-bench'
import { ORIGIN, openBench, refusal } from '../../test-support/provider-bench'

const TYPED = { number: '4242 4242 4242 4242', expiry: '12 / 44', cvc: '123', name: 'Rosa <b>Diaz</b>' }
let bench: Bench
let stripe: Stripe
let customer: string
let session: Stripe.Checkout.Session

beforeEach(async () => {
  bench = await openBench()
  stripe = bench.stripe
  customer = (await stripe.customers.create({ email: 'rosa@example.com' })).id
  session = await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    customer,
    allowed_payment_method_types: ['card'],
    client_reference_id: '1',
    setup_intent_data: { metadata: { user_id: '1' } },
    success_url: `${ORIGIN}/profile?setup=success&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ORIGIN}/profile?setup=cancelled`,
  })
})
afterEach(() => bench.close())

const path = () => `/_pay/checkout/${session.id}`
const show = (address = path()) => bench.provider.fetch(new Request(ORIGIN + address))
const submit = (typed: Partial<typeof TYPED> = {}) => bench.form(path(), { ...TYPED, ...typed })
const cards = async () => (await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 20 })).data

async function everyStoredText() {
  const rows = await bench.sql.read('SELECT body FROM lp_objects UNION ALL SELECT body FROM lp_events', [])
  return rows.map((row) => String(row.body)).join('\n')
}

describe('saving a card on the hosted page', () => {
  test('shows a form that needs no script and may post only here', async () => {
    const page = await show()
    const text = await page.text()
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' http://localhost:3000; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(text).toContain('Test payments: no real money moves.')
    for (const name of ['number', 'expiry', 'cvc', 'name']) expect(text).toContain(`<label for="${name}">`)
    expect(text).toContain('4000 0000 0000 9995')
    expect(text).not.toMatch(/<script|style=|javascript:/)
    const style = await show('/_pay/style.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    expect(await style.text()).toContain('--paper')
  })

  test('a good card is saved, the person returns, and the number is kept nowhere', async () => {
    const back = await submit()
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toBe(`${ORIGIN}/profile?setup=success&session_id=${session.id}`)

    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent.payment_method'] })
    const intent = done.setup_intent as Stripe.SetupIntent
    const card = intent.payment_method as Stripe.PaymentMethod
    expect([done.status, done.url, done.payment_status]).toEqual(['complete', null, 'no_payment_required'])
    expect([intent.status, intent.metadata]).toEqual(['succeeded', { user_id: '1' }])
    expect(card).toMatchObject({ customer, card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2044 } })
    expect((await cards()).map(({ id }) => id)).toEqual([card.id])
    expect(await everyStoredText()).not.toContain('4242424242424242')

    const types = (await stripe.events.list({ limit: 20 })).data.map((event) => event.type)
    expect(types).toEqual(
      expect.arrayContaining(['payment_method.attached', 'setup_intent.succeeded', 'checkout.session.completed']),
    )
  })

  test('a second press or a reload leads on and saves nothing twice', async () => {
    await submit()
    expect((await submit()).status).toBe(303)
    expect((await show()).headers.get('location')).toContain(session.id)
    expect(await cards()).toHaveLength(1)
  })

  test.each([
    ['number', { number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    ['number', { number: '4242' }, 'Your card number is incomplete.'],
    ['number', { number: '4539 1488 0343 6467' }, 'Your card was declined. Only test cards work here'],
    ['expiry', { expiry: '01/20' }, 'Your card&#39;s expiration date is in the past.'],
    ['expiry', { expiry: '13/44' }, 'Your card&#39;s expiration date is incomplete.'],
    ['cvc', { cvc: '12' }, 'Your card&#39;s security code is incomplete.'],
    ['cvc', { number: '3782 822463 10005' }, 'Your card&#39;s security code is incomplete.'],
  ])('a wrong %s is told beside its field: %p', async (field, typed, message) => {
    const page = await submit(typed)
    const text = await page.text()
    expect(page.status).toBe(422)
    expect(text).toContain(`id="${field}-error">${message}`)
    expect(text).toContain(`aria-describedby="${field}-error" autofocus`)
    expect(text).toContain('<title>Error: Save a card')
    expect(text).toContain('Rosa &lt;b&gt;Diaz&lt;/b&gt;')
    expect(text).not.toContain('4539')
    expect(await cards()).toEqual([])
  })

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
    ['4000 0000 0000 0127', 'Your card&#39;s security code is incorrect.'],
    ['4000 0000 0000 0119', 'An error occurred while processing your card.'],
  ])('%s is declined inline, and another card may follow', async (number, message) => {
    const page = await submit({ number })
    expect([page.status, (await page.text()).includes(message)]).toEqual([402, true])
    expect(await cards()).toEqual([])
    expect((await submit()).status).toBe(303)
    expect(await cards()).toHaveLength(1)
  })

  test('4000 0000 0000 0341 saves, then declines', async () => {
    expect((await submit({ number: '4000000000000341' })).status).toBe(303)
    const [card] = await cards()
    const error = await refusal(
      stripe.paymentIntents.create({
        amount: 5000,
        currency: 'usd',
        customer,
        payment_method: card?.id,
        allowed_payment_method_types: ['card'],
        confirm: true,
        off_session: true,
      }),
    )
    expect(error.decline_code).toBe('generic_decline')
  })

  test('the bank’s question is asked on a page of its own', async () => {
    const asked = await submit({ number: '4000002500003155' })
    expect(asked.headers.get('location')).toBe(`${path()}/challenge`)
    expect((await show()).headers.get('location')).toBe(`${path()}/challenge`)
    expect(await (await show(`${path()}/challenge`)).text()).toContain('value="fail"')

    const failed = await bench.form(`${path()}/challenge`, { outcome: 'fail' })
    expect(failed.headers.get('location')).toBe(path())
    expect(await (await show()).text()).toContain('Your bank did not confirm this card.')

    await submit({ number: '4000002500003155' })
    const done = await bench.form(`${path()}/challenge`, { outcome: 'complete' })
    expect(done.headers.get('location')).toContain(session.id)
    expect(await cards()).toHaveLength(1)
  })
})

describe('the life of a session', () => {
  test('expires after a day, and its page says so', async () => {
    await bench.advance(24 * 3600)
    const page = await show()
    expect([page.status, (await page.text()).includes(`${ORIGIN}/profile?setup=cancelled`)]).toEqual([410, true])
    const expired = await stripe.checkout.sessions.retrieve(session.id)
    expect([expired.status, expired.url]).toEqual(['expired', null])
    expect((await submit()).status).toBe(410)
    const types = (await stripe.events.list({ type: 'checkout.session.expired' })).data
    expect(types).toHaveLength(1)
  })

  test('an unknown session has no page', async () => {
    expect((await show('/_pay/checkout/cs_test_nothing')).status).toBe(404)
    expect((await show('/_pay/elsewhere')).status).toBe(404)
  })

  test('the removed parameter of older tutorials is refused', async () => {
    const params = { mode: 'setup', success_url: ORIGIN, payment_method_types: ['card'] }
    const error = await refusal(stripe.checkout.sessions.create(params as Stripe.Checkout.SessionCreateParams))
    expect([error.code, error.message]).toEqual([
      'parameter_unknown',
      'Received unknown parameter: payment_method_types',
    ])
  })
})

describe('saved cards', () => {
  test('can be removed for good', async () => {
    const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    const gone = await stripe.paymentMethods.detach(card.id)
    expect(gone.customer).toBeNull()
    expect(await cards()).toEqual([])
    expect((await refusal(stripe.paymentMethods.attach(card.id, { customer }))).message).toContain('may not be used')
    expect((await refusal(stripe.customers.retrievePaymentMethod(customer, card.id))).statusCode).toBe(404)
  })
})
