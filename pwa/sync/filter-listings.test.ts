import { describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { addDays, type DateRange, inclusiveDays } from '#schema/date-range'
import type { BusyRange, CatalogueListing } from '#schema/listing'
import { EVERY_LISTING } from '../test-support/every-listing'
import { ListingIndex } from './filter-listings'
import type { ListingFilter, Sort } from './search-tasks'

type Blocked = [string, string][]

const day = fc.integer({ min: 0, max: 20 }).map((count) => addDays('2026-12-20', count))
const range = fc
  .tuple(day, fc.integer({ min: 0, max: 5 }))
  .map(([start, days]) => [start, addDays(start, days)] as const)
const word = fc.constantFrom('Oak', 'oak', 'TABLE', 'table', 'Ärmel', 'gold', 'İstanbul', '🎈', '', ' ')
const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))

const listing = fc.record({
  userId: fc.integer({ min: 1, max: 3 }),
  title: text,
  description: text,
  category: fc.constantFrom(...RENTAL_CATEGORIES),
  quantity: fc.integer({ min: 1, max: 3 }),
  minDays: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  maxDays: fc.option(fc.integer({ min: 3, max: 6 }), { nil: undefined }),
  bufferDays: fc.constantFrom(undefined, 1, 3),
  busy: fc.array(
    fc.tuple(range, fc.integer({ min: 1, max: 3 })).map(([[start, end], count]): BusyRange => [start, end, count]),
    { maxLength: 5 },
  ),
})
const listings = fc
  .array(listing, { maxLength: 12 })
  .map((rows) => rows.map((row, index) => ({ ...row, id: index + 1 }) as CatalogueListing))
const filter = fc
  .record({
    search: text,
    categories: fc.subarray([...RENTAL_CATEGORIES], { maxLength: 3 }),
    range: fc.option(
      range.map(([startDate, endDate]): DateRange => ({ startDate, endDate })),
      { nil: null },
    ),
  })
  .map((chosen): ListingFilter => ({ ...EVERY_LISTING, ...chosen, sort: 'newest' }))
const people = fc.array(
  fc.option(
    fc.array(
      range.map(([start, end]): [string, string] => [start, end]),
      { maxLength: 2 },
    ),
    { nil: undefined },
  ),
  { minLength: 4, maxLength: 4 },
)

/** The specification word for word: day by day, without any index. */
function naive(rows: CatalogueListing[], wanted: ListingFilter, blockedOf: (userId: number) => Blocked) {
  const needle = wanted.search.trim().toLowerCase()
  return rows.filter((row) => {
    const texts = [row.title, row.description, row.category].map((part) => part.toLowerCase())
    if (!texts.some((part) => part.includes(needle))) return false
    if (wanted.categories.length > 0 && !wanted.categories.includes(row.category)) return false
    if (!wanted.range) return true
    const { startDate, endDate } = wanted.range
    const days = inclusiveDays(wanted.range)
    if (days < (row.minDays ?? 1) || days > (row.maxDays ?? days)) return false
    for (let at = startDate; at <= addDays(endDate, row.bufferDays ?? 0); at = addDays(at, 1)) {
      let left = row.quantity
      for (const [start, end, count] of row.busy) if (start <= at && at <= end) left -= count
      if (left < 1) return false
      // Whether the owner is away on the days for getting ready is no matter.
      if (at > endDate) continue
      if (blockedOf(row.userId).some(([start, end]) => start <= at && at <= end)) return false
    }
    return true
  })
}

test('finds what a plain reading of the specification finds, in the same order; words find more', () => {
  fc.assert(
    fc.property(listings, filter, people, (rows, wanted, blocks) => {
      const found = new ListingIndex(rows.map((row) => ({ ...row, away: blocks[row.userId] ?? [] }))).search(wanted)
      const ids = found.map(({ id }) => id)
      const plain = naive(rows, wanted, (userId) => blocks[userId] ?? []).map(({ id }) => id)
      expect(wanted.search.trim() ? ids.filter((id) => plain.includes(id)) : ids).toEqual(plain)
    }),
    { numRuns: 500 },
  )
})

