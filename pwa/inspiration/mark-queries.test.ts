import { expect, test } from 'bun:test'
import { markedPosts } from './mark-queries'

const posts = [5, 4, 3, 2, 1].map((id) => ({ id }))
const own = new Map([
  ['like/1', '2026-11-21T10:00:00.000Z'],
  ['like/2', '2026-11-20T10:00:00.000Z'],
  ['like/3', '2026-11-19T10:00:00.000Z'],
  ['save/3', '2026-11-19T10:00:00.000Z'],
])
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

test('liked posts stand in the order in which they were liked', () => {
  expect(ids(markedPosts(posts, 'like', { own, wanted: new Map() }))).toEqual([1, 2, 3])
  expect(ids(markedPosts(posts, 'save', { own, wanted: new Map() }))).toEqual([3])
})

test('a press counts before the server has said so', () => {
  const wanted = new Map([
    ['like/5', true],
    ['like/1', false],
    ['save/3', false],
  ])
  expect(ids(markedPosts(posts, 'like', { own, wanted }))).toEqual([5, 2, 3])
  expect(ids(markedPosts(posts, 'save', { own, wanted }))).toEqual([])
})
