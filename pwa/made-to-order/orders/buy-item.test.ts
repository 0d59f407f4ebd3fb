import '../../test-support/disk-in-memory'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import type { Seen } from '../../money/seen'
import { ApiError, Unreachable } from '../../sync/client'
import { SyncEngine } from '../../sync/engine'
import { freshDb } from '../../test-support/disk-in-memory'
import { type BuyPress, buyItem } from './buy-item'
import { isBought, isJustPlaced } from './pay-order'
import { claimOrder, EMPTY_ORDER, type OrderWishes, orderDraft, wishesOf } from './purchase-drafts'

const USER = 3
const ITEM = 5
const wishes: OrderWishes = { ...wishesOf(EMPTY_ORDER), name: 'Ana', customizations: { Names: 'Rosa' } }
const seen: Seen = { unitAmount: 4000, terms: 'Final sale.', cancellationPreset: null, leadTimeInDays: 7 }
const otherWishes: OrderWishes = { ...wishes, note: 'Soon, please' }

interface Row {
  id: number
  clientId: string
  note: string | null
  status: string
  /** The total that its buyer was shown, in cents. */
  total: number
  /** The bank has refused it at once. */
  refused: boolean
}

/** A shop and a payment provider as the browser meets them, and lines that break. */
class Shop {
  readonly rows: Row[] = []
  /** Calls whose answer is lost, once each: the shop does its part. */
  readonly lost = new Set<string>()
  /** Calls that the device gives up on before the shop has begun with them, once each. */
  readonly slow = new Set<string>()
  readonly #begun: (() => Response)[] = []
  hasCard = true
  terms = seen.terms
  refuses = false
  challenges = false
  /** The bank agrees, and takes the money later. */
  takesLater = false
  /** The order runs out while its buyer is with the bank. */
  endsMeanwhile = false
  /** The bank agrees just before its buyer gives the order up. */
  paysMeanwhile = false

  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const path = String(input)
    const name = `${init?.method ?? 'GET'} ${path.replace(/\/\d+/, '/:id').replace(/pi_\d+/, 'pi')}`
    const work = () => this.answer(name, path, String(init?.body ?? '{}'))
    if (this.slow.delete(name)) {
      this.#begun.push(work)
      throw new TypeError('Failed to fetch')
    }
    const answer = work()
    if (this.lost.delete(name)) throw new TypeError('Failed to fetch')
    return answer
  }

  /** Goes on with the slow calls. */
  catchUp(): void {
    for (const work of this.#begun.splice(0)) work()
  }

  private answer(name: string, path: string, body: string): Response {
    const id = Number(/(?:\/|pi_)(\d+)/.exec(path)?.[1])
    const row = this.rows.find((order) => order.id === id)
    switch (name) {
      case 'GET /api/payments/config':
        return json({ mode: 'local', publishableKey: 'pk_test_local' })
      case 'POST /api/made-to-order/:id/purchase':
        return this.place(JSON.parse(body))
      case 'GET /api/users/:id/purchases':
        return json(this.rows)
      case 'POST /api/purchases/:id/ask-cancel':
        if (this.paysMeanwhile && row) row.status = 'paid'
        if (row?.status !== 'pending') return json({ code: 'purchase_moved', message: 'It has moved on.' }, 409)
        row.status = 'cancelled'
        return json(row ?? {})
      case 'POST /_pay/v1/payment_intents/pi/confirm':
        return json({ id: `pi_${id}`, client_secret: `pi_${id}_secret_x`, status: 'requires_action' })
      case 'POST /_pay/v1/payment_intents/pi/authenticate':
        return this.finish(row, new URLSearchParams(body).get('outcome') ?? '')
      default:
        throw new Error(`The shop does not know ${name}`)
    }
  }

  private place(order: { clientId: string; note: string | null; expectedTotal: number }): Response {
    const { clientId, note, expectedTotal: total } = order
    let row = this.rows.find((order) => order.clientId === clientId)
    if (!row && !this.hasCard) return json({ code: 'payment_setup_required', message: 'payment_setup_required' }, 402)
    if (!row) {
      const status = this.refuses ? 'cancelled' : this.challenges ? 'pending' : 'paid'
      row = { id: this.rows.length + 1, clientId, note, status, total, refused: this.refuses }
      this.rows.push(row)
    }
    if (row.refused) return json({ code: 'payment_failed', message: 'Your card was declined.' }, 402)
    const clientSecret = row.status === 'pending' ? `pi_${row.id}_secret_x` : null
    const isOther = row.note !== note
    return json(
      {
        purchase: { ...row, userId: USER, totalAmount: row.total, terms: this.terms },
        clientSecret,
        ...(isOther && { isOther }),
      },
      201,
    )
  }

  private finish(row: Row | undefined, outcome: string): Response {
    const error = { code: 'authentication_failed', message: 'The bank said no.' }
    if (!row || outcome === 'fail')
      return json({ id: 'pi', client_secret: 'x', status: 'requires_payment_method', last_payment_error: error })
    if (this.takesLater) return json({ id: `pi_${row.id}`, client_secret: 'x', status: 'processing' })
    row.status = this.endsMeanwhile ? 'cancelled' : 'paid'
    return json({ id: `pi_${row.id}`, client_secret: 'x', status: 'succeeded' })
  }
}

