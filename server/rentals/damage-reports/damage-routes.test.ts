import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { formatCents } from '#schema/money'
import { build, step } from '../../db/steps'
import { bookings, uploads } from '../../db/tables'
import {
  confirmInPage,
  damagePayments,
  type EndedRental,
  openEndedRental,
  DAMAGE_PHOTO as PHOTO,
  RENTAL_ENDS,
} from '../../test-support/damage-kit'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../../test-support/test-photos'
import { sweepClaims } from './damage-sweep'

const HOUR_MS = 3_600_000
const ENDS = RENTAL_ENDS.getTime()
const PHOTO_NAMES = ['chip', 'crack']
const REPORT = {
  description: 'Two plates came back chipped.',
  images: PHOTO_NAMES.map(testPhoto),
  repairEstimate: 2000,
  repairInvoiceUrl: 'https://potter.example/invoice.pdf',
}

let t: TestApp
let rental: EndedRental
let bookingId: number

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
  bookingId = rental.bookingId
  await keepTestPhoto(t, rental.owner, 'crack')
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

type Side = 'owner' | 'renter' | 'rival'
const post = (side: Side, path: string, body: unknown, headers: Record<string, string> = {}) =>
  t.call('POST', path, { as: rental[side].as, body, headers })
const report = (body: object = REPORT, side: Side = 'owner') =>
  post(side, `/api/bookings/${bookingId}/damage-report`, body)
const respond = (id: number, body: object, side: Side = 'renter') =>
  post(side, `/api/damage-reports/${id}/respond`, body)
const loseUploads = () => t.deps.db.write(() => [step(build.delete(uploads))])
const GONE = { status: 410, body: { code: 'upload_gone' } }
const reportsOf = async (side: Side) => (await t.call('GET', '/api/damage-reports', { as: rental[side].as })).body

describe('reporting', () => {
  test('the owner reports within 24 hours of the end; both sides see it by its booking, nobody else', async () => {
    const { status, body } = await report()
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        bookingId,
        reporterId: rental.owner.id,
        ...REPORT,
        status: 'pending_review',
        paymentState: 'none',
        renterResponse: null,
        renterResponseImages: [],
        finalAmount: null,
        decisionNote: null,
        createdAt: t.clock.now.toISOString(),
        reviewedAt: null,
        resolvedAt: null,
        responseDeadline: new Date(t.clock.now.getTime() + 72 * HOUR_MS).toISOString(),
      },
    ])
    expect(await reportsOf('owner')).toEqual({ [bookingId]: body })
    expect(await reportsOf('renter')).toEqual({ [bookingId]: body })
    expect(await reportsOf('rival')).toEqual({})
  })

  test.each([
    ['the last day is still going on', ENDS, 409],
    ['the last day is over', ENDS + 1, 201],
    ['24 hours are just not over', ENDS + 24 * HOUR_MS, 201],
    ['24 hours are over', ENDS + 24 * HOUR_MS + 1, 409],
  ])('when %s', async (_, instant, expected) => {
    t.clock.now = new Date(instant)
    const { status, body } = await report()
    expect([status, body.code]).toEqual([expected, expected === 409 ? 'damage_window_closed' : undefined])
  })

  test('the renter may not, and to a stranger there is no such booking', async () => {
    expect((await report(REPORT, 'renter')).body.code).toBe('forbidden')
    expect((await report(REPORT, 'rival')).body.code).toBe('not_found')
  })

  test('there is one report for a booking; the same client id gets the first answer', async () => {
    const clientId = crypto.randomUUID()
    const [first, twin] = await Promise.all([report({ ...REPORT, clientId }), report({ ...REPORT, clientId })])
    expect([first.status, twin.status, twin.body]).toEqual([201, 201, first.body])
    t.clock.advance(48 * HOUR_MS)
    expect((await report({ ...REPORT, clientId, description: 'Three plates' })).body).toEqual(first.body)
    expect((await report()).body.code).toBe('damage_reported')
    expect((await report({ ...REPORT, clientId: crypto.randomUUID() })).body.code).toBe('damage_reported')
  })

  test('photos that the server does not have refuse a report, but not the repeat of one that it has', async () => {
    const clientId = crypto.randomUUID()
    await loseUploads()
    expect(await report({ ...REPORT, clientId })).toMatchObject(GONE)
    expect(await reportsOf('owner')).toEqual({})
    await keepTestPhoto(t, rental.owner, ...PHOTO_NAMES)
    const first = await report({ ...REPORT, clientId })
    expect(first.status).toBe(201)
    await loseUploads()
    expect((await report({ ...REPORT, clientId })).body).toEqual(first.body)
  })

  test('the same key again is answered the same', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const path = `/api/bookings/${bookingId}/damage-report`
    const first = await post('owner', path, REPORT, headers)
    const again = await post('owner', path, REPORT, headers)
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true'])
  })

  test.each([
    ['description', { images: [PHOTO] }, 'Description is required'],
    ['images', { description: 'Chipped' }, 'At least one damage photo is required'],
    ['images', { ...REPORT, images: [] }, 'At least one damage photo is required'],
    ['images.0', { ...REPORT, images: ['http://example.com/a.jpg'] }, 'Please provide a valid image URL'],
    ['repairEstimate', { ...REPORT, repairEstimate: -1 }, 'Please enter at least $0.50'],
    ['repairInvoiceUrl', { ...REPORT, repairInvoiceUrl: 'soon' }, 'Please provide a valid invoice address'],
  ])('%s is named when it is wrong', async (field, body, message) => {
    const answer = await report(body)
    expect([answer.status, answer.body.fields]).toEqual([422, { [field]: message }])
  })

  test('emoji, right-to-left names and a word of 300 letters arrive as they were written', async () => {
    const description = `🍽️ שני צלחות ${'x'.repeat(300)}`
    expect((await report({ ...REPORT, description })).body.description).toBe(description)
  })
})

