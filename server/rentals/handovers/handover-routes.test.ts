import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { HANDOVER_CHECKS, HANDOVER_NOTE_MAX, MAX_HANDOVER_PHOTOS } from '#schema/handover'
import { answerOffer, holdOffer, openRental, type Rental } from '../../test-support/rental-kit'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../../test-support/test-photos'
import { grayPng } from '../../test-support/test-pictures'

const SECOND = testPhoto('crate')
const COMPOSED = '2026-12-01T16:30:00.000Z'

let t: TestApp
let rental: Rental
let bookingId: number

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  bookingId = await holdOffer(t, rental, 'renter')
  await keepTestPhoto(t, rental.owner, 'crate')
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

type Side = 'owner' | 'renter' | 'rival'

const answer = (status: 'approved' | 'declined') => answerOffer(t, rental, bookingId, status)
const put = (side: Side, moment: string, body: unknown, headers = {}) =>
  t.call('POST', `/api/bookings/${bookingId}/handovers/${moment}`, { as: rental[side].as, body, headers })
const read = (side: Side) => t.call('GET', `/api/bookings/${bookingId}/handovers`, { as: rental[side].as })

async function upload(): Promise<string> {
  const form = new FormData()
  form.set('file', new File([grayPng(40, 30)], 'crate.png', { type: 'image/png' }))
  const headers = { origin: TEST_ORIGIN, cookie: rental.owner.as }
  const response = await t.fetch(new Request(`${TEST_ORIGIN}/api/upload`, { method: 'POST', headers, body: form }))
  return ((await response.json()) as { url: string }).url
}

describe('pages of a hand-over', () => {
  test('each side writes its own, and both read both, pickup first', async () => {
    await answer('approved')
    const photo = await upload()
    expect((await put('renter', 'return', { checks: ['clean'] })).status).toBe(200)
    const { body } = await put('owner', 'pickup', {
      checks: ['counted', 'undamaged'],
      photos: [photo, SECOND],
      note: '  Forty plates in two crates  ',
      composedAt: COMPOSED,
    })
    expect(body).toEqual({
      id: expect.any(Number),
      bookingId,
      userId: rental.owner.id,
      moment: 'pickup',
      checks: ['counted', 'undamaged'],
      photos: [new URL(photo).pathname, SECOND],
      note: 'Forty plates in two crates',
      composedAt: COMPOSED,
      updatedAt: t.clock.now.toISOString(),
      atClaim: null,
    })
    for (const side of ['owner', 'renter'] as const) {
      const pages = (await read(side)).body
      expect(pages.map(({ moment, userId }: { moment: string; userId: number }) => [moment, userId])).toEqual([
        ['pickup', rental.owner.id],
        ['return', rental.renter.id],
      ])
    }
  })

  test('the last word of a side replaces its page and nobody else’s', async () => {
    await answer('approved')
    const first = await put('owner', 'pickup', { checks: [...HANDOVER_CHECKS], note: 'All there' })
    await put('renter', 'pickup', { note: 'One box is dented' })
    t.clock.advance(60_000)
    const second = await put('owner', 'pickup', { checks: ['clean', 'clean'], photos: [SECOND, SECOND] })
    expect(second.body).toMatchObject({
      id: first.body.id,
      checks: ['clean'],
      photos: [SECOND],
      note: null,
      updatedAt: t.clock.now.toISOString(),
    })
    expect((await read('owner')).body.map(({ note }: { note: string | null }) => note)).toEqual([
      null,
      'One box is dented',
    ])
  })

  test('a page whose writer has not seen the one that stands does not take its place; one that goes on from it does', async () => {
    await answer('approved')
    const later = (minutes: number) => new Date(Date.parse(COMPOSED) + minutes * 60_000).toISOString()
    expect((await put('owner', 'pickup', { note: 'First', composedAt: COMPOSED, seen: [] })).status).toBe(200)
    const unseen = await put('owner', 'pickup', { note: 'Second', composedAt: later(1), seen: [] })
    expect([unseen.status, unseen.body.code]).toEqual([409, 'edit_conflict'])
    expect((await read('owner')).body).toMatchObject([{ note: 'First' }])
    const goesOn = { note: 'Third', composedAt: later(2), seen: [later(1), COMPOSED] }
    expect((await put('owner', 'pickup', goesOn)).status).toBe(200)
    // A build of before says nothing, and names no time either.
    const { body } = await put('owner', 'pickup', { note: 'Fourth' })
    expect(body).toMatchObject({ note: 'Fourth', composedAt: null })
    expect((await put('owner', 'pickup', { note: 'Fifth', composedAt: later(3), seen: [later(2)] })).status).toBe(409)
    expect((await put('owner', 'pickup', { note: 'Sixth', composedAt: later(4), seen: [body.updatedAt] })).status).toBe(
      200,
    )
  })

  test('a page that was written before the one that stands, on a device without a connection, does not take its place', async () => {
    await answer('approved')
    await put('owner', 'pickup', { photos: [SECOND], note: 'One glass is chipped', composedAt: COMPOSED })
    const late = { note: 'All there', composedAt: '2026-12-01T16:00:00.000Z' }
    expect(await put('owner', 'pickup', late)).toMatchObject({ status: 409, body: { code: 'edit_conflict' } })
    expect((await read('owner')).body).toMatchObject([{ photos: [SECOND], note: 'One glass is chipped' }])
    // The other side and the other moment have pages of their own.
    expect((await put('renter', 'pickup', late)).status).toBe(200)
    expect((await put('owner', 'return', late)).status).toBe(200)
  })

  test('a page from a clock that is ahead holds up no later one', async () => {
    await answer('approved')
    await put('owner', 'pickup', { note: 'First', composedAt: '2031-01-01T00:00:00.000Z' })
    t.clock.advance(60_000)
    const next = await put('owner', 'pickup', { note: 'Second', composedAt: t.clock.now.toISOString() })
    expect(next.body).toMatchObject({ note: 'Second' })
  })

  test('a repeat of one write gets the first answer, also after a later page', async () => {
    await answer('approved')
    const key = { 'idempotency-key': crypto.randomUUID(), 'sync-queued': '1' }
    const first = await put('renter', 'pickup', { note: 'First' }, key)
    await put('renter', 'pickup', { note: 'Second' })
    expect((await put('renter', 'pickup', { note: 'First' }, key)).body).toEqual(first.body)
    expect((await read('renter')).body).toMatchObject([{ note: 'Second' }])
  })

  test('both sides’ devices are told', async () => {
    await answer('approved')
    await put('owner', 'pickup', { checks: ['counted'] })
    for (const side of ['owner', 'renter'] as const) {
      const scope = `u:${rental[side].id}`
      const { body } = await t.call('POST', '/api/sync/pull', {
        as: rental[side].as,
        body: { epoch: null, scopes: { [scope]: [0, null] } },
      })
      const pages = body.changes.filter(({ c }: { c: string }) => c === 'handover')
      expect(pages).toMatchObject([{ d: { moment: 'pickup', checks: ['counted'] } }])
    }
  })
})

