import '../../test-support/disk-in-memory'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { termsHash } from '#schema/shown'
import type { LocalDb } from '../../disk/local-db'
import { changedPrice } from '../../money/changed-price'
import { PaymentsUnavailable } from '../../money/payment-failure'
import type { Seen } from '../../money/seen'
import { ApiError, Unreachable } from '../../sync/client'
import { SyncEngine } from '../../sync/engine'
import { freshDb } from '../../test-support/disk-in-memory'
import { attemptState, isJustSent } from './offer-attempt'
import { claimAttempt, EMPTY_OFFER, type OfferTerms, offerDraft } from './offer-drafts'
import { type OfferPress, submitOffer } from './submit-offer'

const USER = 3
const LISTING = 5
const terms: OfferTerms = { range: { startDate: '2026-11-28', endDate: '2026-11-30' }, quantity: 1, note: '' }
const seen: Seen = { unitAmount: 1250, terms: 'Clean.', cancellationPreset: 'standard', leadTimeInDays: null }
const otherTerms: OfferTerms = { ...terms, quantity: 2 }

interface Row {
  id: number
  clientId: string
  quantity: number
  status: string
  paymentState: string
  card: string
  totalAmount: number
  terms: string
  cancellationPreset: string
}

/** `lost`: the server does its part, and its answer never arrives. `down`: nothing arrives anywhere. */
type Fault = 'lost' | 'down'

/** A server and a payment provider as the browser meets them: the few calls of an offer, and lines that break. */
class Market {
  readonly bookings: Row[] = []
  readonly calls: string[] = []
  /** For the next call of this name. */
  readonly faults = new Map<string, Fault>()
  /** Answers to the next createBooking that are refusals. */
  refusal: { status: number; body: object } | null = null
  challenge = false
  /** Every offer ends before its hold is known. */
  endsHeld = false
  /** The listing's terms of now. */
  terms = 'Clean.'
  /** The last offer that was asked for. */
  wanted: Record<string, unknown> | null = null

  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const path = String(input)
    const name = `${init?.method ?? 'GET'} ${path.replace(/\/\d+/, '/:id').replace(/pi_\d+/, 'pi')}`
    this.calls.push(name)
    const fault = this.faults.get(name)
    this.faults.delete(name)
    if (fault === 'down') throw new TypeError('Failed to fetch')
    const answer = this.answer(name, path, init?.body)
    if (fault === 'lost') throw new TypeError('Failed to fetch')
    return answer
  }

  private answer(name: string, path: string, body: unknown): Response {
    const id = Number(/(?:\/|pi_)(\d+)/.exec(path)?.[1])
    const row = this.bookings.find((booking) => booking.id === id)
    switch (name) {
      case 'GET /api/payments/config':
        return json({ mode: 'local', publishableKey: 'pk_test_local' })
      case 'POST /api/bookings':
        return this.create(JSON.parse(String(body)))
      case 'POST /api/bookings/update-statuses':
        return this.update()
      case 'GET /api/users/:id/bookings':
        return json(this.bookings)
      case 'POST /api/bookings/:id/payment':
        return json({ booking: row, clientSecret: `pi_${id}_secret_x` })
      case 'POST /api/bookings/:id/cancel':
        if (row) row.status = 'cancelled'
        return json(row ?? {})
      case 'POST /_pay/v1/payment_intents/pi/confirm':
        return this.confirm(row, new URLSearchParams(String(body)).get('payment_method') ?? '')
      case 'POST /_pay/v1/payment_intents/pi/authenticate':
        return this.finish(row, new URLSearchParams(String(body)).get('outcome') ?? '')
      default:
        throw new Error(`The market does not know ${name}`)
    }
  }

  private create(wanted: {
    clientId: string
    quantity: number
    paymentMethodId: string
    expectedTotal: number
  }): Response {
    this.wanted = wanted
    if (this.refusal) return json(this.refusal.body, this.refusal.status)
    let row = this.bookings.find(({ clientId }) => clientId === wanted.clientId)
    if (!row) {
      const { clientId, quantity, paymentMethodId: card, expectedTotal: totalAmount } = wanted
      const agreed = { quantity, totalAmount, terms: this.terms, cancellationPreset: 'standard' }
      row = { id: this.bookings.length + 1, clientId, card, ...agreed, status: 'pending', paymentState: 'unconfirmed' }
      this.bookings.push(row)
    }
    return json({ booking: row, clientSecret: `pi_${row.id}_secret_x` }, 201)
  }

  private update(): Response {
    const ended = this.bookings.filter(({ paymentState }) => this.endsHeld && paymentState === 'held')
    for (const row of ended) Object.assign(row, { status: 'expired', paymentState: 'releasing' })
    return json({ updated: ended.length })
  }

  private confirm(row: Row | undefined, card: string): Response {
    if (!row || card === 'broke') return json({ error: { code: 'card_declined', message: 'No funds.' } }, 402)
    row.card = card
    if (this.challenge) return json({ id: `pi_${row.id}`, client_secret: 'x', status: 'requires_action' })
    row.paymentState = 'held'
    return json({ id: `pi_${row.id}`, client_secret: 'x', status: 'requires_capture' })
  }

  private finish(row: Row | undefined, outcome: string): Response {
    if (!row || outcome === 'fail')
      return json({
        id: 'pi',
        client_secret: 'x',
        status: 'requires_payment_method',
        last_payment_error: { code: 'authentication_failed', message: 'The bank said no.' },
      })
    row.paymentState = 'held'
    return json({ id: `pi_${row.id}`, client_secret: 'x', status: 'requires_capture' })
  }
}