function json(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
}

const realFetch = globalThis.fetch
let shop: Shop
let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  shop = new Shop()
  globalThis.fetch = shop.fetch as typeof fetch
  db = freshDb()
  // Never started: waking it does nothing, and the order is all that talks.
  engine = new SyncEngine(db, USER)
})
afterEach(async () => {
  globalThis.fetch = realFetch
  await db.delete()
})

/** A press as the form makes it: with what is kept on the device at that moment. */
async function press(over: Partial<BuyPress> = {}) {
  return buyItem({
    engine,
    userId: USER,
    itemId: ITEM,
    wishes,
    seen,
    paymentMethodId: 'card',
    attempt: (await orderDraft(ITEM).read(db))?.attempt ?? null,
    claim: (order, before) => claimOrder(db, ITEM, order, before),
    returnUrl: 'https://trestle.example/purchases',
    askBank: async () => 'complete',
    ...over,
  })
}
const statuses = () => shop.rows.map(({ status }) => status)
/** The newest order of the shop is bought. */
const bought = () => ({ kind: 'bought' as const, orderId: shop.rows.at(-1)?.id ?? 0 })
const PURCHASE = 'POST /api/made-to-order/:id/purchase'

test('a paid order is bought, under an id that was kept first', async () => {
  expect(await press()).toEqual(bought())
  expect(shop.rows[0]?.clientId).toBe((await orderDraft(ITEM).read(db))?.attempt?.clientId ?? '')
})

test('without a card nothing is placed, and the next press goes on under the same id', async () => {
  shop.hasCard = false
  expect(await press()).toEqual({ kind: 'card-needed' })
  const kept = (await orderDraft(ITEM).read(db))?.attempt
  shop.hasCard = true
  expect(await press()).toEqual(bought())
  expect(shop.rows.map(({ clientId }) => clientId)).toEqual([kept?.clientId ?? ''])
})

