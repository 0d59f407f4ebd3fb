import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { DamageStatus } from '#schema/damage-report'
import { build, step } from '../db/steps'
import { bookings, damageReports, inspirationPosts, keptMails, listings, operatorActs, users } from '../db/tables'
import { drainMails } from '../mail/drain-mails'
import {
  contestDamage,
  DAMAGE_PHOTO,
  DAMAGE_REPORT,
  damagePayments,
  type EndedRental,
  openEndedRental,
  reportDamage,
} from '../test-support/damage-kit'
import { placeOrder, postItem } from '../test-support/order-kit'
import { recordReads } from '../test-support/record-reads'
import { signUpOperator, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { usernameKey } from '../users/user-queries'
import { CLI, resetPassword } from './operator-service'
import { operatorStep } from './operator-steps'

const HOUR_MS = 3_600_000
let t: TestApp
let rental: EndedRental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const get = async (path: string) => (await t.call('GET', path, { as: rental.operator.as })).body
const post = (path: string, body: unknown) => t.call('POST', path, { as: rental.operator.as, body })
const decide = (id: number, body: object) =>
  post(`/api/operator/claims/${id}`, { note: 'Seen on both photos.', ...body })
const logged = async () =>
  (await get('/api/operator/log')).map(({ operator, act, subject }: Record<string, string>) =>
    [operator, act, subject].join(' / '),
  )

describe('claims', () => {
  test('a contested claim is shown with its booking and both sides’ words, and comes first', async () => {
    const id = await reportDamage(t, rental)
    await contestDamage(t, rental, id)
    const [claim] = await get('/api/operator/claims')
    expect(claim.report).toMatchObject({
      id,
      status: 'under_review',
      images: [DAMAGE_PHOTO],
      renterResponse: 'They were chipped before.',
      renterResponseImages: [DAMAGE_PHOTO],
    })
    expect(claim.booking).toMatchObject({ id: rental.bookingId, ownerUsername: 'rosa', renterUsername: 'rene' })
    expect(claim.handovers).toEqual([])
    expect(await get(`/api/operator/bookings/${rental.bookingId}`)).toMatchObject({ totalAmount: 3750 })
    expect((await get('/api/operator/bookings/999')).code).toBe('not_found')
  })

  test('approving takes no more than the estimate; every decision is one line in the log', async () => {
    const id = await reportDamage(t, rental)
    expect((await decide(id, { approve: true, finalAmount: 100 })).body.code).toBe('damage_not_open')
    await contestDamage(t, rental, id)
    const above = await decide(id, { approve: true, finalAmount: 2001 })
    expect([above.status, above.body.code, above.body.fields]).toEqual([
      409,
      'amount_above_estimate',
      { finalAmount: 'That is more than the repair estimate.' },
    ])
    expect((await decide(id, { approve: true })).body.fields).toEqual({
      finalAmount: 'Please enter what is to be paid',
    })
    expect((await decide(id, { approve: true, finalAmount: 100, note: ' ' })).body.fields).toEqual({
      note: 'Please say why',
    })
    expect(await logged()).toEqual([])
    const { body } = await decide(id, { approve: true, finalAmount: 1500 })
    expect(body).toMatchObject({
      status: 'resolved_approved',
      paymentState: 'charged',
      finalAmount: 1500,
      decisionNote: 'Seen on both photos.',
      resolvedAt: t.clock.now.toISOString(),
    })
    expect(await damagePayments(t, rental.bookingId)).toEqual([{ status: 'succeeded', amount_received: 1500 }])
    expect((await decide(id, { approve: false })).body.code).toBe('damage_not_open')
    expect(await logged()).toEqual([`olga / approve claim for $15.00 / claim ${id}`])
  })

  test('a claim that nobody answered is decided after its time, never before an estimate is there', async () => {
    const id = await reportDamage(t, rental, { ...DAMAGE_REPORT, repairEstimate: null })
    t.clock.advance(72 * HOUR_MS + 1)
    await t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
    expect((await decide(id, { approve: true, finalAmount: 100 })).body.code).toBe('estimate_required')
    const { body } = await decide(id, { approve: false })
    expect(body).toMatchObject({ status: 'resolved_rejected', finalAmount: null, paymentState: 'none' })
    expect(await logged()).toEqual([`olga / reject claim / claim ${id}`])
  })

  test('a decision reads as much among many other claims as among few', async () => {
    const id = await reportDamage(t, rental)
    await contestDamage(t, rental, id)
    await addClaims(1)
    const among = () => recordReads(t, () => decide(id, { approve: true, finalAmount: 2001 }))
    const few = await among()
    await addClaims(19)
    expect(await among()).toHaveLength(few.length)
    expect(few.map(({ sql }) => sql).filter((sql) => sql.endsWith('from "damage_reports"'))).toEqual([])
  })

  test('every open claim is shown, and the newest hundred settled ones', async () => {
    const open = await reportDamage(t, rental)
    await addClaims(101, 'resolved_rejected')
    const reads = await recordReads(t, () => get('/api/operator/claims'))
    const claims = (await get('/api/operator/claims')).map(({ report }: { report: { id: number } }) => report.id)
    expect([claims.length, claims[0], claims.at(-1)]).toEqual([101, open, open + 2])
    expect(reads.length).toBeLessThan(20)
  })

  /** More claims, each about a booking of its own. */
  async function addClaims(count: number, status: DamageStatus = 'under_review') {
    const [booking] = await t.deps.db.read.select().from(bookings).where(eq(bookings.id, rental.bookingId))
    const [claim] = await t.deps.db.read.select().from(damageReports)
    if (!booking || !claim) throw new Error('There is no claim to copy')
    for (let nth = 0; nth < count; nth++)
      await t.deps.db.write(async (ids) => {
        const bookingId = await ids.next('bookings')
        const clientId = `copy-${bookingId}`
        const id = await ids.next('damage_reports')
        const copied = { id: bookingId, clientId, stripePaymentIntentId: null }
        return [
          step(build.insert(bookings).values({ ...booking, ...copied })),
          step(build.insert(damageReports).values({ ...claim, id, bookingId, clientId, status })),
        ]
      })
  }

  test('two decisions at once: one counts, and one line stands', async () => {
    const id = await reportDamage(t, rental)
    await contestDamage(t, rental, id)
    const answers = await Promise.all([decide(id, { approve: false }), decide(id, { approve: false })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await logged()).toHaveLength(1)
  })
})

describe('refunds', () => {
  const BROKEN = 'Half of it was broken.'
  const refund = (amount: number, bookingId = rental.bookingId, returnedBefore?: number, note = BROKEN) =>
    post(`/api/operator/bookings/${bookingId}/refund`, { amount, note, returnedBefore })

  test('of a screen that is old return nothing: the press whose answer was lost was done', async () => {
    expect((await refund(1000, rental.bookingId, 0)).body.refundedAmount).toBe(1000)
    const again = await refund(1000, rental.bookingId, 0)
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'price_changed',
      '$10.00 have been returned by now. Nothing more was returned: please look at it again.',
    ])
    expect((await refund(1000, rental.bookingId, 1000, 'It smelled, too.')).body.refundedAmount).toBe(2000)
    expect(await logged()).toHaveLength(2)
  })

  test('of a screen that was read again are not made twice; another amount, or one an hour later, is meant', async () => {
    expect((await refund(1000, rental.bookingId, 0)).body.refundedAmount).toBe(1000)
    const again = await refund(1000, rental.bookingId, 1000)
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'in_progress',
      'The same refund was made within the last hour. Nothing more was returned; a refund beside it needs another note.',
    ])
    expect((await refund(500, rental.bookingId, 1000)).body.refundedAmount).toBe(1500)
    t.clock.advance(HOUR_MS + 1)
    expect((await refund(1000, rental.bookingId, 1500)).body.refundedAmount).toBe(2500)
  })

  test('of an order that was read again are not made twice', async () => {
    const purchaseId = await placeOrder(t, rental.renter, await postItem(t, rental.owner))
    const returned = async (returnedBefore: number) =>
      (await post(`/api/operator/purchases/${purchaseId}/refund`, { amount: 500, note: BROKEN, returnedBefore })).body
    expect((await returned(0)).refundedAmount).toBe(500)
    expect((await returned(500)).code).toBe('in_progress')
  })

  test.each(['capturing', 'refunding'] as const)('wait for money that is %s', async (paymentState) => {
    const moving = build.update(bookings).set({ paymentState })
    await t.deps.db.write(() => [step(moving)])
    expect(await refund(1000)).toMatchObject({
      status: 409,
      body: { code: 'in_progress', message: 'This is still being worked on. Please wait a moment.' },
    })
    expect(await logged()).toEqual([])
  })

  test('return what is left and no more; each is one line in the log', async () => {
    expect((await refund(3751)).body.code).toBe('not_refundable')
    expect((await refund(0)).body.fields).toEqual({ amount: 'Please enter an amount' })
    expect((await refund(100, 999)).status).toBe(404)
    const first = await refund(2000)
    expect([first.status, first.body.refundedAmount, first.body.status]).toEqual([200, 2000, 'paid'])
    expect((await refund(1751)).body.code).toBe('not_refundable')
    expect((await refund(1750)).body.refundedAmount).toBe(3750)
    expect(await logged()).toEqual([
      `olga / refund $17.50 / booking ${rental.bookingId}`,
      `olga / refund $20.00 / booking ${rental.bookingId}`,
    ])
  })
})

