import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hasReachedOwner } from '#schema/booking'
import type { Change } from '#schema/sync'
import { build, step } from '../db/steps'
import { messages } from '../db/tables'
import { prepareDatabase } from '../prepare-database'
import { buyItem, postItem } from '../test-support/order-kit'
import { armFault, confirmHold, makeOffer, openRental, type Rental } from '../test-support/rental-kit'
import type { TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

/** The messages that a device of this person holds after a first pull. */
async function threadsOf(person: TestPerson): Promise<string[]> {
  const { body } = await t.call('POST', '/api/sync/pull', {
    as: person.as,
    body: { epoch: null, scopes: { [`u:${person.id}`]: [0, null] } },
  })
  const rows = (body.changes as Change[]).filter(({ c, x }) => c === 'message' && x === undefined)
  return rows.map(({ d }) => (d as { content: string }).content)
}

/** A message as a build from before stored it, whatever the state of its thread. */
async function storeMessage(about: { bookingId: number } | { purchaseId: number }, content: string): Promise<void> {
  const row = { ...about, senderId: rental.renter.id, content, createdAt: t.clock.now.toISOString() }
  await t.deps.db.write(() => [step(build.insert(messages).values(row))])
}

async function hold(clientSecret: string): Promise<void> {
  await confirmHold(t, clientSecret, rental.cards.renter)
  await t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
}

const say = (path: string, person: TestPerson) =>
  t.call('POST', `${path}/messages`, { as: person.as, body: { content: 'Hello' } })

describe('the thread of an offer whose hold is not in place', () => {
  test('takes no words from either side, and says when it will', async () => {
    const { body } = await makeOffer(t, rental, 'renter')
    const path = `/api/bookings/${body.booking.id}`
    const refused = await say(path, rental.renter)
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'not_held', message: 'You can write once the payment for this offer is in place.' },
    ])
    expect((await say(path, rental.owner)).status).toBe(404)
    await hold(body.clientSecret)
    expect((await say(path, rental.renter)).status).toBe(201)
    expect(await threadsOf(rental.owner)).toEqual(['Hello'])
  })

  test('is not there once its renter has cancelled', async () => {
    const { body } = await makeOffer(t, rental, 'renter')
    const path = `/api/bookings/${body.booking.id}`
    const cancelled = await t.call('POST', `${path}/cancel`, { as: rental.renter.as, body: {} })
    expect(hasReachedOwner(cancelled.body)).toBe(false)
  })

  test('reaches the owner with the offer, not before', async () => {
    const { body } = await makeOffer(t, rental, 'renter')
    await storeMessage({ bookingId: body.booking.id }, 'Answer me!')
    expect(await threadsOf(rental.owner)).toEqual([])
    expect(await threadsOf(rental.renter)).toEqual(['Answer me!'])
    await hold(body.clientSecret)
    expect(await threadsOf(rental.owner)).toEqual(['Answer me!'])
  })

  test('leaves the devices that an older build had sent it to', async () => {
    const { body } = await makeOffer(t, rental, 'renter')
    await storeMessage({ bookingId: body.booking.id }, 'Answer me!')
    const scope = `u:${rental.owner.id}`
    const entry = `INSERT INTO sync_feed (scope, coll, rid, seq, del) SELECT '${scope}', 'message', rid, seq, 0 FROM sync_feed WHERE coll = 'message'`
    const olderTrigger = 'DROP TRIGGER sync_messages_feed_1_INSERT'
    await t.deps.db.batch([entry, olderTrigger].map((sql) => ({ sql, args: [] })))
    expect(await threadsOf(rental.owner)).toEqual(['Answer me!'])
    await prepareDatabase(t.deps.db.source)
    await t.restart()
    expect(await threadsOf(rental.owner)).toEqual([])
    expect(await threadsOf(rental.renter)).toEqual(['Answer me!'])
    const { body: pulled } = await t.call('POST', '/api/sync/pull', {
      as: rental.owner.as,
      body: { epoch: t.deps.feed.epoch(), scopes: { [scope]: [0, null] } },
    })
    const [count] = await t.deps.db.readBatch([
      { sql: 'SELECT SUM(del = 0) AS n FROM sync_feed WHERE scope = ?', args: [scope] },
    ])
    expect(pulled.scopes[scope].n).toBe(count?.rows[0]?.n)
  })
})

test('the thread of an order that is not paid takes no words and reaches nobody', async () => {
  const itemId = await postItem(t, rental.owner)
  await armFault(t, { kind: 'rate_limit', match: 'POST /v1/payment_intents', times: 9 })
  const bought = await buyItem(t, rental.renter, itemId, { paymentMethodId: rental.cards.renter })
  const { rows } = await t.deps.db.read.run('SELECT id, stripe_charge_id FROM made_to_order_purchases')
  expect([bought.status, rows.length, rows[0]?.stripe_charge_id]).toEqual([201, 1, null])
  const purchaseId = Number(rows[0]?.id)
  const refused = await say(`/api/purchases/${purchaseId}`, rental.renter)
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: 'not_paid', message: 'You can write once this order has been paid.' },
  ])
  await storeMessage({ purchaseId }, 'Answer me!')
  expect(await threadsOf(rental.owner)).toEqual([])
  expect(await threadsOf(rental.renter)).toEqual(['Answer me!'])
})
