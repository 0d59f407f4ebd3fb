import { expect, test } from 'bun:test'
import type { HeldPhoto, PhotoPin } from './device-db'
import { beyondBudget, evictionOrder } from './evict-photos'

const held = (url: string, lastUsed: number, bytes = 10): HeldPhoto => ({ url, bytes, lastUsed })
const pin = (url: string, reason: PhotoPin['reason'], postedAt: string): PhotoPin => ({ url, reason, postedAt })
const urls = (photos: HeldPhoto[]) => photos.map(({ url }) => url)

const HELD = [
  held('/mark-new', 1),
  held('/seen-lately', 9),
  held('/card-old', 8),
  held('/mark-old', 2),
  held('/seen-long-ago', 3),
  held('/card-new', 1),
]
const PINS = [
  pin('/mark-new', 'mark', '2026-06-02'),
  pin('/mark-old', 'mark', '2026-01-02'),
  pin('/card-new', 'card', '2026-06-01'),
  pin('/card-old', 'card', '2026-01-01'),
  pin('/not-here-yet', 'card', '2025-01-01'),
]

test('what nobody asked to keep goes first, longest unused first; then old cards; likes and saves last', () => {
  expect(urls(evictionOrder(HELD, PINS))).toEqual([
    '/seen-long-ago',
    '/seen-lately',
    '/card-old',
    '/card-new',
    '/mark-old',
    '/mark-new',
  ])
})

test.each([
  [60, []],
  [59, ['/seen-long-ago']],
  [50, ['/seen-long-ago']],
  [21, ['/seen-long-ago', '/seen-lately', '/card-old', '/card-new']],
  [0, ['/seen-long-ago', '/seen-lately', '/card-old', '/card-new', '/mark-old', '/mark-new']],
])('a budget of %p lets go of %p', (budget, leaving) => {
  expect(urls(beyondBudget(HELD, PINS, budget))).toEqual(leaving)
})

test('one large photo makes room for many small ones', () => {
  const photos = [held('/large', 1, 100), ...Array.from({ length: 9 }, (_, n) => held(`/small-${n}`, 2 + n, 1))]
  expect(urls(beyondBudget(photos, [], 50))).toEqual(['/large'])
})
