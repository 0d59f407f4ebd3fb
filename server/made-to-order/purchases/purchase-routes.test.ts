import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ProviderError } from '../../money/gateway'
import { auditLedger } from '../../money/ledger/audit'
import { listBalances } from '../../test-support/list-balances'
import { buyItem, DELIVERY_ADDRESS, newItem, postItem } from '../../test-support/order-kit'
import { switchOffWebhooks } from '../../test-support/provider-kit'
import { confirmHold, openPayoutAccount, saveCard } from '../../test-support/rental-kit'
import { signIn, signUp, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { sweepPurchases } from './purchase-sweep'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let t: TestApp
let maker: TestPerson
let buyer: TestPerson
let stranger: TestPerson
let itemId: number

beforeEach(async () => {
  t = await openTestApp()
  maker = await signUp(t, 'mira')
  buyer = await signUp(t, 'bea')
  stranger = await signUp(t, 'sam')
  itemId = await postItem(t, maker, cards())
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

const cards = (changes: Record<string, unknown> = {}) =>
  newItem({
    customizationOptions: [
      { name: 'Names', type: 'text', required: true, maxLength: 40, hint: 'One per line' },
      { name: 'Ink', type: 'color', options: ['Sage #9CAF88', 'Plum'] },
    ],
    leadTimeInDays: 10,
    ...changes,
  })
const buy = (body: Record<string, unknown> = {}, person = buyer) =>
  buyItem(t, person, itemId, { customizations: { Names: 'Ana, Ben' }, ...body })
const setStatus = (id: number, status: string, further: Record<string, unknown> = {}, person = maker) =>
  t.call('POST', `/api/purchases/${id}/status`, { as: person.as, body: { status, ...further } })
const mine = async (person = buyer) =>
  (await t.call('GET', `/api/users/${person.id}/purchases`, { as: person.as })).body
const earnings = async () => (await t.call('GET', '/api/user/earnings', { as: maker.as })).body
const balance = async (name: string) => (await listBalances(t.deps.db)).get(name) ?? 0
async function advance(ms: number) {
  t.clock.advance(ms)
  await t.deps.payments.local?.tick()
  await sweepPurchases(t.deps)
  for (const person of [maker, buyer, stranger]) person.as = await signIn(t, person.username)
}
async function paidOrder(): Promise<number> {
  await saveCard(t, buyer)
  const { status, body } = await buy()
  expect([status, body.purchase?.status]).toEqual([201, 'paid'])
  return body.purchase.id
}

describe('buying', () => {
  test('without a card is 402 with the word that opens the payment step', async () => {
    const { status, body } = await buy()
    expect([status, body.code]).toEqual([402, 'payment_setup_required'])
    expect(body.message).toContain('payment_setup_required')
    expect(await mine()).toEqual([])
  })

  test('takes the money at once and tells both sides; the seller learns the address', async () => {
    await saveCard(t, buyer)
    const { body } = await buy({
      note: 'By courier, please',
      customizations: { Names: ' Ana ', Ink: 'Plum', Other: ' ' },
    })
    expect(body).toMatchObject({
      clientSecret: null,
      purchase: {
        status: 'paid',
        paymentState: 'captured',
        totalAmount: 4000,
        customizations: { Names: 'Ana', Ink: 'Plum' },
        estimatedDeliveryDate: '2026-12-11',
      },
    })
    const orders = await t.call('GET', `/api/made-to-order/${itemId}/purchases`, { as: maker.as })
    expect(orders.body).toMatchObject([
      { buyerUsername: 'bea', deliveryAddress: DELIVERY_ADDRESS, note: 'By courier, please' },
    ])
    expect(await earnings()).toEqual({ pending: 4000, available: 0 })
  })

  test('of several pieces takes the price of each, and asks again when that is not what was shown', async () => {
    await saveCard(t, buyer)
    for (const quantity of [0, 1001, 1.5, 'many'])
      expect((await buy({ quantity })).body).toMatchObject({
        code: 'validation',
        fields: { quantity: expect.any(String) },
      })
    await t.call('POST', `/api/made-to-order/${itemId}`, { as: maker.as, body: cards({ price: 6000 }) })
    const tooMuch = await buy({ quantity: 1000 })
    expect([tooMuch.status, tooMuch.body.message]).toEqual([422, expect.stringContaining('This comes to $60,000.00')])
    await t.call('POST', `/api/made-to-order/${itemId}`, { as: maker.as, body: cards() })
    const changed = await buy({ quantity: 3, expectedTotal: 4000 })
    expect(changed.body).toMatchObject({ code: 'price_changed', now: { totalAmount: 12000, unitAmount: 4000 } })
    expect(await mine()).toEqual([])
    const { body } = await buy({ quantity: 3, expectedTotal: 12000 })
    expect(body.purchase).toMatchObject({ status: 'paid', quantity: 3, totalAmount: 12000 })
    expect(await earnings()).toEqual({ pending: 12000, available: 0 })
    await setStatus(body.purchase.id, 'cancelled')
    await t.deps.payments.local?.tick()
    expect(await mine()).toMatchObject([{ quantity: 3, refundedAmount: 12000 }])
  })

  test('twice under one client id, at once and later, is bought once', async () => {
    await saveCard(t, buyer)
    const clientId = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => buy({ clientId })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect((await buy({ clientId })).body.purchase.id).toBe(answers[0]?.body.purchase.id)
    expect(await mine()).toHaveLength(1)
    expect(await balance('stripe_balance')).toBe(4000)
  })

  test.each<[Record<string, unknown>, true | undefined]>([
    [{ note: ' By courier ', customizations: { Names: 'Ana ', Ink: '' } }, undefined],
    [{ note: 'By post' }, true],
    [{ quantity: 2, expectedTotal: 8000 }, true],
    [{ needBy: '2027-01-20' }, true],
    [{ customizations: { Names: 'Anna' } }, true],
    [{ customizations: { Names: 'Ana', Ink: 'Plum' } }, true],
    [{ deliveryAddress: { ...DELIVERY_ADDRESS, name: 'Ben' } }, true],
  ])(
    'under the id of an order that is placed, %p says whether it is another one, and buys nothing',
    async (wishes, isOther) => {
      await saveCard(t, buyer)
      const clientId = crypto.randomUUID()
      const placed = { clientId, note: 'By courier', customizations: { Names: 'Ana' } }
      const { body } = await buy(placed)
      expect(body.isOther).toBeUndefined()
      const again = await buy({ ...placed, ...wishes })
      expect([again.status, again.body.purchase.id, again.body.isOther]).toEqual([201, body.purchase.id, isOther])
      expect(await mine()).toHaveLength(1)
    },
  )

  test.each([['pm_card_chargeCustomerFail', 'Your card was declined.']])(
    'a refused card (%s) says so, takes nothing, and another one works',
    async (card, words) => {
      await saveCard(t, buyer, card)
      const refused = await buy()
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([402, 'payment_failed', words])
      expect(await mine()).toMatchObject([{ status: 'cancelled', paymentState: 'failed' }])
      const other = await saveCard(t, buyer)
      expect((await buy({ paymentMethodId: other })).body.purchase.status).toBe('paid')
    },
  )

  test('a bank that wants a step leaves the order open, and the step pays it once', async () => {
    await saveCard(t, buyer, 'pm_card_authenticationRequired')
    const { body } = await buy()
    expect(body.purchase).toMatchObject({ status: 'pending', payBy: '2026-12-01T17:30:00.000Z' })
    expect((await t.call('GET', `/api/made-to-order/${itemId}/purchases`, { as: maker.as })).body).toEqual([])
    const again = await t.call('POST', `/api/purchases/${body.purchase.id}/payment`, { as: buyer.as })
    expect(again.body.clientSecret).toBe(body.clientSecret)
    const other = await saveCard(t, buyer)
    const confirmed = await confirmHold(t, body.clientSecret, other)
    if (confirmed.status === 'requires_action') return expect(confirmed.status).toBe('requires_action')
    await sweepPurchases(t.deps)
    expect(await mine()).toMatchObject([{ status: 'paid' }])
  })

  describe('a payment that the bank has agreed to, and of which no message has come', () => {
    let id: number
    beforeEach(async () => {
      await switchOffWebhooks(t)
      await saveCard(t, buyer, 'pm_card_authenticationRequired')
      const { body } = await buy()
      id = body.purchase.id
      expect(await confirmHold(t, body.clientSecret, await saveCard(t, buyer))).toMatchObject({ status: 'succeeded' })
    })

    test('leaves nothing to pay', async () => {
      const { body } = await t.call('POST', `/api/purchases/${id}/payment`, { as: buyer.as })
      expect(body).toMatchObject({ clientSecret: null, purchase: { status: 'paid' } })
    })

    test('is not given up as an unpaid one', async () => {
      const ask = await t.call('POST', `/api/purchases/${id}/ask-cancel`, { as: buyer.as, body: { seen: 'pending' } })
      expect(ask.body.code).toBe('purchase_moved')
      expect(await mine()).toMatchObject([{ status: 'paid', cancelAskedAt: null }])
    })
  })

  test('nothing is left to pay is not said of an order whose charge is under way', async () => {
    await saveCard(t, buyer)
    const { gateway } = t.deps.payments
    const { chargePresent } = gateway
    gateway.chargePresent = async () => {
      throw new ProviderError('unavailable', 'api_error', 'The bank is slow.')
    }
    const { body } = await buy()
    expect(body).toMatchObject({ clientSecret: null, purchase: { status: 'pending' } })
    const open = () => t.call('POST', `/api/purchases/${body.purchase.id}/payment`, { as: buyer.as })
    expect([(await open()).status, (await open()).body.code]).toEqual([503, 'payment_provider_unavailable'])
    gateway.chargePresent = chargePresent
    await advance(60_000)
    expect(await mine()).toMatchObject([{ status: 'paid' }])
  })

  test('an order that is not paid within half an hour ends, and cannot be paid any more', async () => {
    await saveCard(t, buyer, 'pm_card_authenticationRequired')
    const { body } = await buy()
    await advance(29 * 60_000)
    expect(await mine()).toMatchObject([{ status: 'pending' }])
    await advance(60_000)
    expect(await mine()).toMatchObject([{ status: 'cancelled' }])
    const late = await confirmHold(t, body.clientSecret, await saveCard(t, buyer))
    expect(late.error?.code).toBe('payment_intent_unexpected_state')
    expect((await t.call('POST', `/api/purchases/${body.purchase.id}/payment`, { as: buyer.as })).status).toBe(409)
  })

  test.each([
    [{ customizations: {} }, { 'customizations.Names': 'Required' }],
    [{ customizations: { Names: 'x'.repeat(41) } }, { 'customizations.Names': 'Please keep this under 40 characters' }],
    [
      { customizations: { Names: 'Ana', Ink: 'Neon' } },
      { 'customizations.Ink': 'Please choose one of the offered choices' },
    ],
    [
      { customizations: { Names: 'Ana', Ribbon: 'Red' } },
      { 'customizations.Ribbon': 'The maker does not offer this any more' },
    ],
    [{ needBy: '2026-12-05' }, { askedMaker: 'Please ask the maker first whether it can be there by then' }],
    [{ needBy: '2026-11-05' }, { needBy: 'Please choose a day that is still to come' }],
    [
      { deliveryAddress: { ...DELIVERY_ADDRESS, name: ' ', zipCode: '123' } },
      { 'deliveryAddress.name': 'Recipient name is required', 'deliveryAddress.zipCode': 'Valid ZIP code is required' },
    ],
  ])('%j is refused beside its field, before anything is charged', async (change, fields) => {
    await saveCard(t, buyer)
    const { status, body } = await buy(change)
    expect([status, body.fields]).toEqual([422, fields])
    expect(await mine()).toEqual([])
  })

  test('nobody buys their own, what is paused, archived or not there', async () => {
    await saveCard(t, buyer)
    expect((await buy({}, maker)).body.code).toBe('own_item')
    await t.call('POST', `/api/made-to-order/${itemId}/pause`, { as: maker.as, body: { until: '2026-12-01' } })
    expect((await buy()).body.code).toBe('item_unavailable')
    await t.call('POST', `/api/made-to-order/${itemId}/pause`, { as: maker.as, body: { until: null } })
    await t.call('POST', `/api/made-to-order/${itemId}/archive`, { as: maker.as, body: { archived: true } })
    expect((await buy()).body.code).toBe('item_not_found')
  })
})

describe('an order', () => {
  test('is moved by its seller alone, to anything but what it is, and never paid by hand', async () => {
    const id = await paidOrder()
    expect((await setStatus(id, 'processing', {}, buyer)).status).toBe(403)
    expect((await setStatus(id, 'processing', {}, stranger)).status).toBe(404)
    expect((await setStatus(id, 'paid')).body.code).toBe('same_status')
    expect((await setStatus(id, 'pending')).body).toEqual({
      code: 'paid_by_hand',
      message: 'Only its payment decides whether an order is pending or paid.',
    })
    expect((await setStatus(id, 'shipped', { trackingNote: 'Track 12' })).body).toMatchObject({
      status: 'shipped',
      trackingNote: 'Track 12',
    })
    expect((await setStatus(id, 'processing', { seen: 'paid' })).body.code).toBe('purchase_moved')
    expect((await setStatus(id, 'processing', { seen: 'shipped' })).status).toBe(200)
    expect((await mine())[0].history.map((entry: { status: string }) => entry.status)).toEqual([
      'pending',
      'paid',
      'shipped',
      'processing',
    ])
  })

  test('that its seller cancels is returned in full, once, and is over', async () => {
    const id = await paidOrder()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const cancel = () =>
      t.call('POST', `/api/purchases/${id}/status`, { as: maker.as, body: { status: 'cancelled' }, headers: key })
    const answers = await Promise.all([cancel(), cancel(), cancel()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await sweepPurchases(t.deps)
    expect(await mine()).toMatchObject([{ status: 'cancelled', paymentState: 'refunded', refundedAmount: 4000 }])
    expect((await setStatus(id, 'shipped')).body.code).toBe('purchase_over')
    expect(await balance('stripe_balance')).toBe(0)
    expect(await earnings()).toEqual({ pending: 0, available: 0 })
  })

  test('becomes the seller’s 48 hours after delivery, and is sent on once there is an account', async () => {
    const id = await paidOrder()
    await setStatus(id, 'delivered')
    await advance(48 * HOUR_MS - 1000)
    expect(await earnings()).toEqual({ pending: 4000, available: 0 })
    await advance(1000)
    expect(await earnings()).toEqual({ pending: 0, available: 4000 })
    expect(await balance('stripe_balance')).toBe(4000)
    await openPayoutAccount(t, maker)
    await sweepPurchases(t.deps)
    await sweepPurchases(t.deps)
    expect(await balance('stripe_balance')).toBe(0)
    expect(await earnings()).toEqual({ pending: 0, available: 4000 })
  })

  test('that was shipped becomes theirs 14 days later', async () => {
    const id = await paidOrder()
    await setStatus(id, 'shipped')
    const due = new Date(t.clock.now.getTime() + 14 * DAY_MS).toISOString()
    expect((await t.call('GET', '/api/user/transactions', { as: maker.as })).body).toMatchObject([{ dueAt: due }])
    await advance(14 * DAY_MS - 1000)
    expect(await earnings()).toEqual({ pending: 4000, available: 0 })
    await advance(1000)
    expect(await earnings()).toEqual({ pending: 0, available: 4000 })
  })

  test('may be asked back once, before work has begun', async () => {
    const id = await paidOrder()
    const ask = (person = buyer) => t.call('POST', `/api/purchases/${id}/ask-cancel`, { as: person.as })
    expect((await ask(maker)).status).toBe(404)
    expect((await ask()).body).toMatchObject({ status: 'paid', cancelAskedAt: t.clock.now.toISOString() })
    expect((await ask()).body.code).toBe('cancel_asked')
  })

  test('is not asked about by somebody who gives an unpaid order up', async () => {
    const id = await paidOrder()
    const ask = (seen: string) => t.call('POST', `/api/purchases/${id}/ask-cancel`, { as: buyer.as, body: { seen } })
    expect((await ask('pending')).body.code).toBe('purchase_moved')
    expect(await mine()).toMatchObject([{ status: 'paid', cancelAskedAt: null }])
    expect((await ask('paid')).body.cancelAskedAt).not.toBeNull()
  })

  test('that ran out unpaid is over, also for a buyer who gives it up', async () => {
    await saveCard(t, buyer, 'pm_card_authenticationRequired')
    const { id } = (await buy()).body.purchase
    await advance(31 * 60_000)
    const [before] = await mine()
    expect(before).toMatchObject({ status: 'cancelled', cancelAskedAt: null })
    const answer = await t.call('POST', `/api/purchases/${id}/ask-cancel`, { as: buyer.as, body: { seen: 'pending' } })
    expect([answer.status, answer.body]).toEqual([200, before])
    expect(await mine()).toEqual([before])
  })

  test('has a thread between its two sides', async () => {
    const id = await paidOrder()
    const say = (person: TestPerson, content: string) =>
      t.call('POST', `/api/purchases/${id}/messages`, {
        as: person.as,
        body: { content, clientId: crypto.randomUUID() },
      })
    expect((await say(buyer, 'When does it leave?')).body).toMatchObject({ purchaseId: id, bookingId: null })
    expect((await say(maker, 'Tomorrow.')).status).toBe(201)
    expect((await say(stranger, 'Hello')).status).toBe(404)
    const thread = await t.call('GET', `/api/purchases/${id}/messages`, { as: buyer.as })
    expect(thread.body.map(({ content }: { content: string }) => content)).toEqual(['When does it leave?', 'Tomorrow.'])
  })
})

describe('an item', () => {
  test('keeps its drafts and repeats apart, and its open orders keep what they were placed on', async () => {
    const clientId = crypto.randomUUID()
    const create = () => t.call('POST', '/api/made-to-order', { as: maker.as, body: cards({ clientId }) })
    const [first, second] = [await create(), await create()]
    expect(second.body.id).toBe(first.body.id)
    const id = await paidOrder()
    const change = cards({ title: 'Place cards in gold', price: 9000 })
    expect((await t.call('POST', `/api/made-to-order/${itemId}`, { as: buyer.as, body: change })).status).toBe(403)
    expect((await t.call('POST', `/api/made-to-order/${itemId}`, { as: maker.as, body: change })).body).toMatchObject({
      title: 'Place cards in gold',
      photoAlts: ['', ''],
    })
    expect((await mine()).find((order: { id: number }) => order.id === id)).toMatchObject({
      itemTitle: 'Hand-lettered place cards',
      totalAmount: 4000,
    })
  })

  test.each([
    [{ title: 'Card' }, { title: 'Title must be at least 5 characters' }],
    [{ title: '\u200b'.repeat(5) }, { title: 'Title must be at least 5 characters' }],
    [{ images: [] }, { images: 'Please add at least one additional image' }],
    [{ price: 99 }, { price: 'Price must be at least $1' }],
    [{ price: 40.5 }, { price: 'Price must be at least $1' }],
    [{ category: 'cars' }, { category: 'Please select a category' }],
    [{ leadTimeInDays: 0 }, { leadTimeInDays: 'Lead time must be at least 1 day' }],
    [{ terms: 'Short' }, { terms: 'Terms must be at least 10 characters' }],
    [
      { customizationOptions: [{ name: 'Size', type: 'select', options: [] }] },
      { 'customizationOptions.0.options': 'Please add at least one choice' },
    ],
  ])('%j is refused beside its field', async (change, fields) => {
    const { status, body } = await t.call('POST', '/api/made-to-order', { as: maker.as, body: cards(change) })
    expect([status, body.fields]).toEqual([422, fields])
  })
})

test('an order that cannot be paid is refused before anything is stored', async () => {
  await saveCard(t, buyer)
  itemId = await postItem(t, maker, cards({ price: 5_000_001 }))
  const refused = await buy()
  const words = 'This comes to $50,000.01. A payment is at least $0.50 and at most $50,000.00.'
  expect([refused.status, refused.body]).toEqual([
    422,
    { code: 'validation', message: words, fields: { price: words } },
  ])
  expect(await mine()).toEqual([])
})