function json(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
}

const realFetch = globalThis.fetch
let market: Market
let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  market = new Market()
  globalThis.fetch = market.fetch as typeof fetch
  db = freshDb()
  // Never started: waking it does nothing, and the offer is all that talks.
  engine = new SyncEngine(db, USER)
})
afterEach(async () => {
  globalThis.fetch = realFetch
  await db.delete()
})

/** A press as the form makes it: with what is kept on the device at that moment. */
async function press(over: Partial<OfferPress> = {}) {
  const { attempt } = (await offerDraft(LISTING).read(db)) ?? EMPTY_OFFER
  return submitOffer({
    engine,
    userId: USER,
    listingId: LISTING,
    terms,
    seen,
    paymentMethodId: 'card',
    attempt,
    claim: (wanted, ended) => claimAttempt(db, LISTING, wanted, ended),
    returnUrl: 'https://trestle.example/listings/5',
    askBank: async () => 'complete',
    ...over,
  })
}

test('an offer says what its person was shown, and another price of the server’s ends the press without a second id', async () => {
  const now = { unitAmount: 2500, terms: 'Clean.', cancellationPreset: 'standard', leadTimeInDays: null }
  market.refusal = {
    status: 409,
    body: { code: 'price_changed', message: 'Changed', now: { ...now, totalAmount: 7500 } },
  }
  const error = await press().catch((thrown) => thrown)
  expect(changedPrice(error)).toEqual(now as Seen)
  expect(market.wanted).toMatchObject({ expectedTotal: 3 * 1250, expectedTerms: termsHash(seen) })
  const refused = market.wanted?.clientId
  market.refusal = null
  expect(await press({ seen: now as Seen })).toEqual({ kind: 'sent' })
  expect(market.wanted).toMatchObject({ expectedTotal: 3 * 2500, clientId: refused })
})

const states = () => market.bookings.map(({ status, paymentState }) => `${status} ${paymentState}`)

describe('one offer comes of it', () => {
  test('when all goes well', async () => {
    expect(await press()).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['pending held'])
  })

  test('when the answer to its making got lost', async () => {
    market.faults.set('POST /api/bookings', 'lost')
    await expect(press()).rejects.toThrow(Unreachable)
    expect(await press()).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['pending held'])
  })

  test('when it never arrived', async () => {
    market.faults.set('POST /api/bookings', 'down')
    await expect(press()).rejects.toThrow(Unreachable)
    expect(await press()).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['pending held'])
  })

  test('when the answer to its hold got lost: the server knows', async () => {
    market.faults.set('POST /_pay/v1/payment_intents/pi/confirm', 'lost')
    expect(await press()).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['pending held'])
  })

  test('when the server cannot be asked either, and it is pressed again', async () => {
    market.faults.set('POST /_pay/v1/payment_intents/pi/confirm', 'lost')
    market.faults.set('POST /api/bookings/update-statuses', 'down')
    expect(await press()).toEqual({ kind: 'unknown' })
    expect(await press()).toEqual({ kind: 'sent' })
    expect(market.calls.filter((name) => name.endsWith('/confirm'))).toHaveLength(1)
    expect(states()).toEqual(['pending held'])
  })

  test('when two presses come at once', async () => {
    await Promise.all([press(), press()])
    expect(states()).toEqual(['pending held'])
  })

  test('when the first card is refused and another one pays', async () => {
    expect(await press({ paymentMethodId: 'broke' })).toEqual({ kind: 'refused', message: 'No funds.' })
    expect(await press({ paymentMethodId: 'good' })).toEqual({ kind: 'sent' })
    expect(market.bookings).toMatchObject([{ paymentState: 'held', card: 'good' }])
  })
})

