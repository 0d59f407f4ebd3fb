import { expect, test } from 'bun:test'
import { markedIds } from './mark-queries'

const own = new Map([
  ['like/1', '2026-11-21T10:00:00.000Z'],
  ['like/2', '2026-11-20T10:00:00.000Z'],
  ['like/3', '2026-11-19T10:00:00.000Z'],
  ['save/3', '2026-11-19T10:00:00.000Z'],
])

test('liked posts stand in the order in which they were liked', () => {
  expect(markedIds('like', { own, wanted: new Map() })).toEqual([1, 2, 3])
  expect(markedIds('save', { own, wanted: new Map() })).toEqual([3])
})

test('a press counts before the server has said so', () => {
  const wanted = new Map([
    ['like/5', true],
    ['like/1', false],
    ['save/3', false],
  ])
  expect(markedIds('like', { own, wanted })).toEqual([5, 2, 3])
  expect(markedIds('save', { own, wanted })).toEqual([])
})
