import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ListingSearch } from '#schema/endpoints'
import { EPOCH_HEADER } from '#schema/sync-scopes'
import { askPastHeld } from '../../session/ask-past-held'
import { NO_FILTERS, readBrowse } from './browse-search'
import { askListings } from './use-server-finds'

const browserFetch = globalThis.fetch
const BROWSE = { ...NO_FILTERS, search: 'chairs', place: 'Park Slope' }

let pages: { ids: number[]; cursor: string | null }[]
let asked: URLSearchParams[]

beforeEach(() => {
  asked = []
  globalThis.fetch = Object.assign(async (path: string) => {
    const query = new URL(path, 'https://trestle.example').searchParams
    const { ids, cursor } = pages[asked.push(query) - 1] ?? { ids: [], cursor: 'on and on' }
    return Response.json(
      { listings: ids.map((id) => ({ id })), cursor, seq: 40 + asked.length },
      { headers: { [EPOCH_HEADER]: 'epoch-1' } },
    )
  }, browserFetch) as never
})
afterEach(() => {
  globalThis.fetch = browserFetch
})

const foundRows = async (from?: string, isOver?: () => boolean) => {
  const askPage = (limit: number, cursor: string | undefined) => askListings(BROWSE, 'here', limit, cursor)
  return askPastHeld({ askPage, isHeld: (id) => id < 100, isShown: (id) => id > 900 }, from, isOver)
}
const find = async (from?: string, isOver?: () => boolean) => {
  const { rows, cursor } = await foundRows(from, isOver)
  return [rows.map(({ id }) => id), cursor]
}
const cursors = () => asked.map((query) => query.get('cursor'))

test('a page with finds is the answer, and its search is asked with what is not wanted', async () => {
  pages = [{ ids: [300, 200], cursor: 'a' }]
  expect(await find()).toEqual([[300, 200], 'a'])
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ text: 'chairs', place: 'Park Slope', outside: 'here' })
})

test('the server takes a search with any numbers that an address may hold', async () => {
  const numbers = { pieces: 99_999, least: 250_000, most: '999999999' }
  await askListings(readBrowse({ search: 'x'.repeat(200), ...numbers }), '', 24, undefined)
  expect(ListingSearch.safeParse(Object.fromEntries(asked[0] ?? [])).error).toBeUndefined()
})

test('pages without finds, and those of which this device has all, are passed by', async () => {
  pages = [
    { ids: [], cursor: 'a' },
    { ids: [7, 8], cursor: 'b' },
    { ids: [9, 150], cursor: null },
  ]
  expect(await find('z')).toEqual([[150], null])
  expect(cursors()).toEqual(['z', 'a', 'b'])
})

test('finds that are shown come as they are now, with those of the next page', async () => {
  pages = [
    { ids: [950, 7], cursor: 'a' },
    { ids: [940, 300], cursor: 'b' },
  ]
  expect(await find()).toEqual([[950, 940, 300], 'b'])
})

test('each find names the number of the last change that its page knew of', async () => {
  pages = [
    { ids: [7], cursor: 'a' },
    { ids: [300, 200], cursor: null },
  ]
  expect((await foundRows()).rows).toMatchObject([300, 200].map((id) => ({ id, foundAt: 42 })))
})

test('it ends somewhere, and says that there may be more', async () => {
  pages = []
  expect(await find()).toEqual([[], 'on and on'])
  expect(asked).toHaveLength(11)
})

test('nothing further is asked for a search that nobody waits for', async () => {
  pages = []
  await find(undefined, () => true)
  expect(asked).toHaveLength(1)
})
