import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { addDays, todayIn } from '#schema/date-range'
import { type Item, itemTexts } from '#schema/made-to-order'
import { searchRows } from '#schema/text-search'
import { step } from '../../db/steps'
import { postItem } from '../../test-support/order-kit'
import { signUpHost, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'

const FLAVORS = ['Éclair', 'Lemon', 'Honey', 'Hand-made']
const THINGS = ['cake', 'cupcakes', 'invitations', 'menus', 'berries']
const CATEGORIES = ['custom_cakes', 'stationery', 'favors', 'linens'] as const

let t: TestApp
let mina: TestPerson
let all: Item[]

beforeAll(async () => {
  t = await openTestApp()
  mina = await signUpHost(t, 'mina')
  for (const [nth, flavor] of FLAVORS.entries())
    for (const [at, thing] of THINGS.entries())
      await postItem(t, mina, {
        title: `${flavor} ${thing}`,
        description: at % 2 ? 'Goes well with a lemon cake' : `Number ${nth}, for a long table.`,
        price: 500 + ((nth * 7 + at * 3) % 11) * 100,
        category: CATEGORIES[(nth + at) % CATEGORIES.length],
        leadTimeInDays: 1 + nth * 5 + at,
      })
  all = await search('limit=100')
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const page = (query: string) => t.call('GET', `/api/search/items?${query}`)
/** All pages of a search. */
async function search(query: string): Promise<Item[]> {
  const found: Item[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await page(query + cursor)
    expect(status).toBe(200)
    found.push(...body.items)
    if (body.cursor === null) return found
    cursor = `&cursor=${body.cursor}`
  }
}
const ids = (items: readonly Item[]) => items.map(({ id }) => id)
const text = (words: string) => `text=${encodeURIComponent(words)}`

test('without a text every item is found, newest first, on pages that miss and double nothing', async () => {
  expect(all).toHaveLength(FLAVORS.length * THINGS.length)
  expect(ids(all)).toEqual(ids(all).toSorted((a, b) => b - a))
  expect(await search('limit=3')).toEqual(all)
  const [first, second, third] = ids(all)
  expect(ids(await search(`before=${second}`))).toEqual(ids(all).slice(2))
  expect(ids(await search(`ids=${first},${third},999999`))).toEqual([Number(first), Number(third)])
})

test('a search names the number of the last change that it knows of', async () => {
  expect((await page('limit=1')).body.seq).toBe(t.deps.feed.seq())
})

test('a search finds the same items as a device that holds all of them', async () => {
  const known = [...FLAVORS, ...THINGS, 'cakes', 'eclair', 'berry', 'mina', 'favors', 'table', 'stationery']
  const word = fc.constantFrom(...known.flatMap((words) => words.split(/[ -]/)))
  const misspelled = fc
    .tuple(word, fc.nat(3), fc.constantFrom('x', ''))
    .map(([right, at, letter]) => right.slice(0, at) + letter + right.slice(at + 1))
    .filter(({ length }) => length > 3)
  const words = fc.array(fc.oneof(word, word, misspelled), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(words, async (some) => {
      const found = ids(await search(`${text(some.join(' '))}&limit=4`))
      expect(found.toSorted()).toEqual(ids(searchRows(all, itemTexts, some.join(' '))).toSorted())
    }),
    { numRuns: 100 },
  )
})

test('category, price and the day narrow a search; a price can be its order', async () => {
  const today = todayIn(t.deps.env.timezone, t.deps.now())
  const expected = (isWanted: (item: Item) => boolean) => ids(all.filter(isWanted))
  const sweet = ({ category }: Item) => category === 'custom_cakes' || category === 'favors'
  expect(ids(await search('categories=custom_cakes,favors'))).toEqual(expected(sweet))
  expect(ids(await search('least=7&most=9'))).toEqual(expected(({ price }) => price >= 700 && price <= 900))
  const by = addDays(today, 8)
  expect(ids(await search(`by=${by}`))).toEqual(expected(({ leadTimeInDays }) => leadTimeInDays <= 8))
  for (const query of ['', text('cake')]) {
    const low = (await search(`${query}&sort=low&limit=4`)).map(({ price }) => price)
    expect(low).toEqual(low.toSorted((a, b) => a - b))
    expect((await search(`${query}&sort=high&limit=4`)).map(({ price }) => price)).toEqual(low.toReversed())
  }
})

test('an item is found as its maker has it now: paused, renamed, archived, hidden', async () => {
  const today = todayIn(t.deps.env.timezone, t.deps.now())
  const id = await postItem(t, mina, { title: 'Zitherly harp', leadTimeInDays: 2 })
  const found = async (query: string) => ids(await search(query)).includes(id)
  const pause = { until: addDays(today, 3) }
  await t.call('POST', `/api/made-to-order/${id}/pause`, { as: mina.as, body: pause })
  expect(await found('open=1')).toBe(false)
  expect([await found(`by=${addDays(today, 5)}`), await found(`by=${addDays(today, 6)}`)]).toEqual([false, true])
  expect(await found(text('zitherly'))).toBe(true)
  await t.deps.db.write(() => [step(sql`UPDATE made_to_order_items SET title = 'Plain harp' WHERE id = ${id}`)])
  expect([await found(text('zitherly')), await found(text('harp'))]).toEqual([false, true])
  await t.call('POST', `/api/made-to-order/${id}/archive`, { as: mina.as, body: { archived: true } })
  expect([await found(text('harp')), await found('')]).toEqual([false, false])
})

test.each([
  'cursor=abc',
  'by=tomorrow',
  'open=2',
  'before=x',
  'sort=worst',
  'limit=101',
  'least=-1',
  'ids=1;2',
  'ids=007',
])('a search for %p is refused', async (query) => expect((await page(query)).status).toBe(422))
