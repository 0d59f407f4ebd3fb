import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { addDays } from '#schema/date-range'
import { type Browse, countFilters, filterChips, readBrowse, writeBrowse } from './browse-search'

const range = { startDate: '2026-11-28', endDate: '2026-11-30' }

describe('the address of a search', () => {
  test('holds only what is chosen', () => {
    expect(writeBrowse({ search: '', categories: [], range: null, sort: null })).toEqual({})
    expect(writeBrowse({ search: 'gold plates', categories: ['tableware', 'linens'], range, sort: 'rated' })).toEqual({
      search: 'gold plates',
      categories: 'tableware,linens',
      from: '2026-11-28',
      to: '2026-11-30',
      sort: 'rated',
    })
  })

  test('reads back as it was written, whatever was chosen', () => {
    const search = fc.record<Browse>({
      search: fc.string(),
      categories: fc.subarray([...RENTAL_CATEGORIES]),
      range: fc.option(
        fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 90 })).map(([start, length]) => ({
          startDate: addDays('2026-01-01', start),
          endDate: addDays('2026-01-01', start + length),
        })),
      ),
      sort: fc.constantFrom('rated', null),
    })
    fc.assert(fc.property(search, (browse) => expect(readBrowse(writeBrowse(browse))).toEqual(browse)))
  })

  test.each([
    ['an unknown category', { categories: 'tableware,boats' }, { categories: ['tableware'] }],
    ['a category named twice', { categories: 'linens,linens' }, { categories: ['linens'] }],
    ['categories out of order', { categories: 'linens,tableware' }, { categories: ['tableware', 'linens'] }],
    ['half a range', { from: '2026-11-28' }, { range: null }],
    ['a day that does not exist', { from: '2026-02-30', to: '2026-03-02' }, { range: null }],
    ['a range that ends before it starts', { from: '2026-11-30', to: '2026-11-28' }, { range: null }],
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
  expect(countFilters({ categories: [], range: null })).toBe(0)
  expect(countFilters({ categories: ['linens', 'serving', 'lighting'], range: null })).toBe(1)
  expect(countFilters({ categories: ['linens'], range })).toBe(2)
})

test('chips carry the words of the specification', () => {
  expect(filterChips({ categories: [], range: null })).toEqual({ categories: null, range: null })
  expect(filterChips({ categories: ['linens', 'serving'], range })).toEqual({
    categories: 'Categories: 2',
    range: 'Available: Nov 28 - Nov 30',
  })
})
