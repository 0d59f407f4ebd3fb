import { expect, test } from 'bun:test'
import { LONGEST_SIDE_PX } from '#schema/upload'
import { fitWithin } from './fit-within'

test.each([
  [4032, 3024, 1200, 900],
  [3024, 4032, 900, 1200],
  [1200, 1200, 1200, 1200],
  [800, 600, 800, 600],
  [10_000, 3, 1200, 1],
])('%i x %i becomes %i x %i', (width, height, toWidth, toHeight) => {
  expect(fitWithin(width, height, LONGEST_SIDE_PX)).toEqual({ width: toWidth, height: toHeight })
})
