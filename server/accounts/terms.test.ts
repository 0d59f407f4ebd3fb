import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { TERMS_VERSION } from '#schema/consent'
import { step } from '../db/steps'
import { holdOffer, makeOffer, openRental, type Rental } from '../test-support/rental-kit'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'

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

/** From now on other terms hold than those that everybody has agreed to. */
async function changeTerms(): Promise<void> {
  const older = sql`UPDATE users SET terms_version = '2026-01-01'`
  await t.deps.db.write(() => [step(older)])
}

const agree = (as: string, version = TERMS_VERSION) => t.call('POST', '/api/user/terms', { as, body: { version } })

describe('the terms', () => {
  test('are agreed to at registration, and stand with each offer', async () => {
    const id = await holdOffer(t, rental, 'renter')
    const row = await t.deps.db.read.query.bookings.findFirst({ where: (bookings, { eq }) => eq(bookings.id, id) })
    const user = await t.deps.db.read.query.users.findFirst({
      where: (users, { eq }) => eq(users.id, rental.renter.id),
    })
    expect([row?.termsVersion, user?.termsVersion, user?.termsAt]).toEqual([
      TERMS_VERSION,
      TERMS_VERSION,
      '2026-12-01T17:00:00.000Z',
    ])
    expect((await t.call('GET', '/api/config')).body.termsVersion).toBe(TERMS_VERSION)
    const registered = async (termsVersion: string) => {
      const body = { username: 'nora', password: 'wharf lantern 7', email: 'nora@example.com', termsVersion }
      return (await t.call('POST', '/api/register', { body })).status
    }
    expect([await registered('2026-01-01'), await registered(TERMS_VERSION)]).toEqual([426, 201])
  })

  test('that have changed are asked for before the next write; what is due already can be done', async () => {
    const offer = await holdOffer(t, rental, 'renter')
    await changeTerms()
    const { as } = rental.renter
    expect((await t.call('GET', '/api/user', { as })).body.termsVersion).toBe('2026-01-01')
    const refused = await makeOffer(t, rental, 'rival')
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      403,
      'terms_changed',
      '60',
    ])
    const message = () =>
      t.call('POST', `/api/bookings/${offer}/messages`, {
        as,
        body: { content: 'Hello' },
        headers: { 'idempotency-key': 'a-message-that-waits' },
      })
    expect((await message()).body.code).toBe('terms_changed')
    const photo = new FormData()
    photo.set('file', new Blob([grayPng(48, 36)]), 'photo.png')
    const sent = { method: 'POST', headers: { origin: TEST_ORIGIN, cookie: as }, body: photo }
    expect((await t.fetch(new Request(`${TEST_ORIGIN}/api/upload`, sent))).status).toBe(201)
    const shipped = await t.call('POST', '/api/purchases/1/status', { as, body: { status: 'shipped' } })
    expect(shipped.body.code).toBe('not_found')
    const deleted = await t.call('DELETE', '/api/user/boards/none', { as })
    expect(deleted.body.code).not.toBe('terms_changed')
    const answer = { as: rental.owner.as, body: { status: 'approved' } }
    expect((await t.call('POST', `/api/bookings/${offer}/status`, answer)).status).toBe(200)
    expect((await agree(as, '2026-01-01')).body.code).toBe('client_too_old')
    const before = t.deps.feed.seq()
    expect((await agree(as)).status).toBe(200)
    // The person's other devices hear of it.
    expect(t.deps.feed.seq()).toBeGreaterThan(before)
    expect((await message()).status).toBe(201)
  })
})