describe('the bank asks for a step', () => {
  beforeEach(() => {
    market.challenge = true
  })

  test('that is completed', async () => {
    expect(await press()).toEqual({ kind: 'sent' })
  })

  test('that fails, and is completed at the next press', async () => {
    expect(await press({ askBank: async () => 'fail' })).toEqual({ kind: 'refused', message: 'The bank said no.' })
    expect(await press()).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['pending held'])
  })
})

describe('an offer that ended before its hold was confirmed', () => {
  beforeEach(() => {
    market.endsHeld = true
  })

  test('is not called sent, and the next press makes another one', async () => {
    expect(await press()).toEqual({ kind: 'over' })
    market.endsHeld = false
    expect(await press()).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['expired releasing', 'pending held'])
  })

  test('is not called open when the answer to its hold got lost', async () => {
    market.faults.set('POST /_pay/v1/payment_intents/pi/confirm', 'lost')
    expect(await press()).toEqual({ kind: 'over' })
  })
})

describe('an offer that was changed after a try', () => {
  test.each([
    ['the price', { ...seen, unitAmount: 1000 }],
    ['the terms', { ...seen, terms: 'Dry clean.' }],
  ])('gives way when %s has changed since', async (_, now) => {
    await press({ paymentMethodId: 'broke' })
    market.terms = now.terms
    expect(await press({ seen: now })).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['cancelled unconfirmed', 'pending held'])
    expect(market.bookings[1]).toMatchObject({ totalAmount: 3 * now.unitAmount, terms: now.terms })
  })

  test('takes the place of one that nobody has seen', async () => {
    await press({ paymentMethodId: 'broke' })
    expect(await press({ terms: otherTerms })).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['cancelled unconfirmed', 'pending held'])
    expect(market.bookings[1]?.quantity).toBe(2)
  })

  test('does not become a second one when the first turns out to have been sent', async () => {
    market.faults.set('POST /_pay/v1/payment_intents/pi/confirm', 'lost')
    market.faults.set('POST /api/bookings/update-statuses', 'down')
    await press()
    expect(await press({ terms: otherTerms })).toEqual({ kind: 'sent-before', terms })
    expect(states()).toEqual(['pending held'])
  })

  test('starts afresh when the first has run out', async () => {
    await press({ paymentMethodId: 'broke' })
    for (const row of market.bookings) row.status = 'expired'
    expect(await press()).toEqual({ kind: 'sent' })
    expect(states()).toEqual(['expired unconfirmed', 'pending held'])
  })
})

test('a refusal of the server is thrown as it came, and the next press tries again', async () => {
  market.refusal = { status: 409, body: { code: 'dates_taken', message: 'Taken.', fields: { days: '2026-11-29' } } }
  const error = await press().catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error.fields).toEqual({ days: '2026-11-29' })
  market.refusal = null
  expect(await press({ terms: otherTerms })).toEqual({ kind: 'sent' })
  expect(market.bookings).toHaveLength(1)
})

test('without the payment side nothing leaves the device', async () => {
  market.faults.set('GET /api/payments/config', 'down')
  await expect(press()).rejects.toThrow(PaymentsUnavailable)
  expect(market.calls).toEqual(['GET /api/payments/config'])
  expect(await offerDraft(LISTING).read(db)).toBeNull()
})

test.each([
  [undefined, undefined, 'missing'],
  ['pending', 'unconfirmed', 'open'],
  ['pending', 'held', 'sent'],
  ['approved', 'capturing', 'sent'],
  ['approved', 'capture_failed', 'sent'],
  ['paid', 'captured', 'sent'],
  ['completed', 'captured', 'sent'],
  ['declined', 'released', 'over'],
  ['expired', 'unconfirmed', 'over'],
  ['cancelled', 'released', 'over'],
] as const)('a try whose booking is %s and %s is %s', (status, paymentState, expected) => {
  expect(attemptState(status && paymentState && { status, paymentState })).toBe(expected)
})

test.each([
  ['pending', 14, true],
  ['pending', 15, false],
  ['approved', 1, false],
] as const)('an offer that is %s after %d minutes is just sent: %p', (status, minutes, expected) => {
  const createdAt = '2026-11-28T12:00:00.000Z'
  expect(isJustSent({ status, createdAt }, Date.parse(createdAt) + minutes * 60_000)).toBe(expected)
})
