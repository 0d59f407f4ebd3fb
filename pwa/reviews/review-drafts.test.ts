import { expect, test } from 'bun:test'
import { freshReview, isUnsentReview } from './review-drafts'

const saved = { stars: 4, points: [], content: 'All was clean.' }

test.each([
  ['nothing was typed', freshReview(null), null, false],
  ['the form shows the saved one', freshReview(saved), saved, false],
  ['words were typed and none were saved', { ...freshReview(null), content: ' All was clean. ' }, null, true],
  ['the saved one says the same', { ...freshReview(null), content: ' All was clean. ' }, saved, false],
  ['the saved one says something else', { ...freshReview(saved), content: 'All was clean, but late.' }, saved, true],
] as const)('a review is unsent or not: %s', (_, draft, mine, expected) =>
  expect(isUnsentReview({ ...draft, points: [] }, mine)).toBe(expected),
)