describe('never twice', () => {
  test('when the answer is lost and it is pressed again', async () => {
    shop.lost.add(PURCHASE)
    await expect(press()).rejects.toBeInstanceOf(Unreachable)
    expect(await press()).toEqual(bought())
    expect(statuses()).toEqual(['paid'])
  })

  test('when two pages press at once', async () => {
    await Promise.all([press(), press()])
    expect(statuses()).toEqual(['paid'])
  })

  test('when another page has finished and forgotten the same try', async () => {
    const attempt = await claimOrder(db, ITEM, { wishes, seen }, { over: null, underWay: null })
    await press()
    await orderDraft(ITEM).forget(db)
    expect(await press({ attempt })).toEqual(bought())
    expect(statuses()).toEqual(['paid'])
  })

  test('when the wishes were changed after a lost answer: the earlier order counts', async () => {
    shop.lost.add(PURCHASE)
    await expect(press()).rejects.toBeInstanceOf(Unreachable)
    expect(await press({ wishes: otherWishes })).toEqual({ kind: 'bought-before' })
    expect(shop.rows.map(({ note }) => note)).toEqual([null])
  })

  test('when the wishes were changed while the first request was slow: whichever comes first is the order', async () => {
    shop.slow.add(PURCHASE)
    await expect(press()).rejects.toBeInstanceOf(Unreachable)
    expect(await press({ wishes: otherWishes })).toEqual(bought())
    shop.catchUp()
    expect(shop.rows.map(({ note }) => note)).toEqual(['Soon, please'])
  })

  test('when the request with other wishes is answered to nobody: it is the order that is wanted', async () => {
    shop.slow.add(PURCHASE)
    await expect(press()).rejects.toBeInstanceOf(Unreachable)
    shop.lost.add(PURCHASE)
    await expect(press({ wishes: otherWishes })).rejects.toBeInstanceOf(Unreachable)
    expect((await orderDraft(ITEM).read(db))?.attempt?.wishes).toEqual(otherWishes)
    expect(await press({ wishes: otherWishes })).toEqual(bought())
    shop.catchUp()
    expect(shop.rows.map(({ note }) => note)).toEqual(['Soon, please'])
  })

  test('when the first request overtakes the one with other wishes, and is paid', async () => {
    shop.slow.add(PURCHASE)
    await expect(press()).rejects.toBeInstanceOf(Unreachable)
    const claim: BuyPress['claim'] = (order, before) => {
      shop.catchUp()
      return claimOrder(db, ITEM, order, before)
    }
    expect(await press({ wishes: otherWishes, claim })).toEqual({ kind: 'bought-before' })
    expect(shop.rows.map(({ note, status }) => [note, status])).toEqual([[null, 'paid']])
  })

  test('when the first request overtakes the one with other wishes, and waits for the bank: it gives way', async () => {
    shop.challenges = true
    shop.slow.add(PURCHASE)
    await expect(press()).rejects.toBeInstanceOf(Unreachable)
    const claim: BuyPress['claim'] = (order, before) => {
      shop.catchUp()
      shop.challenges = false
      return claimOrder(db, ITEM, order, before)
    }
    expect(await press({ wishes: otherWishes, claim })).toEqual(bought())
    expect(shop.rows.map(({ note, status }) => [note, status])).toEqual([
      [null, 'cancelled'],
      ['Soon, please', 'paid'],
    ])
  })

  test('when the bank agrees to the earlier try just before it is given up', async () => {
    shop.challenges = true
    await press({ askBank: async () => 'fail' })
    shop.paysMeanwhile = true
    expect(await press({ wishes: otherWishes })).toEqual({ kind: 'bought-before' })
    expect(statuses()).toEqual(['paid'])
  })
})

