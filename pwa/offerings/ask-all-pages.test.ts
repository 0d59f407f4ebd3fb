import { expect, test } from 'bun:test'
import { askAllPages, LARGEST_PAGE } from './ask-all-pages'

/** A list of so many rows, newest first, which is handed out as the server does it. */
const listOf =
  (count: number, asked: (number | undefined)[]) => async (query: { limit: number; cursor?: number | undefined }) => {
    asked.push(query.cursor)
    const all = Array.from({ length: count }, (_, nth) => ({ id: count - nth }))
    return all.filter(({ id }) => query.cursor === undefined || id < query.cursor).slice(0, query.limit)
  }

test.each([
  [0, 1],
  [LARGEST_PAGE - 1, 1],
  [LARGEST_PAGE, 2],
  [2 * LARGEST_PAGE + 5, 3],
  [20 * LARGEST_PAGE, 10],
])('a list of %i rows comes in %i pages, each row once', async (count, pages) => {
  const asked: (number | undefined)[] = []
  const rows = await askAllPages(listOf(count, asked))
  const expected = Array.from({ length: Math.min(count, 10 * LARGEST_PAGE) }, (_, nth) => count - nth)
  expect([asked.length, rows.map(({ id }) => id)]).toEqual([pages, expected])
})

test('a page that has no answer fails the whole: half of a list would pass for all of it', async () => {
  let pages = 0
  const failing = async () => {
    if (pages++ > 0) throw new Error('Nobody answers')
    return Array.from({ length: LARGEST_PAGE }, (_, nth) => ({ id: 500 - nth }))
  }
  await expect(askAllPages(failing)).rejects.toThrow('Nobody answers')
})