describe('the people and times of a handover', () => {
  test('not before the owner has agreed, not once the booking is off', async () => {
    expect((await put('owner', 'pickup', {})).body).toMatchObject({ code: 'handover_not_open' })
    await answer('approved')
    // The owner's word alone does not say that the rental has begun.
    expect((await put('owner', 'pickup', {})).status).toBe(200)
    await t.call('POST', `/api/bookings/${bookingId}/cancel`, { as: rental.renter.as })
    expect(await put('renter', 'return', {})).toMatchObject({ status: 409, body: { code: 'handover_not_open' } })
    expect((await read('renter')).body).toHaveLength(1)
  })

  test('nobody else reads or writes', async () => {
    await answer('approved')
    expect((await put('rival', 'pickup', {})).body).toMatchObject({ code: 'not_found' })
    expect((await read('rival')).body).toMatchObject({ code: 'not_found' })
    expect((await read('owner')).body).toEqual([])
  })
})

describe('bad input', () => {
  const table: [Record<string, unknown>, field: string][] = [
    [{ checks: ['polished'] }, 'checks.0'],
    [{ checks: 'counted' }, 'checks'],
    [{ photos: ['http://photos.example.com/a.jpg'] }, 'photos.0'],
    [{ photos: ['https://photos.example.com/a.jpg'] }, 'photos.0'],
    [{ photos: ['javascript:alert(1)'] }, 'photos.0'],
    [{ photos: Array(MAX_HANDOVER_PHOTOS + 1).fill(SECOND) }, 'photos'],
    [{ note: 'x'.repeat(HANDOVER_NOTE_MAX + 1) }, 'note'],
    [{ composedAt: 'yesterday' }, 'composedAt'],
  ]
  for (const [body, field] of table) {
    test(`${JSON.stringify(body).slice(0, 60)} is refused at ${field}`, async () => {
      await answer('approved')
      const refused = await put('owner', 'pickup', body)
      expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
        422,
        'validation',
        [field],
      ])
      expect((await read('owner')).body).toEqual([])
    })
  }

  test('an unknown moment is refused', async () => {
    await answer('approved')
    expect((await put('owner', 'midnight', {})).status).toBeGreaterThanOrEqual(400)
  })

  test('a photo of ours that is gone is asked for again', async () => {
    await answer('approved')
    const gone = `${TEST_ORIGIN}/uploads/${'a'.repeat(64)}.jpg`
    expect(await put('owner', 'pickup', { photos: [gone] })).toMatchObject({
      status: 410,
      body: { code: 'upload_gone' },
    })
  })

  test('long words, emoji and right-to-left notes are kept as they are', async () => {
    await answer('approved')
    for (const note of ['w'.repeat(300), '🍽️🎉 40/40', 'كل شيء كامل ونظيف']) {
      expect((await put('renter', 'pickup', { note })).body.note).toBe(note)
    }
  })
})
