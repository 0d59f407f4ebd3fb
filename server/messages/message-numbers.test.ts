import { afterEach, beforeEach, expect, test } from 'bun:test'
import { SEQ_HEADER } from '#schema/sync-scopes'
import { SQLD } from '../test-support/database-server'
import { placeOrder, postItem } from '../test-support/order-kit'
import { holdOffer, openRental, type Rental } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'

const here = test.skipIf(!SQLD)
let t: TestApp
let rental: Rental

beforeEach(async () => {
  if (!SQLD) return
  // The servers are asked in turn, and each takes its numbers from a block of its own.
  t = await openTestApp({}, { servers: 2 })
  rental = await openRental(t)
})
afterEach(async () => {
  if (!SQLD) return
  expect(t.errors).toEqual([])
  await t.close()
})

const openThread = {
  booking: async () => `/api/bookings/${await holdOffer(t, rental, 'renter')}`,
  order: async () => `/api/purchases/${await placeOrder(t, rental.renter, await postItem(t, rental.owner))}`,
  async question() {
    const body = { listingId: rental.listingId, content: 'Is it gold?' }
    const { body: asked } = await t.call('POST', '/api/questions', { as: rental.renter.as, body })
    return `/api/questions/${asked.questionId}`
  },
}

/** The newest number tells how much of a thread somebody has read. */
here.each(['booking', 'order', 'question'] as const)(
  'messages of a thread are numbered as they arrive, whichever server takes them: %s',
  async (about) => {
    const path = await openThread[about]()
    const write = async (nth: number) => {
      const { as } = nth % 3 ? rental.owner : rental.renter
      const { status, body, headers } = await t.call('POST', `${path}/messages`, { as, body: { content: `${nth}` } })
      expect(status).toBe(201)
      return { id: Number(body.id), seq: Number(headers.get(SEQ_HEADER)) }
    }
    const written: Awaited<ReturnType<typeof write>>[] = []
    for (let nth = 0; nth < 5; nth++) written.push(await write(nth))
    written.push(...(await Promise.all([5, 6, 7, 8, 9, 10].map(write))))
    const numbers = written.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(new Set(numbers).size).toBe(11)
  },
)
