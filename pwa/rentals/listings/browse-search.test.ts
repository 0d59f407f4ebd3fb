import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { addDays } from '#schema/date-range'
import { MILES } from '#schema/places'
import { SORTS } from '../../sync/search-tasks'
import { type Browse, countFilters, filterChips, NO_FILTERS, readBrowse, writeBrowse } from './browse-search'

const range = { startDate: '2026-11-28', endDate: '2026-11-30' }
/** No text can be made of it. */
const OBJECT = { toString: 1 }

describe('the address of a search', () => {
  test('holds only what is chosen', () => {
    expect(writeBrowse({ search: '', ...NO_FILTERS })).toEqual({})
    expect(
      writeBrowse({ ...NO_FILTERS, search: 'gold plates', categories: ['tableware', 'linens'], range, sort: 'rated' }),
    ).toEqual({
      search: 'gold plates',
      categories: 'tableware,linens',
      from: '2026-11-28',
      to: '2026-11-30',
      sort: 'rated',
    })
  })

  test('reads back as it was written, whatever was chosen', () => {
    const cents = fc.nat({ max: 99_900 }).map((whole) => whole / 100)
    const anywhere = fc.record({
      place: fc.constantFrom('Brooklyn', 'Park Slope', 'The Bronx', null),
      miles: fc.constant(null),
    })
    const around = fc.record({ place: fc.constantFrom('Park Slope', 'Harlem'), miles: fc.constantFrom(...MILES) })
    const others = fc.record<Omit<Browse, 'place' | 'miles'>>({
      search: fc.string(),
      categories: fc.subarray([...RENTAL_CATEGORIES]),
      range: fc.option(
        fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 90 })).map(([start, length]) => ({
          startDate: addDays('2026-01-01', start),
          endDate: addDays('2026-01-01', start + length),
        })),
      ),
      pieces: fc.integer({ min: 1, max: 99 }),
      least: fc.option(cents),
      most: fc.option(cents),
      sort: fc.constantFrom(...SORTS, null),
    })
    const search = fc.tuple(others, fc.oneof(anywhere, around)).map(([rest, place]) => ({ ...rest, ...place }))
    fc.assert(fc.property(search, (browse) => expect(readBrowse(writeBrowse(browse))).toEqual(browse)))
  })

  test.each([
    ['an unknown category', { categories: 'tableware,boats' }, { categories: ['tableware'] }],
    ['a category named twice', { categories: 'linens,linens' }, { categories: ['linens'] }],
    ['categories out of order', { categories: 'linens,tableware' }, { categories: ['tableware', 'linens'] }],
    ['a place that nobody knows', { place: 'Atlantis' }, { place: null }],
    ['a distance that nobody offers', { place: 'Harlem', miles: 3 }, { place: 'Harlem', miles: null }],
    ['a distance around a borough', { place: 'Brooklyn', miles: 2 }, { place: 'Brooklyn', miles: null }],
    ['a distance around nothing', { miles: 2 }, { place: null, miles: null }],
    ['a price that is none', { least: -3, most: 'x' }, { least: null, most: null }],
    ['prices that no listing has', { least: 100_000.01, most: 250_000 }, { least: 100_000, most: 100_000 }],
    ['more pieces than a listing has', { pieces: 10_001 }, { pieces: 10_000 }],
    ['no pieces', { pieces: 0 }, { pieces: 1 }],
    ['an unknown order', { sort: 'loudest' }, { sort: null }],
    ['half a range', { from: '2026-11-28' }, { range: null }],
    ['a day that does not exist', { from: '2026-02-30', to: '2026-03-02' }, { range: null }],
    ['a range that ends before it starts', { from: '2026-11-30', to: '2026-11-28' }, { range: null }],
    [
      'objects',
      { search: OBJECT, categories: OBJECT, place: OBJECT, miles: OBJECT, from: OBJECT, to: OBJECT, pieces: OBJECT },
      { search: '', ...NO_FILTERS },
    ],
    [
      'one day',
      { from: '2026-11-28', to: '2026-11-28' },
      { range: { startDate: '2026-11-28', endDate: '2026-11-28' } },
    ],
  ] as const)('%s', (_, params, expected) => {
    expect(readBrowse(params)).toMatchObject(expected as object)
  })
})

test('the badge counts kinds of filters, not chosen things', () => {
  expect(countFilters(NO_FILTERS)).toBe(0)
  expect(countFilters({ ...NO_FILTERS, categories: ['linens', 'serving', 'lighting'] })).toBe(1)
  expect(countFilters({ ...NO_FILTERS, categories: ['linens'], range, pieces: 4, least: 5, most: 10 })).toBe(4)
})

test('chips carry the words of the specification, and each takes away its own', () => {
  expect(filterChips(NO_FILTERS)).toEqual([])
  const all = {
    ...NO_FILTERS,
    categories: ['linens', 'serving'],
    place: 'Brooklyn',
    range,
    pieces: 4,
    least: 5,
  } as const
  const chips = filterChips({ ...all, categories: [...all.categories] })
  expect(chips.map(({ label }) => label)).toEqual([
    'Categories: 2',
    'In Brooklyn',
    'Available: Nov 28 - Nov 30',
    '4 pieces',
    'From $5 a day',
  ])
  for (const { without } of chips)
    expect(filterChips({ ...all, categories: [...all.categories], ...without })).toHaveLength(4)
})

test('a distance around a neighborhood is one chip with its place', () => {
  const [chip] = filterChips({ ...NO_FILTERS, place: 'Park Slope', miles: 2 })
  expect(chip).toEqual({ label: 'Within 2 miles of Park Slope', without: { place: null, miles: null } })
  expect(filterChips({ ...NO_FILTERS, place: 'Park Slope', miles: 1 })[0]?.label).toBe('Within 1 mile of Park Slope')
})
