import { expect, test } from 'bun:test'
import { findThings } from './link-choices'

const thing = (id: number, title: string) => ({ id, title, description: 'Plain', mainImage: '', ownerUsername: 'ana' })
const listing = (id: number, title: string) => ({
  ...thing(id, title),
  ...{ category: 'furniture' as const, neighborhood: 'Park Slope', city: null },
})
const item = (id: number, title: string) => ({ ...thing(id, title), category: 'favors' as const })
const listings = [listing(1, 'Gold chairs'), listing(2, 'Gold plates')]
const items = [item(1, 'Gold cake topper'), item(2, 'Honey favors')]
const found = (search: string, chosen: { kind: 'listing' | 'item'; id: number }[] = []) =>
  findThings(listings, items, search, chosen).map(({ kind, id }) => `${kind} ${id}`)

test('rentals and made-to-order items are found by their title, rentals first', () => {
  expect(found(' GOLD ')).toEqual(['listing 1', 'listing 2', 'item 1'])
  expect(found('honey')).toEqual(['item 2'])
})

test('they are found as in Browse: words in any order, plurals, typos, and their other texts', () => {
  expect(found('chair gold')).toEqual(['listing 1'])
  expect(found('golden chiars')).toEqual([])
  expect(found('gold chiars')).toEqual(['listing 1'])
  expect(found('plates brooklyn')).toEqual(['listing 2'])
  expect(found('favors')).toEqual(['item 2', 'item 1'])
})

test('nothing is offered before something is typed', () => expect(found('  ')).toEqual([]))

test('a chosen thing is not offered again; the same number of the other kind is', () => {
  expect(found('gold', [{ kind: 'listing', id: 1 }])).toEqual(['listing 2', 'item 1'])
})

test('six are enough', () => {
  const many = Array.from({ length: 20 }, (_, index) => listing(index + 1, `Chair ${index}`))
  expect(findThings(many, items, 'chair', [])).toHaveLength(6)
})