describe('hiding', () => {
  const hide = (kind: string, id: number, hidden: boolean) =>
    post('/api/operator/hidden', { kind, id, hidden, note: 'A copy of somebody else’s photo.' })

  test('a listing leaves the public pages and comes back', async () => {
    const path = `/api/listings/${rental.listingId}`
    expect((await hide('listing', rental.listingId, true)).status).toBe(200)
    expect((await t.call('GET', path)).status).toBe(404)
    await hide('listing', rental.listingId, true)
    expect((await hide('listing', rental.listingId, false)).status).toBe(200)
    expect((await t.call('GET', path)).status).toBe(200)
    expect(await logged()).toEqual([
      `olga / show / listing ${rental.listingId}`,
      `olga / hide / listing ${rental.listingId}`,
    ])
  })

  test('a listing of a suspended person that is on show all the same is hidden', async () => {
    await post('/api/operator/suspended', { username: 'rosa', suspended: true, note: 'Asked for cash.' })
    const shown = build.update(listings).set({ hiddenAt: null }).where(eq(listings.id, rental.listingId))
    await t.deps.db.write(() => [step(shown)])
    expect((await hide('listing', rental.listingId, true)).status).toBe(200)
    expect((await t.call('GET', `/api/listings/${rental.listingId}`)).status).toBe(404)
  })

  test('an item that its maker has archived does not come back by being brought back', async () => {
    const id = await postItem(t, rental.owner)
    const archive = (archived: boolean) =>
      t.call('POST', `/api/made-to-order/${id}/archive`, { as: rental.owner.as, body: { archived } })
    expect((await archive(true)).status).toBe(200)
    expect((await hide('item', id, true)).status).toBe(200)
    expect((await archive(false)).body).toMatchObject({ archived: false, hidden: true })
    expect((await t.call('GET', `/api/made-to-order/${id}`)).status).toBe(404)
    expect((await hide('item', id, false)).status).toBe(200)
    expect((await t.call('GET', `/api/made-to-order/${id}`)).status).toBe(200)
  })

  test('so does a post; what is not there is named', async () => {
    const { value: id } = await t.deps.db.write(async (ids) => {
      const next = await ids.next('inspiration_posts')
      const row = { id: next, userId: rental.owner.id, title: 'Arch', imageUrl: DAMAGE_PHOTO, tags: [] }
      const insert = build.insert(inspirationPosts).values({ ...row, createdAt: t.clock.now.toISOString() })
      return { steps: [step(insert)], value: next }
    })
    await hide('post', id, true)
    expect((await t.call('GET', `/api/inspiration/${id}`)).status).toBe(404)
    expect((await hide('item', 999, true)).body).toMatchObject({
      code: 'not_found',
      fields: { id: 'There is no item 999.' },
    })
    expect((await hide('boat', 1, true)).status).toBe(422)
  })
})

