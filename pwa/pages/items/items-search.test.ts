import { expect, test } from 'bun:test'
import type { Item } from '#schema/made-to-order'
import { filterItems, readItems, writeItems } from './items-search'

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
const ids = (found: Item[]) => found.map(({ id }) => id)

test('words are looked for in title, description and category, whatever their case', () => {
  expect(ids(filterItems(items, { search: ' CAKE ', categories: [] }))).toEqual([1, 2])
  expect(ids(filterItems(items, { search: 'stationery', categories: [] }))).toEqual([2])
  expect(ids(filterItems(items, { search: '', categories: [] }))).toEqual([1, 2, 3])
  expect(ids(filterItems(items, { search: 'marble', categories: [] }))).toEqual([])
})

test('any of the chosen categories will do', () => {
  expect(ids(filterItems(items, { search: '', categories: ['favors', 'stationery'] }))).toEqual([2, 3])
  expect(ids(filterItems(items, { search: 'cake', categories: ['favors'] }))).toEqual([])
})

test('words are not found across two fields', () => {
  expect(ids(filterItems(items, { search: 'cake made', categories: [] }))).toEqual([])
})

test('the address of a search reads back, and nonsense in it counts as not chosen', () => {
  const wanted = { search: 'blue', categories: ['linens', 'custom_cakes'] as const }
  expect(writeItems({ search: '', categories: [] })).toEqual({})
  expect(readItems(writeItems({ ...wanted, categories: [...wanted.categories] }))).toEqual({
    search: 'blue',
    categories: ['linens', 'custom_cakes'],
  })
  expect(readItems({ search: 42, categories: 'boats,favors' })).toEqual({ search: '42', categories: ['favors'] })
})
