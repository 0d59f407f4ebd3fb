import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { endedAttempt } from '../../drafts/sale-attempt'
import { freshDb, reopened } from '../../test-support/disk-in-memory'
import { claimAttempt, EMPTY_OFFER, isSameOffer, type OfferTerms, offerDraft, wishedOffer } from './offer-drafts'

const terms: OfferTerms = {
  range: { startDate: '2026-11-28', endDate: '2026-11-30' },
  quantity: 2,
  note: 'Third floor',
}
let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

describe('a Book Dates form on this device', () => {
  test('is there again after the app was closed, for its own listing alone', async () => {
    await offerDraft(5).save(db, { ...terms, attempt: null })
    db = reopened(db)
    expect(await offerDraft(5).read(db)).toEqual({ ...terms, attempt: null })
    expect(await offerDraft(6).read(db)).toBeNull()
  })

  test('has the address of before, when the thing is fetched, also once the offer goes out', async () => {
    const lastAddress = { street: '34 Ditmars Blvd', city: 'Astoria', state: 'NY', zipCode: '11105' }
    await offerDraft(5).save(db, { ...terms, deliverTo: null, lastAddress, attempt: null })
    db = reopened(db)
    expect(await offerDraft(5).read(db)).toMatchObject({ deliverTo: null, lastAddress })
    await claimAttempt(db, 5, { ...terms, deliverTo: null }, null)
    expect(await offerDraft(5).read(db)).toMatchObject({ deliverTo: null, lastAddress })
    await offerDraft(6).save(db, { ...EMPTY_OFFER, lastAddress })
    expect(await offerDraft(6).read(db)).toMatchObject({ range: null, lastAddress })
  })

  test('is forgotten once it is empty again', async () => {
    await offerDraft(5).save(db, { ...terms, attempt: null })
    await offerDraft(5).save(db, EMPTY_OFFER)
    expect(await db.drafts.count()).toBe(0)
  })

  test.each([
    ['another shape', { days: 3 }],
    [
      'a day that does not exist',
      { ...terms, range: { startDate: '2026-02-30', endDate: '2026-03-01' }, attempt: null },
    ],
    [
      'a range that ends before it starts',
      { ...terms, range: { startDate: '2026-12-01', endDate: '2026-11-01' }, attempt: null },
    ],
    ['no pieces', { ...terms, quantity: 0, attempt: null }],
    ['an attempt that names nothing', { ...terms, attempt: { clientId: '7', terms } }],
  ])('counts as empty when it makes no sense: %s', async (_, values) => {
    await db.drafts.put({ draftId: 'offer:5', kind: 'offer', values, updatedAt: '2026-11-21T00:00:00.000Z' })
    expect(await offerDraft(5).read(db)).toBeNull()
  })
})

describe('the attempt under which an offer goes out', () => {
  test('is one for the same offer, also for two pages at once', async () => {
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimAttempt(db, 5, terms, null)))
    expect(new Set(claims.map(({ clientId }) => clientId)).size).toBe(1)
    db = reopened(db)
    expect(await claimAttempt(db, 5, { ...terms, note: ' Third floor ' }, null)).toEqual(claims[0]!)
    expect((await offerDraft(5).read(db))?.attempt).toEqual(claims[0]!)
  })

  test('is another one for another offer, or when the first has come to its end', async () => {
    const first = await claimAttempt(db, 5, terms, null)
    const renewed = await claimAttempt(db, 5, terms, first.clientId)
    const other = await claimAttempt(db, 5, { ...terms, quantity: 3 }, null)
    const elsewhere = await claimAttempt(db, 6, terms, null)
    expect(new Set([first, renewed, other, elsewhere].map(({ clientId }) => clientId)).size).toBe(4)
  })
})

describe('two pages of one form', () => {
  test('the one that knows of no attempt ends none, whatever is typed in it or taken out of it', async () => {
    await offerDraft(5).save(db, { ...terms, attempt: null })
    const attempt = await claimAttempt(db, 5, terms, null)
    await offerDraft(5).save(db, { ...terms, note: 'Fourth floor', attempt: null })
    expect(await offerDraft(5).read(db)).toMatchObject({ note: 'Fourth floor', attempt })
    await offerDraft(5).save(db, EMPTY_OFFER)
    expect((await offerDraft(5).read(db))?.attempt).toEqual(attempt)
    expect(await claimAttempt(db, 5, terms, null)).toEqual(attempt)
  })

  test('the one that ended an attempt brings it back no more, nor does the other end the next one', async () => {
    const first = await claimAttempt(db, 5, terms, null)
    const knowing = { ...terms, attempt: first }
    const second = await claimAttempt(db, 5, terms, first.clientId)
    await offerDraft(5).save(db, { ...knowing, note: 'Typed by the other' })
    expect((await offerDraft(5).read(db))?.attempt).toEqual(second)
    await offerDraft(5).save(db, { ...knowing, ...endedAttempt(knowing) })
    expect((await offerDraft(5).read(db))?.attempt).toEqual(second)
    await offerDraft(5).save(db, { ...EMPTY_OFFER, ...endedAttempt({ attempt: second }) })
    expect(await db.drafts.count()).toBe(0)
  })
})

test('an offer is the same when dates, pieces and the words of the note are', () => {
  expect(isSameOffer(terms, { ...terms, note: 'Third floor\n' })).toBe(true)
  expect(isSameOffer(terms, { ...terms, note: 'Fourth floor' })).toBe(false)
  expect(isSameOffer(terms, { ...terms, quantity: 1 })).toBe(false)
  expect(isSameOffer(terms, { ...terms, range: { ...terms.range, endDate: '2026-12-01' } })).toBe(false)
})

describe('days and pieces that were chosen before', () => {
  const wish = { range: { startDate: '2026-12-04', endDate: '2026-12-06' }, pieces: 3 }
  test('are in the form, beside what was typed', () => {
    expect(wishedOffer(null, wish)).toEqual({ ...EMPTY_OFFER, range: wish.range, quantity: 3, wish })
    const noted = { ...EMPTY_OFFER, note: terms.note }
    expect(wishedOffer(noted, wish)).toMatchObject({ note: terms.note, range: wish.range, quantity: 3 })
    expect(wishedOffer(noted, { ...wish, range: null })).toMatchObject({ range: null, quantity: 3 })
  })
  test('never take the place of days and pieces that were chosen in the form', () => {
    expect(wishedOffer({ ...terms, quantity: 40, attempt: null }, wish)).toMatchObject({
      range: terms.range,
      quantity: 40,
    })
    const filled = wishedOffer(null, wish)
    const other = { range: terms.range, pieces: 5 }
    expect(wishedOffer(filled, other)).toMatchObject({ range: terms.range, quantity: 5 })
    expect(wishedOffer({ ...filled, quantity: 7 }, other)).toMatchObject({ range: terms.range, quantity: 7 })
  })
  test('are taken over once, and never into an offer that is being tried', () => {
    const changed = { ...terms, attempt: null, wish }
    expect(wishedOffer(changed, wish)).toBe(changed)
    const tried = { ...terms, attempt: { clientId: crypto.randomUUID(), terms } }
    expect(wishedOffer(tried, wish)).toBe(tried)
    expect(wishedOffer(null, null)).toBe(EMPTY_OFFER)
  })
  test('stay beside the form that is kept', async () => {
    await offerDraft(5).save(db, { ...terms, attempt: null, wish })
    expect(await offerDraft(5).read(db)).toEqual({ ...terms, attempt: null, wish })
  })
})
