import { expect, test } from 'bun:test'
import { filterPosts } from './filter-posts'

const posts = [
  {
    id: 1,
    title: 'Rooftop at dusk',
    description: 'String lights over a long table',
    tags: ['lights', 'summer'],
    username: 'noor',
  },
  { id: 2, title: 'Blush desserts', description: null, tags: ['Birthday'], username: 'theo' },
]
const found = (search: string) => filterPosts(posts, search).map(({ id }) => id)

test('a post is found by title, description or tag, whatever the case', () => {
  expect(found('ROOFTOP')).toEqual([1])
  expect(found('long table')).toEqual([1])
  expect(found('birth')).toEqual([2])
  expect(found('s')).toEqual([1, 2])
  expect(found('confetti')).toEqual([])
})

test('blanks around the text do not count, and no text finds all', () => {
  expect(found('  dusk ')).toEqual([1])
  expect(found('   ')).toEqual([1, 2])
})

test('words are found in any order and across texts, the author among them', () => {
  expect(found('summer lights')).toEqual([1])
  expect(found('NOOR table')).toEqual([1])
  expect(found('theo table')).toEqual([])
})

test('typing reads the texts of the same posts once', () => {
  let read = 0
  const counted = posts.map((post) => ({
    ...post,
    get title() {
      read++
      return post.title
    },
  }))
  for (const typed of ['r', 'ro', 'roo', 'roof']) filterPosts(counted, typed)
  expect(read).toBe(counted.length)
})
