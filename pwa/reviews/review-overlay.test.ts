import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Review } from '#schema/review'
import type { LocalDb } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { freshDb } from '../test-support/disk-in-memory'
import { answerDraftId, answerReview } from './answer-review'
import { putReview } from './put-review'
import { freshReview, reviewDraft } from './review-drafts'
import { readDealReviews } from './review-queries'
import { keepSeenReviews, readSeenReviews } from './seen-reviews'

const [ME, OTHER] = [7, 8]
const DEAL = { about: 'booking', id: 40 } as const
const review = { ...DEAL, stars: 5, points: [], content: 'Spotless' }

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, ME)
})
afterEach(() => db.delete())

const row = (authorId: number, further: Partial<Review> = {}): Review & { _q: number } => ({
  id: authorId * 10,
  authorId,
  authorUsername: 'somebody',
  subjectId: authorId === ME ? OTHER : ME,
  role: 'renter',
  listingId: 3,
  itemId: null,
  title: 'Forty plates',
  stars: 3,
  points: [],
  content: 'as the server has it',
  createdAt: '2026-12-13T05:00:00.000Z',
  answer: null,
  bookingId: 40,
  purchaseId: null,
  revealsAt: '2026-12-27T05:00:00.000Z',
  revealedAt: null,
  hidden: false,
  _q: 1,
  ...further,
})
const read = () => readDealReviews(db, DEAL, ME)

test('one’s own words stand from the press on, in place of the server’s, also when they were refused', async () => {
  await db.reviews.add(row(ME))
  expect((await read()).mine).toMatchObject({ stars: 3, content: 'as the server has it' })
  await putReview(engine, review)
  expect((await read()).mine).toMatchObject({ stars: 5, content: 'Spotless', waiting: 'waiting' })
  await db.outbox
    .toCollection()
    .modify({ state: 'attention', error: { code: 'review_final', message: 'Final', status: 409 } })
  expect((await read()).mine).toMatchObject({ content: 'Spotless', waiting: 'attention', error: 'Final' })
  await putReview(engine, { ...review, stars: 4 })
  expect(await db.outbox.count()).toBe(1)
  expect((await read()).mine).toMatchObject({ stars: 4, waiting: 'waiting' })
})

test('a review in place of one that its form never showed keeps what only that one changed', async () => {
  const { stars, points, content } = review
  const seen = { stars, points, content }
  await putReview(engine, { ...review, content: 'Spotless, and early', seen })
  await putReview(engine, { ...review, stars: 4, seen })
  expect((await db.outbox.toArray()).map(({ payload }) => payload)).toEqual([
    { ...review, stars: 4, content: 'Spotless, and early', seen },
  ])
})

test('a review of another rental, or of the order of the same number, is another one', async () => {
  await putReview(engine, { ...review, id: 41 })
  await putReview(engine, { ...review, about: 'order' })
  expect(await read()).toEqual({ mine: null, theirs: null })
})

test('the other side’s stands beside it with one’s own answer', async () => {
  await db.reviews.add(row(OTHER, { revealedAt: '2026-12-14T05:00:00.000Z' }))
  expect((await read()).theirs).toMatchObject({ content: 'as the server has it', answer: null, answering: {} })
  await answerReview(engine, { ...DEAL, reviewId: OTHER * 10, content: 'Thank you' })
  expect((await read()).theirs).toMatchObject({ answer: 'Thank you', answering: { waiting: 'waiting' } })
})

const refuse = (code: string) =>
  db.outbox.toCollection().modify({ state: 'attention', error: { code, message: 'Refused', status: 409 } })

test.each(['review_final', 'edit_conflict'])('a review that everybody reads stays in sight: %s', async (code) => {
  await db.reviews.add(row(ME, { revealedAt: '2026-12-14T05:00:00.000Z' }))
  await putReview(engine, review)
  await refuse(code)
  const { mine } = await read()
  expect(mine).toMatchObject({ stars: 3, content: 'as the server has it' })
  expect(mine).toMatchObject({ unsent: { stars: 5, points: [], content: 'Spotless', error: 'Refused' } })
  expect([mine?.waiting, mine?.stands]).toEqual([undefined, undefined])
})

