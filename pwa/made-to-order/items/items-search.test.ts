import { describe, expect, test } from 'bun:test'
import type { Item } from '#schema/made-to-order'
import {
  countItemFilters,
  filterItems,
  type ItemsSearch,
  itemChips,
  NO_ITEM_FILTERS,
  pauseWords,
  readItems,
  readyOn,
  writeItems,
} from './items-search'

const item = (id: number, part: Partial<Item>): Item => ({
  id,
  userId: 1,
  ownerUsername: 'rosa',
  title: 'Sugar flowers',
  description: 'Made by hand',
  images: [],
  mainImage: '',
  price: 1200,
  category: 'custom_cakes',
  customizationOptions: [],
  photoAlts: [],
  pausedUntil: null,
  leadTimeInDays: 7,
  terms: '',
  createdAt: '2026-11-01T00:00:00.000Z',
  ...part,
})
const items = [
  item(1, { title: 'Lemon Cake' }),
  item(2, { title: 'Place cards', category: 'stationery', description: 'For a cake table' }),
  item(3, { title: 'Ribbon', category: 'favors' }),
]
const TODAY = '2026-11-21'
const found = (wanted: Partial<ItemsSearch>, among = items) =>
  filterItems(among, { search: '', ...NO_ITEM_FILTERS, ...wanted }, TODAY).map(({ id }) => id)

test('words are looked for in title, description and category, whatever their case', () => {
  expect(found({ search: ' CAKE ' })).toEqual([1, 2])
  expect(found({ search: 'stationery' })).toEqual([2])
  expect(found({})).toEqual([1, 2, 3])
  expect(found({ search: 'marble' })).toEqual([])
})

test('any of the chosen categories will do', () => {
  expect(found({ categories: ['favors', 'stationery'] })).toEqual([2, 3])
  expect(found({ search: 'cake', categories: ['favors'] })).toEqual([])
})

test('words are found in any order and across texts, by the shown category and the maker too', () => {
  expect(found({ search: 'made cake' })).toEqual([1])
  expect(found({ search: 'custom cakes' })).toEqual([1])
  expect(found({ search: 'rosa lemmon' })).toEqual([1])
})

test('the best match comes first; a chosen order and the price bounds win', () => {
  const priced = [
    item(1, { price: 3000 }),
    item(2, { price: 1000, leadTimeInDays: 9 }),
    item(3, { price: 2000, title: 'Stand', description: 'for flowers', leadTimeInDays: 2 }),
  ]
  expect(found({ search: 'flowers' }, priced)).toEqual([1, 2, 3])
  expect(found({ sort: 'low' }, priced)).toEqual([2, 3, 1])
  expect(found({ sort: 'high' }, priced)).toEqual([1, 3, 2])
  expect(found({ sort: 'soonest' }, priced)).toEqual([3, 1, 2])
  expect(found({ least: 10, most: 20 }, priced)).toEqual([2, 3])
})

describe('ready by a day', () => {
  const made = [
    item(1, { leadTimeInDays: 7 }),
    item(2, { leadTimeInDays: 14 }),
    item(3, { leadTimeInDays: 2, pausedUntil: '2026-11-27' }),
    item(4, { leadTimeInDays: 2, pausedUntil: '2026-11-20' }),
  ]
  test.each<[string, number[]]>([
    ['2026-11-22', []],
    ['2026-11-23', [4]],
    ['2026-11-27', [4]],
    ['2026-11-28', [1, 4]],
    ['2026-11-30', [1, 3, 4]],
    ['2026-12-05', [1, 2, 3, 4]],
  ])('by %s', (readyBy, ids) => expect(found({ readyBy }, made)).toEqual(ids))

  test('a paused item can be left out, and says when it comes back', () => {
    expect(found({ takingOrders: true }, made)).toEqual([1, 2, 4])
    expect(pauseWords({ pausedUntil: '2026-11-27' }, TODAY)).toBe('Takes orders again on Sat, Nov 28')
    expect(pauseWords({ pausedUntil: TODAY }, TODAY)).toBe('Takes orders again on Sun, Nov 22')
  })

  test('a pause from before that ends later than two years from now counts as one of two years', () => {
    const endless = item(1, { pausedUntil: '9999-12-31' })
    expect(pauseWords(endless, TODAY)).toBe('Takes orders again on Tue, Nov 21, 2028')
    expect(readyOn(endless, TODAY)).toBe('2028-11-28')
    expect(found({ sort: 'soonest' }, [endless, ...made])).toEqual([4, 1, 3, 2, 1])
  })
})

test('the badge counts kinds of filters, and each chip takes away its own', () => {
  const all = {
    categories: ['linens', 'favors'],
    readyBy: '2026-12-05',
    pieces: 3,
    takingOrders: true,
    least: 10,
    most: null,
    sort: null,
  } as ItemsSearch
  expect(countItemFilters(all)).toBe(5)
  expect(countItemFilters(NO_ITEM_FILTERS)).toBe(0)
  expect(itemChips(all).map(({ label }) => label)).toEqual([
    'Categories: 2',
    'Ready by Dec 5',
    '3 pieces',
    'Taking orders now',
    'From $10',
  ])
  for (const { without } of itemChips(all)) expect(countItemFilters({ ...all, ...without })).toBe(4)
})

test('the address of a search reads back, and nonsense in it counts as not chosen', () => {
  expect(writeItems({ search: '', ...NO_ITEM_FILTERS })).toEqual({})
  const wanted: ItemsSearch = {
    search: 'blue',
    categories: ['linens', 'custom_cakes'],
    readyBy: '2026-12-05',
    pieces: 3,
    takingOrders: true,
    least: 5,
    most: 40,
    sort: 'rated',
  }
  expect(readItems(writeItems(wanted))).toEqual(wanted)
  expect(readItems({ search: 42, categories: 'boats,favors', by: '2026-02-30', open: 'yes', pieces: '-2' })).toEqual({
    search: '42',
    ...NO_ITEM_FILTERS,
    categories: ['favors'],
  })
  const object = { toString: 1 }
  expect(readItems({ search: object, categories: object, by: object, pieces: object, least: [object] })).toEqual({
    search: '',
    ...NO_ITEM_FILTERS,
  })
  expect(readItems({ pieces: 1001, least: 250_000, most: 250_000 })).toMatchObject({
    ...{ pieces: 1000, least: 100_000, most: 100_000 },
  })
})
