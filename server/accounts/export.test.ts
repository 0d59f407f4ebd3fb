import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { inArray } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { BOOKING_STATUSES } from '#schema/booking'
import { build, step } from '../db/steps'
import { bookings, damageReports, paymentDisputes, purchases, reviews } from '../db/tables'
import { OF_OTHERS, PLANTED, type Planted, plantPerson } from '../test-support/planted-person'
import { createListingRow } from '../test-support/rental-kit'
import { TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { columnsIn, PERSONAL_TABLES } from './personal-tables'

let t: TestApp
let planted: Planted
beforeEach(async () => {
  t = await openTestApp()
  planted = await plantPerson(t)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const ask = (password = TEST_PASSWORD, as = planted.person.as) =>
  t.fetch(
    new Request(`${TEST_ORIGIN}/api/user/export`, {
      method: 'POST',
      headers: { origin: TEST_ORIGIN, cookie: as, 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    }),
  )

/** The files of an export, by name. */
async function open(): Promise<Record<string, Uint8Array>> {
  const response = await ask()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="trestle-quillon-2026-12-01.zip"')
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}

const text = (file: Uint8Array | undefined) => new TextDecoder().decode(file)

describe('the export', () => {
  test('has each row that the person has written or been told, from every table that says so', async () => {
    const files = await open()
    for (const [table, { told, own, facts, as = {} }] of Object.entries(PERSONAL_TABLES)) {
      if (!told) {
        expect(files[`data/${table}.json`]).toBeUndefined()
        continue
      }
      const columns = [own, facts].flatMap(columnsIn)
      const where = told.replaceAll('@', String(planted.person.id))
      const [found] = await t.deps.db.readBatch([
        { sql: `SELECT * FROM ${table} WHERE ${where} ORDER BY rowid`, args: [] },
      ])
      const rows = found?.rows ?? []
      const handed: Record<string, unknown>[] = JSON.parse(text(files[`data/${table}.json`]))
      expect([table, handed.length]).toEqual([table, rows.length])
      handed.forEach((row, index) => {
        expect([table, Object.keys(row).sort()]).toEqual([table, columns.sort()])
        for (const column of columns.filter((name) => !(name in as))) {
          const [is, was] = [row[column], rows[index]?.[column]]
          expect([table, column, typeof is === 'object' && is !== null ? JSON.stringify(is) : is]).toEqual([
            table,
            column,
            was ?? null,
          ])
        }
      })
    }
  })

  test('has the words of both sides in shared threads, and of others nothing', async () => {
    const files = await open()
    const all = Object.values(files).map(text).join('\n')
    for (const words of [
      'Planted message',
      'Told message',
      'Told review',
      'Told chairs',
      'Told damage',
      'Planted plates',
      'Planted draft',
    ])
      expect([words, all.includes(words)]).toEqual([words, true])
    expect(all).not.toMatch(OF_OTHERS)
    expect(all).toMatch(PLANTED)
    const user = await t.deps.db.read.query.users.findFirst({
      where: (users, { eq }) => eq(users.id, planted.person.id),
    })
    for (const secret of [
      'planted-key',
      'planted-secret',
      'planted-code',
      'planted-token',
      'planted-session',
      'planted-challenge',
      user?.passwordHash,
      planted.customer,
    ])
      expect([secret, all.includes(String(secret))]).toEqual([secret, false])
  })

  test('has the hidden answer to a review for the one who answered alone', async () => {
    const at = t.clock.now.toISOString()
    const hidden = build.update(reviews).set({ answer: 'Told insult', answerHiddenAt: at })
    await t.deps.db.write(() => [step(hidden)])
    const handed: { author_id: number; answer: unknown }[] = JSON.parse(text((await open())['data/reviews.json']))
    const told = handed.map(({ author_id, answer }) => [author_id === planted.person.id, answer])
    expect(told.toSorted()).toEqual([
      [false, 'Told insult'],
      [true, null],
    ])
  })

  test('names the place of a rental to its renter once the money is taken, not before, and to its owner always', async () => {
    const [renter, owner] = [planted.person.id, planted.other.id]
    const listingId = await createListingRow(t, { ...planted.person, id: owner })
    const at = t.clock.now.toISOString()
    const states = BOOKING_STATUSES.flatMap((status) => [
      { status, userId: renter, ownerId: owner },
      { status, userId: owner, ownerId: renter },
    ])
    const row = {
      ...{ listingId, startDate: '2026-12-10', endDate: '2026-12-12', statusChangedAt: at, createdAt: at, heldAt: at },
      ...{ paymentState: 'held' as const, totalAmount: 300, priceCents: 100, cancellationPreset: 'standard' as const },
      ...{ listingTitle: 'Told plates', listingPhoto: '', terms: '', timezone: 'America/New_York' },
      ...{ pickupAddress: '7 Far Street', pickupNote: 'The blue door' },
    }
    await t.deps.db.write(() =>
      states.map((state, nth) => step(build.insert(bookings).values({ id: 9_000 + nth, ...row, ...state }))),
    )
    const files = await open()
    const handed: { id: number; pickup_address: unknown; pickup_note: unknown }[] = JSON.parse(
      text(files['data/bookings.json']),
    )
    const shown = new Map(handed.map(({ id, ...place }) => [id, [place.pickup_address, place.pickup_note]]))
    for (const [nth, { status, ownerId }] of states.entries()) {
      const [street, note] = (shown.get(9_000 + nth) ?? []).map((value) => value !== null)
      const told = ownerId === renter || status === 'paid' || status === 'completed'
      expect([status, ownerId === renter, street, note]).toEqual([status, ownerId === renter, told, told])
    }
  })

  test('has what was kept and sent on of a sale for the side that earns it alone', async () => {
    const at = t.clock.now.toISOString()
    const sale = { feeAmount: 30, releasedAt: at, transferredAmount: 270 }
    const both = [901, 902]
    await t.deps.db.write(() => [
      step(build.update(bookings).set(sale).where(inArray(bookings.id, both))),
      step(build.update(purchases).set(sale).where(inArray(purchases.id, both))),
      step(build.update(damageReports).set({ transferredAt: at }).where(inArray(damageReports.bookingId, both))),
    ])
    const files = await open()
    const handed = (table: string, number: string, columns: string[]) =>
      Object.fromEntries(
        (JSON.parse(text(files[`data/${table}.json`])) as Record<string, unknown>[]).map((row) => [
          row[number],
          columns.map((column) => row[column]),
        ]),
      )
    const earned = ['fee_amount', 'released_at', 'transferred_amount']
    for (const table of ['bookings', 'made_to_order_purchases'])
      expect([table, handed(table, 'id', earned)]).toEqual([table, { 901: [null, null, null], 902: [30, at, 270] }])
    expect(handed('damage_reports', 'booking_id', ['transferred_at'])).toEqual({ 901: [null], 902: [at] })
  })

  test('names what a bank has said of a dispute to its payer, and to the other side that there is one', async () => {
    const at = t.clock.now.toISOString()
    const dispute = { state: 'lost' as const, taken: 300, reason: 'fraudulent', openedAt: at, closedAt: at }
    const about = [{ bookingId: 901 }, { bookingId: 902 }, { purchaseId: 901 }, { purchaseId: 902 }]
    await t.deps.db.write(() =>
      about.map((deal, nth) =>
        step(build.insert(paymentDisputes).values({ id: `dp_told_${nth}`, ...dispute, ...deal })),
      ),
    )
    const files = await open()
    const handed: Record<string, unknown>[] = JSON.parse(text(files['data/payment_disputes.json']))
    const told = handed.filter(({ opened_at }) => opened_at === at)
    expect(told.map(({ state, reason, taken }) => [state, reason, taken])).toEqual([
      ['lost', 'fraudulent', 300],
      ['lost', null, null],
      ['lost', 'fraudulent', 300],
      ['lost', null, null],
    ])
  })

  test.each([
    ['deleted', { deletedAt: '2026-12-01T12:00:00.000Z' }],
    ['hidden', { hiddenAt: '2026-12-01T12:00:00.000Z' }],
  ])('has a report as its person sent it, and of the %s thing itself nothing', async (_, off) => {
    const words = { title: 'Elsewhere title', description: 'Elsewhere description' }
    const id = await createListingRow(t, { ...planted.person, id: planted.other.id }, { ...words, ...off })
    const body = { kind: 'listing', id, reason: 'scam', words: 'My own words' }
    expect((await t.call('POST', '/api/reports', { as: planted.person.as, body })).status).toBe(200)
    const files = await open()
    expect(JSON.parse(text(files['data/reports.json'])).at(-1)).toEqual({
      words: 'My own words',
      id: expect.any(Number),
      kind: 'listing',
      subject_id: id,
      reporter_id: planted.person.id,
      reason: 'scam',
      created_at: t.clock.now.toISOString(),
    })
    expect(Object.values(files).map(text).join('\n')).not.toMatch(OF_OTHERS)
  })

  test('has the photos as they are kept', async () => {
    const files = await open()
    expect(Object.keys(files).filter((name) => name.startsWith('photos/'))).toEqual([`photos/${planted.photo}.jpg`])
    expect(files[`photos/${planted.photo}.jpg`]?.subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]))
  })

  test('asks for the password, and is made three times a day', async () => {
    const wrong = await ask('wrong horse')
    expect([wrong.status, ((await wrong.json()) as { fields: object }).fields]).toEqual([
      422,
      { password: 'That is not your password' },
    ])
    for (let nth = 0; nth < 3; nth++) await open()
    const refused = await ask()
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'daily_limit'])
    t.clock.advance(8 * 3_600_000)
    expect((await ask()).status).toBe(200)
  })
})
