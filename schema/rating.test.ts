import { expect, test } from 'bun:test'
import { byRating, RATED_FROM, ratingOf } from '#schema/rating'

test.each([
  [0, 0, undefined],
  [RATED_FROM - 1, 10, undefined],
  [RATED_FROM, 13, { count: 3, stars: 4.3 }],
  [4, 18, { count: 4, stars: 4.5 }],
  [1000, 4999, { count: 1000, stars: 5 }],
])('%i reviews with %i stars in all', (reviewCount, reviewStars, rating) => {
  expect(ratingOf({ reviewCount, reviewStars }).rating).toEqual(rating)
})

test('the best rated come first, of equals the more often rated, and those without a rating stay in their order', () => {
  const rows = [
    { id: 1 },
    { id: 2, rating: { stars: 4.2, count: 9 } },
    { id: 3, rating: { stars: 4.9, count: 3 } },
    { id: 4 },
    { id: 5, rating: { stars: 4.9, count: 30 } },
  ]
  expect(byRating(rows).map(({ id }) => id)).toEqual([5, 3, 2, 1, 4])
})