describe('suspending', () => {
  test('an account is found by its name, whatever a new name may not hold', async () => {
    const username = 'ro\u00adsa'
    const rename = build.update(users).set({ username, usernameKey: usernameKey(username) })
    await t.deps.db.write(() => [step(rename.where(eq(users.id, rental.owner.id)))])
    expect((await suspend(username, true)).status).toBe(200)
    expect((await t.call('GET', '/api/user', { as: rental.owner.as })).status).toBe(401)
  })

  const suspend = (username: string, suspended: boolean) =>
    post('/api/operator/suspended', { username, suspended, note: 'Asked for payment in cash.' })
  const login = (username: string, password = TEST_PASSWORD) =>
    t.call('POST', '/api/login', { body: { username, password } })

  test('their sessions end, they cannot sign in, and their things vanish until they are let in again', async () => {
    const hidden = { kind: 'listing', id: rental.listingId, hidden: true, note: 'Broken.' }
    expect((await suspend('ROSA', true)).status).toBe(200)
    expect((await t.call('GET', '/api/user', { as: rental.owner.as })).status).toBe(401)
    expect((await login('rosa')).body.message).toBe('This account is suspended.')
    expect((await t.call('GET', '/api/listings')).body).toEqual([])
    expect((await t.call('GET', `/api/users/${rental.owner.id}`)).status).toBe(404)
    await suspend('rosa', false)
    expect((await login('rosa')).status).toBe(200)
    expect((await t.call('GET', '/api/listings')).body).toHaveLength(1)
    expect(await logged()).toEqual(['olga / unsuspend / user rosa', 'olga / suspend / user rosa'])

    await post('/api/operator/hidden', hidden)
    t.clock.advance(1000)
    await suspend('rosa', true)
    await suspend('rosa', false)
    expect((await t.call('GET', '/api/listings')).body).toEqual([])
  })

  test('a thing of theirs is hidden beyond their return, and shown only with them', async () => {
    const set = (hidden: boolean) =>
      post('/api/operator/hidden', { kind: 'listing', id: rental.listingId, hidden, note: 'Broken.' })
    const listed = async () => (await t.call('GET', '/api/listings')).body.length
    await suspend('rosa', true)
    t.clock.advance(1000)
    await set(true)
    await suspend('rosa', false)
    expect(await listed()).toBe(0)
    t.clock.advance(1000)
    await suspend('rosa', true)
    await set(false)
    expect(await listed()).toBe(0)
    await suspend('rosa', false)
    expect(await listed()).toBe(1)
  })

  test('nobody suspends an operator or somebody who is not there', async () => {
    expect((await suspend('olga', true)).body.fields).toEqual({ username: 'An operator cannot be suspended.' })
    expect((await suspend('nobody', true)).body).toMatchObject({
      code: 'user_not_found',
      fields: { username: 'There is nobody called nobody.' },
    })
    expect(await logged()).toEqual([])
  })

  test('a reset ends the password and the sessions, and its link reaches its person alone', async () => {
    const { status, body } = await post('/api/operator/password', { username: 'rene', note: 'Called us.' })
    expect([status, body]).toEqual([200, {}])
    expect((await t.call('GET', '/api/user', { as: rental.renter.as })).status).toBe(401)
    expect((await login('rene')).status).toBe(401)
    t.clock.advance(23 * 3_600_000)
    await drainMails(t.deps)
    const [kept] = (await t.deps.db.read.select().from(keptMails)).filter(({ subject }) => /new password/.test(subject))
    expect(kept?.text).not.toContain('stays as it is')
    expect(kept?.text).toContain('An operator ended the password of rene, and every device was signed out.')
    const token = /new-password#([\w-]+)/.exec(kept?.text ?? '')?.[1]
    const set = await t.call('POST', '/api/password', { body: { token, password: 'a better horse' } })
    expect([set.status, set.body]).toEqual([200, { username: 'rene' }])
    expect((await login('rene', 'a better horse')).status).toBe(200)
    expect(await logged()).toEqual(['olga / reset password / user rene'])
  })
})

