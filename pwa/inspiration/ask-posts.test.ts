import { afterEach, beforeEach, expect, test } from 'bun:test'
import { EPOCH_HEADER } from '#schema/sync-scopes'
import { askPosts } from './ask-posts'

const browserFetch = globalThis.fetch
const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, nth) => from - nth)

let asked: URL[]
/** The ids of the posts that the server answers with. */
let answer: (query: URLSearchParams) => number[]

beforeEach(() => {
  asked = []
  globalThis.fetch = Object.assign(async (path: string) => {
    const url = new URL(path, 'https://trestle.example')
    asked.push(url)
    const rows = answer(url.searchParams).map((id) => ({ id, title: `Post ${id}`, likeCount: 3, saveCount: 1 }))
    return Response.json(rows, { headers: { [EPOCH_HEADER]: 'epoch-1' } })
  }, browserFetch) as never
})
afterEach(() => {
  globalThis.fetch = browserFetch
})

const find = async (question: string) => (await askPosts(question)).map(({ id }) => id)

test('all posts of a person are asked for, page after page, until one is not full', async () => {
  answer = (query) =>
    numbers(250, 1)
      .filter((id) => id < Number(query.get('cursor') ?? 251))
      .slice(0, 100)
  expect(await find('of 7')).toEqual(numbers(250, 1))
  expect(asked.map(({ pathname }) => pathname)).toEqual(Array(3).fill('/api/users/7/inspiration'))
  expect(asked.map(({ searchParams }) => searchParams.get('cursor'))).toEqual([null, '151', '51'])
})

test('somebody who has shared without end is asked about only so often', async () => {
  answer = (query) => numbers(Number(query.get('cursor') ?? 9_000) - 1, 1).slice(0, 100)
  expect(await find('of 7')).toHaveLength(1_000)
  expect(asked).toHaveLength(10)
})

test('posts are asked for by their numbers, at most 100 at once', async () => {
  answer = (query) => (query.get('ids') ?? '').split(',').map(Number)
  expect(await find(numbers(205, 1).join())).toEqual(numbers(205, 1))
  expect(asked.map(({ searchParams }) => searchParams.get('ids')?.split(',').length)).toEqual([100, 100, 5])
})

test('their counts come with them', async () => {
  answer = () => [5]
  expect(await askPosts('5')).toMatchObject([{ id: 5, title: 'Post 5', stat: { likeCount: 3, saveCount: 1 } }])
})
