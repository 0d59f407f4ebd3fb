import { expect, test } from 'bun:test'
import Stripe from 'stripe'
import { stripeGateway } from './stripe-gateway'

/** More than anybody may read at once. */
const THERE_ARE = 10_101
const made = (nth: number) => new Date(Date.UTC(2026, 0, 1) + nth * 1000)

/** A provider that has this many of each thing, answered newest first, a page at a time. */
function gatewayWith(shape: (nth: number) => object) {
  const answer = (request: string | URL | Request) => {
    const { searchParams } = new URL(String(request))
    const after = searchParams.get('starting_after')
    const newest = after === null ? THERE_ARE : Number(after.split('_')[1]) - 1
    const page = Array.from({ length: Math.min(Number(searchParams.get('limit')), newest) }, (_, nth) => newest - nth)
    const data = page.map((nth) => ({ id: `it_${nth}`, created: made(nth).getTime() / 1000, ...shape(nth) }))
    return Promise.resolve(Response.json({ object: 'list', url: '/', has_more: page.at(-1) !== 1, data }))
  }
  const httpClient = Stripe.createFetchHttpClient(answer as typeof fetch)
  return stripeGateway({ secretKey: 'sk_test_lists', webhookSecrets: () => [], config: { httpClient } })
}

test('of however many events since the last walk none is left out, the oldest first', async () => {
  const gateway = gatewayWith((nth) => ({
    type: 'refund.failed',
    data: { object: { object: 'refund', id: `re_${nth}` } },
  }))
  const events = await gateway.listEvents(made(0))
  expect([events.length, events[0]?.objectId, events.at(-1)?.objectId]).toEqual([THERE_ARE, 're_1', `re_${THERE_ARE}`])
})

test('of however many movements since the last walk none is left out, the oldest first', async () => {
  const gateway = gatewayWith((nth) => ({ type: 'charge', source: `ch_${nth}`, amount: 1, fee: 0 }))
  const movements = await gateway.listMovements(made(0))
  expect([movements.length, movements[0]?.source, movements.at(-1)?.source]).toEqual([
    THERE_ARE,
    'ch_1',
    `ch_${THERE_ARE}`,
  ])
})