test('the log can only grow, and is read a page at a time', async () => {
  for (const suspended of [true, false, true])
    await post('/api/operator/suspended', { username: 'rita', suspended, note: 'A test.' })
  const [newest, second] = await get('/api/operator/log?limit=2')
  expect([newest.act, second.act]).toEqual(['suspend', 'unsuspend'])
  expect((await get(`/api/operator/log?cursor=${second.id}`)).map(({ act }: { act: string }) => act)).toEqual([
    'suspend',
  ])
  for (const query of [build.update(operatorActs).set({ note: '' }), build.delete(operatorActs)])
    await expect(t.deps.db.write(() => [step(query)])).rejects.toThrow('never')
})

test('an operator sees the claims; anybody else is told nothing', async () => {
  for (const side of ['owner', 'renter', 'rival'] as const) {
    const { status, body } = await t.call('GET', '/api/operator/claims', { as: rental[side].as })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  }
  expect((await t.call('GET', '/api/user', { as: rental.operator.as })).body.isOperator).toBe(true)
})

describe('nobody decides on what is their own', () => {
  /** From now on the owner of the rental is an operator too. */
  const promote = (id: number) => t.deps.db.write(() => [operatorStep(id, true, 'admin')])
  const asOwner = (path: string, body: object) =>
    t.call('POST', path, { as: rental.owner.as, body: { note: 'Mine', ...body } })

  test('no claim, no refund and nothing on show of theirs', async () => {
    const id = await reportDamage(t, rental)
    await contestDamage(t, rental, id)
    await promote(rental.owner.id)
    for (const [path, body] of [
      [`/api/operator/claims/${id}`, { approve: true, finalAmount: 100 }],
      [`/api/operator/bookings/${rental.bookingId}/refund`, { amount: 100 }],
      ['/api/operator/hidden', { kind: 'listing', id: rental.listingId, hidden: true }],
    ] as const) {
      const { status, body: answer } = await asOwner(path, body)
      expect([path, status, answer.message]).toEqual([path, 403, 'Another operator decides on what is your own.'])
    }
    expect(await logged()).toEqual([])
    expect((await decide(id, { approve: true, finalAmount: 100 })).status).toBe(200)
  })

  test('no operator gives another one a new password, or themselves', async () => {
    await signUpOperator(t, 'otto')
    for (const username of ['otto', 'olga']) {
      const { status, body } = await post('/api/operator/password', { username, note: 'Locked out' })
      expect([username, status, body.code]).toEqual([username, 403, 'forbidden'])
    }
    expect(await resetPassword(t.deps, CLI, { username: 'otto', note: 'Locked out' })).toContain('/new-password#')
  })
})
