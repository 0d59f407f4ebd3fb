import { expect, test } from 'bun:test'
import { findThings } from './link-choices'

const row = (id: number, title: string) => ({ id, title, mainImage: '', ownerUsername: 'ana' })
const listings = [row(1, 'Gold chairs'), row(2, 'Gold plates')]
const items = [row(1, 'Gold cake topper'), row(2, 'Honey favors')]
const found = (search: string, chosen: { kind: 'listing' | 'item'; id: number }[] = []) =>
  findThings(listings, items, search, chosen).map(({ kind, id }) => `${kind} ${id}`)

test('rentals and made-to-order items are found by their title, rentals first', () => {
  expect(found(' GOLD ')).toEqual(['listing 1', 'listing 2', 'item 1'])
  expect(found('honey')).toEqual(['item 2'])
})

test('nothing is offered before something is typed', () => expect(found('  ')).toEqual([]))

test('a chosen thing is not offered again; the same number of the other kind is', () => {
  expect(found('gold', [{ kind: 'listing', id: 1 }])).toEqual(['listing 2', 'item 1'])
})

test('six are enough', () => {
  const many = Array.from({ length: 20 }, (_, index) => row(index + 1, `Chair ${index}`))
  expect(findThings(many, items, 'chair', [])).toHaveLength(6)
})