test('an answer that everybody reads stays in sight, and a refused one beside it is not written anew', async () => {
  await db.reviews.add(row(OTHER, { revealedAt: '2026-12-14T05:00:00.000Z', answer: 'X' }))
  await answerReview(engine, { ...DEAL, reviewId: OTHER * 10, content: 'Y' })
  await refuse('review_answered')
  const { theirs } = await read()
  expect(theirs).toMatchObject({ answer: 'X', answering: {}, unsent: { content: 'Y', error: 'Refused' } })
  expect([theirs?.answering.waiting, theirs?.canRewriteAnswer]).toEqual([undefined, false])
})

test.each([
  ['waits', {}, true],
  ['may have left', { everSent: true }, false],
  ['was refused', { state: 'attention', everSent: true }, true],
] as const)('an answer that %s is written anew only where the server has none', async (_, item, canRewriteAnswer) => {
  await db.reviews.add(row(OTHER, { revealedAt: '2026-12-14T05:00:00.000Z' }))
  await answerReview(engine, { ...DEAL, reviewId: OTHER * 10, content: 'Thank you' })
  await db.outbox.toCollection().modify(item)
  expect((await read()).theirs).toMatchObject({ answer: 'Thank you', canRewriteAnswer })
  await db.reviews.update(OTHER * 10, { answer: 'From the laptop' })
  expect((await read()).theirs?.canRewriteAnswer).toBe(false)
})

test('a draft comes back as it was typed, and ends with the press', async () => {
  const keeper = reviewDraft(DEAL).autosave(db)
  await keeper.keep({ stars: 0, points: ['clean'], content: 'half a sen' })
  expect(await reviewDraft(DEAL).autosave(db).open()).toEqual({
    stars: 0,
    points: ['clean'],
    content: 'half a sen',
  })
  await keeper.handOver(() => putReview(engine, review))
  await db.drafts.put({ draftId: answerDraftId(5), kind: 'review-answer', values: { content: 'Than' }, updatedAt: '' })
  await answerReview(engine, { ...DEAL, reviewId: 5, content: 'Thank you' })
  expect(await db.drafts.count()).toBe(0)
})

test('the newest reviews of what was looked at last are kept; nonsense on the disk counts as none', async () => {
  const subject = { kind: 'listing', id: 3 } as const
  expect(await readSeenReviews(db, subject)).toBeNull()
  const { _q, ...seen } = row(OTHER)
  await keepSeenReviews(
    db,
    subject,
    Array.from({ length: 9 }, (_, index) => ({ ...seen, id: index })),
  )
  expect((await readSeenReviews(db, subject))?.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4])
  for (let id = 100; id < 130; id++) await keepSeenReviews(db, { kind: 'item', id }, [])
  expect(await readSeenReviews(db, subject)).toBeNull()
  await db.meta.put({ k: 'seenReviews', v: 'nonsense' })
  expect(await readSeenReviews(db, { kind: 'item', id: 129 })).toBeNull()
})

test('a review of another device stands beside one’s own until it is saved again, having seen that one', async () => {
  await db.reviews.add(row(ME))
  const seen = { stars: 3, points: [], content: 'as the server has it' }
  await putReview(engine, { ...review, seen })
  const now = { content: 'from the laptop' }
  const error = { code: 'edit_conflict', message: 'Choose', status: 409, now }
  await db.outbox.toCollection().modify({ state: 'attention', error })
  const { mine } = await read()
  const stands = { stars: 5, points: [], content: 'from the laptop' }
  expect(mine).toMatchObject({ content: 'Spotless', waiting: 'attention', stands })
  const fresh = freshReview(mine)
  expect(fresh).toEqual({ stars: 5, points: [], content: 'Spotless', seen: stands })
  await putReview(engine, { ...DEAL, ...fresh, content: 'Spotless, both' })
  const [waiting] = await db.outbox.toArray()
  // The stars were changed by this device alone: they still are what the first form had shown.
  expect(waiting?.payload).toEqual({ ...review, content: 'Spotless, both', seen: { ...stands, stars: 3 } })
})

test('a review that takes the place of one that never left has seen what the first one’s form had shown', async () => {
  const none = { stars: 0, points: [], content: '' }
  await putReview(engine, { ...review, seen: none })
  await putReview(engine, { ...review, content: 'Better', seen: { stars: 5, points: [], content: 'Spotless' } })
  const [waiting] = await db.outbox.toArray()
  expect(waiting?.payload).toEqual({ ...review, content: 'Better', seen: none })
})