describe('answering', () => {
  let id: number
  beforeEach(async () => {
    id = (await report()).body.id
  })

  test('the renter contests once; then it is for the operator', async () => {
    const answer = { acceptResponsibility: false, response: ' They were chipped before. ', images: [PHOTO] }
    const { status, body } = await respond(id, answer)
    expect([status, body.status, body.renterResponse, body.renterResponseImages]).toEqual([
      200,
      'under_review',
      'They were chipped before.',
      [PHOTO],
    ])
    expect([body.reviewedAt, body.resolvedAt, body.finalAmount]).toEqual([t.clock.now.toISOString(), null, null])
    for (const acceptResponsibility of [true, false])
      expect((await respond(id, { acceptResponsibility })).body.code).toBe('damage_answered')
  })

  test('photos that the server does not have refuse an answer, and a second answer hears that there is one', async () => {
    const answer = { acceptResponsibility: true, images: [PHOTO] }
    await loseUploads()
    expect(await respond(id, answer)).toMatchObject(GONE)
    expect((await reportsOf('renter'))[bookingId]).toMatchObject({ status: 'pending_review', paymentState: 'none' })
    expect(await damagePayments(t, bookingId)).toEqual([])
    await keepTestPhoto(t, rental.renter, 'chip')
    expect((await respond(id, answer)).status).toBe(200)
    await loseUploads()
    expect((await respond(id, answer)).body.code).toBe('damage_answered')
  })

  test('two answers at once: one counts', async () => {
    const answers = await Promise.all([
      respond(id, { acceptResponsibility: false }),
      respond(id, { acceptResponsibility: false }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('the owner may not answer, and to a stranger there is no such report', async () => {
    expect((await respond(id, { acceptResponsibility: true }, 'owner')).body.code).toBe('forbidden')
    expect((await respond(id, { acceptResponsibility: true }, 'rival')).body.code).toBe('not_found')
    expect((await respond(999, { acceptResponsibility: true })).body.code).toBe('not_found')
  })

  test('at the last instant it may be answered, after it never; silence charges nothing', async () => {
    t.clock.advance(72 * HOUR_MS)
    expect(await sweepClaims(t.deps)).toBe(0)
    t.clock.advance(1)
    const late = await respond(id, { acceptResponsibility: true })
    expect([late.status, late.body.message]).toEqual([409, 'The time to answer this report is over.'])
    expect([await sweepClaims(t.deps), await sweepClaims(t.deps)]).toEqual([1, 0])
    expect((await reportsOf('renter'))[bookingId]).toMatchObject({
      status: 'expired',
      paymentState: 'none',
      finalAmount: null,
    })
    expect((await respond(id, { acceptResponsibility: true })).body.code).toBe('damage_not_open')
  })

  test('a visit ends the time of one’s own claims alone', async () => {
    t.clock.advance(72 * HOUR_MS + 1)
    const visit = (side: Side) => t.call('POST', '/api/bookings/update-statuses', { as: rental[side].as })
    expect((await visit('rival')).body).toEqual({ updated: 0 })
    expect((await reportsOf('owner'))[bookingId].status).toBe('pending_review')
    expect((await visit('renter')).body.updated).toBeGreaterThan(0)
    expect((await reportsOf('owner'))[bookingId].status).toBe('expired')
  })

  test('a choice must be made', async () => {
    const { status, body } = await respond(id, { response: 'Hm' })
    expect([status, body.fields]).toEqual([
      422,
      { acceptResponsibility: 'Please choose whether you accept responsibility' },
    ])
  })
})

describe('the estimate', () => {
  const estimate = (id: number, repairEstimate: number, side: Side = 'owner') =>
    post(side, `/api/damage-reports/${id}/estimate`, { repairEstimate })

  test('nothing can be accepted without one; the owner adds it once', async () => {
    const { body } = await report({ ...REPORT, repairEstimate: undefined })
    expect((await respond(body.id, { acceptResponsibility: true })).body.code).toBe('estimate_required')
    expect((await reportsOf('renter'))[bookingId].status).toBe('pending_review')
    expect((await estimate(body.id, 2000, 'renter')).body.code).toBe('forbidden')
    expect((await estimate(body.id, 2000, 'rival')).body.code).toBe('not_found')
    expect((await estimate(body.id, 10)).body.fields).toEqual({ repairEstimate: 'Please enter at least $0.50' })
    expect((await estimate(body.id, 2000)).body).toMatchObject({ repairEstimate: 2000, status: 'pending_review' })
    expect((await estimate(body.id, 9000)).body.message).toBe('This report already has a repair estimate.')
  })

  test('it may still be added after the renter has contested', async () => {
    const { body } = await report({ ...REPORT, repairEstimate: null })
    await respond(body.id, { acceptResponsibility: false })
    expect((await estimate(body.id, 2000)).body).toMatchObject({ repairEstimate: 2000, status: 'under_review' })
  })
})

test('both sides’ devices are told of every change', async () => {
  const { body } = await report()
  await respond(body.id, { acceptResponsibility: false })
  for (const side of ['owner', 'renter'] as const) {
    const scope = `u:${rental[side].id}`
    const pulled = await post(side, '/api/sync/pull', { epoch: t.deps.feed.epoch(), scopes: { [scope]: [0] } })
    expect(JSON.stringify(pulled.body)).toContain('"status":"under_review"')
  }
})

describe('the money', () => {
  const stateOf = async () => (await reportsOf('renter'))[bookingId]

  test('accepting charges the estimate to the card of the booking, once', async () => {
    const { body } = await report()
    const answers = await Promise.all([
      respond(body.id, { acceptResponsibility: true }),
      respond(body.id, { acceptResponsibility: true }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await stateOf()).toMatchObject({
      status: 'resolved_approved',
      paymentState: 'charged',
      finalAmount: 2000,
      resolvedAt: t.clock.now.toISOString(),
    })
    expect(await damagePayments(t, bookingId)).toEqual([{ status: 'succeeded', amount_received: 2000 }])
  })

  test('contesting charges nothing', async () => {
    const { body } = await report()
    await respond(body.id, { acceptResponsibility: false })
    expect(await damagePayments(t, bookingId)).toEqual([])
  })
})

test('a bank that wants the renter to be there: they pay in the page, and only they can', async () => {
  await t.close()
  t = await openTestApp()
  rental = await openEndedRental(t, 'pm_card_authenticationRequired')
  bookingId = rental.bookingId
  await keepTestPhoto(t, rental.owner, 'crack')
  const { body } = await report()
  expect((await post('renter', `/api/damage-reports/${body.id}/payment`, {})).body.code).toBe('damage_not_open')
  const accepted = await respond(body.id, { acceptResponsibility: true })
  expect(accepted.body).toMatchObject({ status: 'resolved_approved', paymentState: 'action_needed', finalAmount: 2000 })
  for (const side of ['owner', 'rival'] as const)
    expect((await post(side, `/api/damage-reports/${body.id}/payment`, {})).status).toBe(404)
  const { body: payment } = await post('renter', `/api/damage-reports/${body.id}/payment`, {})
  await confirmInPage(t, payment.clientSecret, rental.cards.renter)
  await post('renter', '/api/bookings/update-statuses', {})
  expect((await reportsOf('owner'))[bookingId]).toMatchObject({ paymentState: 'charged', finalAmount: 2000 })
  expect(await damagePayments(t, bookingId)).toEqual([{ status: 'succeeded', amount_received: 2000 }])
})

describe('the most that can be claimed', () => {
  test.each([
    ['$2,000 for a cheap rental', 3_750, 200_000],
    ['ten times the total of a dearer one', 150_000, 1_500_000],
    ['$100,000 whatever the rental cost', 1_500_000, 10_000_000],
  ])('is %s, at the report and at an estimate that comes later', async (_what, total, cap) => {
    await t.deps.db.write(() => [
      step(build.update(bookings).set({ totalAmount: total }).where(eq(bookings.id, bookingId))),
    ])
    const tooMuch = await report({ ...REPORT, repairEstimate: cap + 1 })
    expect([tooMuch.status, tooMuch.body.code]).toEqual([422, 'validation'])
    expect(tooMuch.body.fields.repairEstimate).toContain(formatCents(cap))
    const { body } = await report({ ...REPORT, repairEstimate: null })
    const estimate = (repairEstimate: number) =>
      post('owner', `/api/damage-reports/${body.id}/estimate`, { repairEstimate })
    expect((await estimate(cap + 1)).body.fields.repairEstimate).toContain(formatCents(cap))
    expect((await estimate(cap)).body).toMatchObject({ repairEstimate: cap })
  })

  test('may be named at once', async () => {
    expect((await report({ ...REPORT, repairEstimate: 200_000 })).body).toMatchObject({ repairEstimate: 200_000 })
  })
})