describe('by example', () => {
  const plates = {
    id: 1,
    userId: 1,
    ownerUsername: 'noor',
    title: 'Forty Plates',
    description: 'White china',
    category: 'tableware',
    neighborhood: 'Park Slope',
    city: 'Brooklyn',
    price: 12,
    quantity: 2,
    busy: [['2026-12-24', '2026-12-26', 1] as BusyRange],
  } as CatalogueListing
  const index = new ListingIndex([plates])
  const found = (wanted: Partial<ListingFilter>, blocked: Blocked = []) =>
    new ListingIndex([{ ...plates, away: blocked }]).search({ ...EVERY_LISTING, ...wanted }).length === 1

  test.each([
    ['plates', true],
    ['  PLATES ', true],
    ['china', true],
    ['tableware', true],
    ['forks', false],
    ['china forty', true],
    ['plats', true],
    ['brooklyn', true],
    ['11215', true],
    ['park slope plates', true],
    ['11102', false],
    ['queens', false],
    ['noor', true],
  ])('%j finds it: %p', (search, expected) => {
    expect(found({ search })).toBe(expected)
  })

  test('the code of a post office finds what is in its neighborhood', () => {
    const inFlushing = new ListingIndex([{ ...plates, neighborhood: 'Flushing', city: null }])
    const titles = (search: string) => inFlushing.search({ ...EVERY_LISTING, search }).map(({ title }) => title)
    expect([titles('11352 plates'), titles('11386 plates')]).toEqual([['Forty Plates'], []])
  })

  test.each([
    [[], true],
    [['tableware'], true],
    [['linens', 'tableware'], true],
    [['linens'], false],
  ])('categories %j: %p', (categories, expected) => {
    expect(found({ categories: categories as string[] })).toBe(expected)
  })

  test('one of two is left over the holidays; a block leaves none', () => {
    const holidays = { startDate: '2026-12-23', endDate: '2026-12-27' }
    expect(found({ range: holidays })).toBe(true)
    expect(found({ range: holidays }, [['2026-12-27', '2027-01-02']])).toBe(false)
    expect(found({ range: holidays }, [['2026-12-28', '2027-01-02']])).toBe(true)
    expect(found({ range: holidays }, [['2026-12-01', '2026-12-23']])).toBe(false)
  })

  test('a category is found by the name that is shown', () => {
    const cakes = { ...plates, category: 'custom_cakes' } as unknown as CatalogueListing
    expect(new ListingIndex([cakes]).search({ ...EVERY_LISTING, search: 'custom cakes' })).toEqual([cakes])
  })

  test('as many pieces as are needed must be free at once', () => {
    const range = { startDate: '2026-12-24', endDate: '2026-12-24' }
    expect(found({ pieces: 2 })).toBe(true)
    expect(found({ pieces: 3 })).toBe(false)
    expect(found({ pieces: 2, range })).toBe(false)
    expect(found({ pieces: 2, range: { startDate: '2026-12-27', endDate: '2026-12-27' } })).toBe(true)
  })

  test('a place is a neighborhood or its borough', () => {
    for (const place of ['Park Slope', 'Brooklyn']) expect(found({ place })).toBe(true)
    for (const place of ['Bushwick', 'Queens']) expect(found({ place })).toBe(false)
  })

  test('a price is between its bounds, both included', () => {
    expect(found({ least: 12, most: 12 })).toBe(true)
    expect(found({ least: 13 })).toBe(false)
    expect(found({ most: 11 })).toBe(false)
  })

  test.each<[Sort | null, string, number[]]>([
    [null, '', [4, 3, 2, 1]],
    [null, 'plates', [3, 4, 2, 1]],
    ['newest', 'plates', [4, 3, 2, 1]],
    ['low', '', [2, 4, 3, 1]],
    ['high', '', [1, 3, 4, 2]],
    ['soonest', '', [4, 1, 2, 3]],
    ['rated', '', [2, 4, 3, 1]],
  ])('sorted by %p for %j', (sort, search, ids) => {
    const [one, two] = [{ quantity: 1 }, { quantity: 2 }]
    const busy = (start: string, end: string): BusyRange[] => [[start, end, 1]]
    const rows = [
      { ...plates, ...one, id: 4, title: 'Stand', description: 'For plates', price: 11, busy: [] },
      { ...plates, ...one, id: 3, title: 'Plates', price: 12, busy: busy('2026-11-20', '2026-11-29') },
      {
        ...plates,
        ...one,
        id: 2,
        title: 'Tub',
        description: 'plates',
        price: 5,
        busy: busy('2026-11-21', '2026-11-22'),
        rating: { stars: 5, count: 3 },
      },
      {
        ...plates,
        ...two,
        id: 1,
        title: 'Arch',
        description: 'plates',
        price: 30,
        busy: busy('2026-11-01', '2026-12-24'),
      },
    ]
    expect(new ListingIndex(rows).search({ ...EVERY_LISTING, sort, search }).map(({ id }) => id)).toEqual(ids)
  })

  test('a row of an older build, which says nothing of its owner, is free', () => {
    const range = { startDate: '2027-02-01', endDate: '2027-02-02' }
    expect(index.search({ ...EVERY_LISTING, range })).toEqual([plates])
  })

  test('a listing whose availability check throws is shown, and the error is logged', () => {
    const logged = spyOn(console, 'error').mockImplementation(() => undefined)
    const range = { startDate: '2026-12-24', endDate: '2026-12-25' }
    const taken = { ...plates, id: 2, quantity: 1 }
    const broken = { ...plates, id: 3, busy: null } as unknown as CatalogueListing
    const found = new ListingIndex([plates, taken, broken]).search({ ...EVERY_LISTING, range })
    expect(found.map(({ id }) => id)).toEqual([1, 3])
    expect(logged).toHaveBeenCalledWith('The availability check failed', expect.any(TypeError))
    logged.mockRestore()
  })
})
