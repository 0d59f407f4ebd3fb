import { expect, test } from 'bun:test'
import { catalogueWords, formatBytes, freedWords, share, unsentCountWords } from './storage-words'

test.each([
  [0, '0 MB'],
  [1, '1 kB'],
  [340_400, '340 kB'],
  [999_400, '999 kB'],
  [1_000_000, '1 MB'],
  [4_240_000, '4.2 MB'],
  [20_000_000, '20 MB'],
  [149_600_000, '150 MB'],
  [1_240_000_000, '1.2 GB'],
])('%p bytes are %p', (bytes, words) => expect(formatBytes(bytes)).toBe(words))

test('freeing says how much, or that there was nothing', () => {
  expect([freedWords(12_300_000), freedWords(0)]).toEqual(['12 MB freed', 'There was nothing to free'])
})

test.each([
  [{ drafts: 0, waiting: 0 }, 'None'],
  [{ drafts: 1, waiting: 0 }, '1 draft'],
  [{ drafts: 3, waiting: 2 }, '3 drafts, 2 waiting'],
  [{ drafts: 0, waiting: 1 }, '1 waiting'],
])('%p is %p', (counts, words) => expect(unsentCountWords(counts)).toBe(words))

test.each([
  [0, 0],
  [1, 1],
  [10_000_000, 50],
  [30_000_000, 100],
])('%p bytes of 20 MB fill %p %%', (bytes, percent) => expect(share(bytes, 20_000_000)).toBe(percent))

test.each([
  [null, 40, 'Listings, items, posts and people'],
  [
    { around: 'Harlem', total: 48_000, areas: [{}], parts: { item: [], post: [] } },
    1_240,
    'Harlem and around, 1,240 of 48,000 listings, the newest items, the last months’ posts, and people',
  ],
  [{ around: null, total: 40, areas: [{}] }, 10, '10 of 40 listings, items, posts, and people'],
  [{ around: null, total: 40, areas: null, parts: { item: [] } }, 40, 'Listings, the newest items, posts, and people'],
])('of %p with %p listings here it says %p', (held, listings, words) => {
  expect(catalogueWords(held, listings)).toBe(words)
})