describe('the bank', () => {
  /** The next press after an order that is over, as the form makes it. */
  const pressAnew = () => {
    const over = shop.rows.at(-1)?.clientId ?? ''
    return press({ attempt: null, claim: (order) => claimOrder(db, ITEM, order, { over, underWay: null }) })
  }
  const declined = { kind: 'declined' as const, message: 'Your card was declined.', isOver: true }

  test('refuses at once: that order is over, and the next press places another', async () => {
    shop.refuses = true
    expect(await press()).toEqual(declined)
    shop.refuses = false
    expect(await pressAnew()).toEqual(bought())
    expect(statuses()).toEqual(['cancelled', 'paid'])
  })

  test('is asked once for one press, also after a press that had no card', async () => {
    shop.hasCard = false
    await press()
    shop.hasCard = true
    shop.refuses = true
    expect(await press()).toEqual(declined)
    expect(statuses()).toEqual(['cancelled'])
  })

  test('has refused an order whose answer was lost: that is said, and the press after it places another', async () => {
    shop.refuses = true
    shop.lost.add(PURCHASE)
    await expect(press()).rejects.toBeInstanceOf(Unreachable)
    shop.refuses = false
    expect(await press()).toEqual(declined)
    expect(await pressAnew()).toEqual(bought())
    expect(statuses()).toEqual(['cancelled', 'paid'])
  })

  test('asks for a step that fails: the next press goes on with the same order', async () => {
    shop.challenges = true
    const failed = { kind: 'declined' as const, message: 'The bank said no.', isOver: false }
    expect(await press({ askBank: async () => 'fail' })).toEqual(failed)
    expect(await press({ paymentMethodId: 'another' })).toEqual(bought())
    expect(statuses()).toEqual(['paid'])
  })

  test('is asked for longer than an order waits: it is not called placed, and the next press places another', async () => {
    shop.challenges = true
    shop.endsMeanwhile = true
    expect(await press()).toMatchObject({ kind: 'declined', isOver: true })
    shop.challenges = false
    expect(await press()).toMatchObject({ kind: 'bought' })
    expect(shop.rows.map(({ status }) => status)).toEqual(['cancelled', 'paid'])
  })

  test('takes the money later: the order is not called paid, and the next press goes on with it', async () => {
    shop.challenges = true
    shop.takesLater = true
    expect(await press()).toEqual({ kind: 'confirmed' })
    for (const row of shop.rows) row.status = 'paid'
    expect(await press()).toEqual(bought())
    expect(statuses()).toEqual(['paid'])
  })

  test('asks about a card that the server chose: the person chooses it first', async () => {
    shop.challenges = true
    expect(await press({ paymentMethodId: null })).toEqual({ kind: 'card-needed' })
    expect(await press()).toEqual(bought())
    expect(statuses()).toEqual(['paid'])
  })

  test('waits while the wishes change: the unpaid order gives way', async () => {
    shop.challenges = true
    await press({ askBank: async () => 'fail' })
    expect(await press({ wishes: otherWishes })).toEqual(bought())
    expect(shop.rows.map(({ status, note }) => [status, note])).toEqual([
      ['cancelled', null],
      ['paid', 'Soon, please'],
    ])
  })
})

describe('a price or conditions that have changed since a press', () => {
  const cheaper = { ...seen, unitAmount: 3000 }
  test.each([
    ['another price', cheaper],
    ['other terms', { ...seen, terms: 'No refunds.' }],
    ['another lead time', { ...seen, leadTimeInDays: 21 }],
  ])('%s: the unpaid order gives way', async (_, now) => {
    shop.challenges = true
    await press({ askBank: async () => 'fail' })
    shop.terms = now.terms
    expect(await press({ seen: now })).toEqual(bought())
    expect(shop.rows.map(({ status, total }) => [status, total])).toEqual([
      ['cancelled', 4000],
      ['paid', now.unitAmount],
    ])
  })

  test('an order that was paid meanwhile counts', async () => {
    shop.lost.add(PURCHASE)
    await expect(press()).rejects.toBeInstanceOf(Unreachable)
    expect(await press({ seen: cheaper })).toEqual(bought())
    expect(statuses()).toEqual(['paid'])
  })
})

test('an order that ran out unpaid makes place for a new one', async () => {
  shop.challenges = true
  await press({ askBank: async () => 'fail' })
  for (const row of shop.rows) row.status = 'cancelled'
  shop.challenges = false
  expect(await press()).toEqual(bought())
  expect(statuses()).toEqual(['cancelled', 'paid'])
})

test('what the server refuses is thrown as it is', async () => {
  globalThis.fetch = (async () =>
    json({ code: 'item_unavailable', message: 'Paused.' }, 409)) as unknown as typeof fetch
  await expect(press()).rejects.toBeInstanceOf(ApiError)
})

test('only what is neither waiting nor over is bought', () => {
  const all = ['pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const
  expect(all.filter((status) => isBought({ status }))).toEqual(['paid', 'processing', 'shipped', 'delivered'])
  expect(isBought(undefined)).toBe(false)
})

test.each([
  ['paid', 29, true],
  ['paid', 30, false],
  ['shipped', 1, false],
] as const)('an order that is %s after %d minutes is just placed: %p', (status, minutes, expected) => {
  const createdAt = '2026-11-28T12:00:00.000Z'
  expect(isJustPlaced({ status, createdAt }, Date.parse(createdAt) + minutes * 60_000)).toBe(expected)
})
