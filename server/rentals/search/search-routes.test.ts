import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { CatalogueListing } from '#schema/listing'
import { listingTexts, neighborhoodOf, placesWithin } from '#schema/places'
import { TextSearch } from '#schema/text-search'
import { step } from '../../db/steps'
import { catchUpSearch } from '../../search/search-index'
import { signUpHost, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../../test-support/test-photos'
import { AREAS_OF_PLACES, ELSEWHERE } from '../listings/place-areas'
import { listingIndex } from './listing-index'

let t: TestApp
let rosa: TestPerson
let all: CatalogueListing[]

const ADJECTIVES = ['Oak', 'Éclair', 'Copper', 'Velvet', 'Vintage', 'Hand-made']
const THINGS = ['table', 'knives', 'dishes', 'tablecloth', 'lanterns', 'candelabra', 'strawberries stand']
const CATEGORIES = ['furniture', 'tableware', 'linens', 'lighting'] as const

beforeAll(async () => {
  t = await openTestApp()
  rosa = await signUpHost(t, 'rosa')
  await keepTestPhoto(t, rosa, 'table')
  for (const [nth, adjective] of ADJECTIVES.entries())
    for (const [at, thing] of THINGS.entries())
      await post({
        title: `${adjective} ${thing}`,
        description: at % 2 ? 'Goes well with a copper lantern' : `Number ${nth}, for a long tabletop.`,
        price: 5 + ((nth * 7 + at * 3) % 11),
        category: CATEGORIES[(nth + at) % CATEGORIES.length],
      })
  all = await search('limit=100')
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

async function post(fields: object, as = rosa.as): Promise<number> {
  const body = { mainImage: testPhoto('table'), quantity: 4, ...fields }
  const answer = await t.call('POST', '/api/listings', { body, as })
  expect(answer.status).toBe(201)
  return answer.body.id
}

const page = (query: string) => t.call('GET', `/api/search?${query}`)
/** All pages of a search. */
async function search(query: string): Promise<CatalogueListing[]> {
  const found: CatalogueListing[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await page(query + cursor)
    expect(status).toBe(200)
    found.push(...body.listings)
    if (body.cursor === null) return found
    cursor = `&cursor=${body.cursor}`
  }
}
const titles = async (query: string) => (await search(query)).map(({ title }) => title)
const text = (words: string) => `text=${encodeURIComponent(words)}`

test('without a text everything is found, newest first, on pages that miss and double nothing', async () => {
  expect(all).toHaveLength(ADJECTIVES.length * THINGS.length)
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a))
  expect(await search('limit=5')).toEqual(all)
  expect(all[0]).toMatchObject({ busy: [], away: [], ownerUsername: 'rosa' })
})

test('a search names the number of the last change that it knows of', async () => {
  expect((await page('limit=1')).body.seq).toBe(t.deps.feed.seq())
})

test('a search finds the same listings as a device that holds all of them', async () => {
  const device = new TextSearch(all, listingTexts)
  const known = [
    ...ADJECTIVES,
    ...THINGS,
    ...CATEGORIES,
    'rosa',
    'tops',
    'lantern',
    'eclair',
    'dish',
    'knife',
    'number',
    '11215',
    '10001',
  ]
  const word = fc.constantFrom(...known.flatMap((words) => words.split(/[ -]/)).filter(({ length }) => length > 2))
  const misspelled = fc
    .tuple(word, fc.nat(3), fc.constantFrom('x', ''))
    .map(([right, at, letter]) => right.slice(0, at) + letter + right.slice(at + 1))
    .filter(({ length }) => length > 3)
  const cut = fc.tuple(word, fc.nat(2)).map(([whole, by]) => whole.slice(by))
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(word, word, cut, misspelled).filter(({ length }) => length > 2),
        { minLength: 1, maxLength: 3 },
      ),
      async (words) => {
        const scores = device.scores(words.join(' '), neighborhoodOf)
        const onDevice = all.filter((_, at) => scores[at]).map(({ id }) => id)
        const found = (await search(`${text(words.join(' '))}&limit=7`)).map(({ id }) => id)
        expect(new Set(found)).toEqual(new Set(onDevice))
        expect(found).toHaveLength(onDevice.length)
      },
    ),
    { numRuns: 150 },
  )
})

test('whole words of a title come before longer ones, and these before words elsewhere', async () => {
  const found = await titles(text('table'))
  const rank = (title: string) => (/\btable\b/.test(title) ? 0 : title.includes('table') ? 1 : 2)
  expect(found.map(rank)).toEqual(found.map(rank).sort())
  expect(new Set(found.map(rank))).toEqual(new Set([0, 1, 2]))
})

test('the ZIP code of a neighborhood of two words finds what lies there, beside other words too', async () => {
  expect(await search(text('11215'))).toHaveLength(all.length)
  expect((await titles(text('copper 11215'))).sort()).toEqual((await titles(text('copper'))).sort())
  expect(await search(text('11201'))).toEqual([])
})

test('category, place and price narrow a search; a price can be its order', async () => {
  const lit = await search(`${text('copper')}&categories=lighting,linens&least=8&most=12`)
  expect(lit.length).toBeGreaterThan(0)
  expect(lit.every(({ category, price }) => /^li/.test(category) && price >= 8 && price <= 12)).toBe(true)
  const place = all[0]?.neighborhood ?? ''
  expect(await search(`place=${encodeURIComponent(place)}`)).toHaveLength(all.length)
  expect(await search('place=Astoria')).toEqual([])
  expect(await search(`place=${encodeURIComponent(placesWithin(place, 5).at(-1) ?? '')}&miles=5`)).toHaveLength(
    all.length,
  )
  expect(await search('place=Riverdale&miles=1')).toEqual([])
  for (const query of ['', text('copper')]) {
    const low = (await search(`${query}&sort=low&limit=4`)).map(({ price }) => price)
    expect(low).toEqual(low.toSorted((a, b) => a - b))
    const high = (await search(`${query}&sort=high&limit=4`)).map(({ price }) => price)
    expect(high).toEqual(low.toReversed())
  }
})

test('listings of areas that a device has are left out, and some can be asked for alone', async () => {
  const [first, second] = all.map(({ id }) => id)
  const { body } = await page(`ids=${first},${second},999999`)
  expect(body.listings.map(({ id }: CatalogueListing) => id)).toEqual([first, second])
  const area = new Map(AREAS_OF_PLACES).get(String(all[0]?.neighborhood))
  expect(await search(`outside=${area}`)).toEqual([])
  expect(await search(`outside=${ELSEWHERE},862a106e7ffffff,constructor`)).toEqual(all)
  await t.deps.db.write(() => [step(sql`UPDATE listings SET neighborhood = NULL WHERE id = ${first}`)])
  const [moved] = await search(`outside=${area}`)
  expect([moved?.id, await search(`outside=${area},${ELSEWHERE}`)]).toEqual([first, []])
  await t.deps.db.write(() => [
    step(sql`UPDATE listings SET neighborhood = ${all[0]?.neighborhood} WHERE id = ${first}`),
  ])
})

test.each([
  'ids=',
  'ids=1,',
  'ids=a',
  `ids=${'1,'.repeat(100)}1`,
  'ids=1;2',
  'ids=-1',
  'ids=007',
  `outside=${'x'.repeat(1001)}`,
])('a search for %p is refused in words', async (query) => {
  expect((await page(query)).status).toBe(422)
})

test('days that are blocked or too few are not free, nor more pieces than there are', async () => {
  const id = await post({ title: 'Rare samovar', description: 'Brass', price: 9, category: 'serving', minDays: 2 })
  const days = (from: string, to: string) => titles(`${text('samovar')}&from=${from}&to=${to}`)
  expect(await days('2026-12-10', '2026-12-12')).toEqual(['Rare samovar'])
  expect(await days('2026-12-10', '2026-12-10')).toEqual([])
  expect(await titles(`${text('samovar')}&pieces=5`)).toEqual([])
  const blocked = { body: { startDate: '2026-12-12', endDate: '2026-12-14', listingId: id }, as: rosa.as }
  expect((await t.call('POST', `/api/users/${rosa.id}/blocked-dates`, blocked)).status).toBeLessThan(300)
  expect(await days('2026-12-10', '2026-12-12')).toEqual([])
  expect(await days('2026-12-15', '2026-12-16')).toEqual(['Rare samovar'])
})

test('a listing that changes, pauses or goes is found as it is now, and its old words are forgotten', async () => {
  const id = await post({ title: 'Zitherly harp', description: 'Plays', price: 9, category: 'serving' })
  expect(await titles(text('zitherly'))).toEqual(['Zitherly harp'])
  const change = {
    title: 'Plain harp',
    description: 'Plays',
    price: 9,
    category: 'serving',
    mainImage: testPhoto('table'),
  }
  expect((await t.call('POST', `/api/listings/${id}`, { body: change, as: rosa.as })).status).toBe(200)
  expect(await titles(text('zitherly'))).toEqual([])
  expect(await titles(text('harp'))).toEqual(['Plain harp'])
  await t.call('POST', `/api/listings/${id}/availability`, { body: { available: false }, as: rosa.as })
  expect(await titles(text('harp'))).toEqual([])
  const [words] = await t.deps.db.readBatch([
    { sql: "SELECT count(*) AS n FROM search_words WHERE word IN ('zitherly', 'harp')", args: [] },
  ])
  expect(Number(words?.rows[0]?.n)).toBe(0)
})

test('a search of signs finds nothing; a search that makes no sense is refused in words', async () => {
  expect(await search(text('%"*('))).toEqual([])
  expect(await titles(text('filters : xcategorylighting'))).toEqual([])
  for (const query of [
    'cursor=abc',
    'cursor=W10',
    // [-1,0,9]
    'cursor=Wy0xLDAsOV0',
    'from=2026-12-10',
    'from=2026-12-12&to=2026-12-10',
    'from=x&to=y',
    'limit=101',
    'sort=worst',
    text('a'.repeat(101)),
    'least=-1',
  ])
    expect((await page(query)).status, query).toBe(422)
})

test.each(['+', '×', '|', '=', '🎉', '👩‍🍳', '❤️'])('a sign between words, %p, is no word of a search', async (sign) => {
  const words = await titles(text('oak table'))
  expect(words).toContain('Oak table')
  expect(await titles(text(`oak ${sign} table`))).toEqual(words)
  expect(await titles(text(`oak${sign}table`))).toEqual(words)
  expect(await titles(text(sign))).toEqual([])
})

test('every text that can be typed is answered', async () => {
  const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 40 }))
  const odd = fc.constantFrom(
    '\0',
    'a\0b',
    '🎉',
    'x🎉 y',
    '"',
    "'",
    'NEAR(a b)',
    'title:',
    '^a',
    'a*',
    '- filters',
    'OR',
    '漢字',
    'ß',
    '\ud800',
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(typed, odd), async (words) => {
      expect(
        (await page(`text=${encodeURIComponent(words.toWellFormed())}&categories=%00,lighting&place=%00`)).status,
      ).toBe(200)
      expect((await page(`text=${encodeURIComponent(words.toWellFormed())}`)).status).toBe(200)
    }),
    { numRuns: 80 },
  )
})

test('every text that can be posted is entered, and so is the next listing', async () => {
  const odd = ['\0', 'a\0b', '\ud800', '🎉', '"', '\u2028', 'ﬀ', 'İ', '𝔘𝔫𝔦', '\u0301', 'a'.repeat(5_000), '\ufffe']
  const [ada, ben] = [await signUpHost(t, 'ada'), await signUpHost(t, 'ben')]
  for (const person of [ada, ben]) await keepTestPhoto(t, person, 'table')
  for (const words of odd) {
    const body = {
      title: `Odd ${words}`.slice(0, 120),
      description: `Odd ${words}`.slice(0, 5_000),
      price: 5,
      mainImage: testPhoto('table'),
    }
    const { status } = await t.call('POST', '/api/listings', { body, as: ada.as })
    expect([201, 400, 422]).toContain(status)
    await post({ title: `After ${odd.indexOf(words)}`, description: 'Plain', price: 5 }, ben.as)
    expect(await titles(text(`after ${odd.indexOf(words)}`))).toContain(`After ${odd.indexOf(words)}`)
  }
})

test('a search of thousands that it does not want ends early, and goes on from there', async () => {
  const post = sql`WITH RECURSIVE one (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM one WHERE n < 5100)
    INSERT INTO listings (user_id, title, description, images, main_image, price_cents, category, terms, timezone, created_at)
    SELECT ${rosa.id}, 'Commonplace ' || n, 'One of many', '[]', ${testPhoto('table')}, CASE n WHEN 1 THEN 99900 ELSE 500 END,
      'serving', 'None', 'America/New_York', '2026-11-01T00:00:00.000Z' FROM one`
  await t.deps.db.write(() => [step(post)])
  await catchUpSearch(t.deps.db, listingIndex)
  const { body } = await page('text=commonplace&least=999')
  expect([body.listings, typeof body.cursor]).toEqual([[], 'string'])
  expect(await titles('text=commonplace&least=999')).toEqual(['Commonplace 1'])
  expect(await titles('text=commonplace+499&most=5&limit=100')).toContain('Commonplace 4991')
})

test('a search without a text that wants the rarest of thousands finds it on its first page, in any order', async () => {
  for (const sort of ['newest', 'low', 'high']) {
    const { body } = await page(`least=999&sort=${sort}`)
    expect([body.listings.map(({ title }: CatalogueListing) => title), body.cursor]).toEqual([['Commonplace 1'], null])
  }
})

test('a search by price finds what is older than thousands of others', async () => {
  const place = encodeURIComponent(all[0]?.neighborhood ?? '')
  await t.deps.db.write(() => [
    step(sql`UPDATE listings SET neighborhood = ${all[0]?.neighborhood} WHERE title LIKE 'Commonplace %'`),
  ])
  await catchUpSearch(t.deps.db, listingIndex)
  for (const query of ['text=commonplace', 'categories=serving', `place=${place}`, `text=one+many&place=${place}`])
    for (const sort of ['low', 'high'])
      expect(await titles(`${query}&least=999&sort=${sort}`), query).toEqual(['Commonplace 1'])
})

test('a search misses and doubles nothing where one look at thousands ends and the next begins', async () => {
  // In each order, the listings around the 500th are wanted.
  const more = sql`UPDATE listings SET quantity = 9 WHERE title LIKE 'Commonplace %'
    AND (substr(title, 13) + 0 BETWEEN 470 AND 510 OR substr(title, 13) + 0 BETWEEN 4570 AND 4680)`
  await t.deps.db.write(() => [step(more)])
  const [wanted] = await t.deps.db.readBatch([
    { sql: 'SELECT id, price_cents AS price FROM listings WHERE quantity >= 9', args: [] },
  ])
  const rows = (wanted?.rows ?? []).map(({ id, price }) => ({ id: Number(id), price: Number(price) }))
  const orders = {
    newest: rows.toSorted((a, b) => b.id - a.id),
    low: rows.toSorted((a, b) => a.price - b.price || a.id - b.id),
    high: rows.toSorted((a, b) => b.price - a.price || b.id - a.id),
  }
  for (const [sort, inOrder] of Object.entries(orders))
    expect((await search(`pieces=9&sort=${sort}&limit=100`)).map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
  for (const [sort, inOrder] of Object.entries({ low: orders.low, high: orders.high }))
    for (const query of ['text=commonplace', 'categories=serving'])
      expect((await search(`${query}&pieces=9&sort=${sort}&limit=20`)).map(({ id }) => id)).toEqual(
        inOrder.map(({ id }) => id),
      )
  for (const sort of ['', '&sort=newest'])
    expect((await search(`text=commonplace&pieces=9&limit=100${sort}`)).map(({ id }) => id)).toEqual(
      orders.newest.map(({ id }) => id),
    )
})

test.each(['newest', 'low', 'high'])(
  'other work has its turns while searches look at thousands in vain (%s)',
  async (sort) => {
    let isDone = false
    const inVain = Array.from({ length: 30 }, () => page(`pieces=9000&sort=${sort}`))
    const searching = Promise.all(inVain).finally(() => {
      isDone = true
    })
    let turns = 0
    while (!isDone) {
      await Bun.sleep(0)
      turns++
    }
    expect((await searching).flatMap(({ body }) => body.listings)).toEqual([])
    expect(turns).toBeGreaterThan(1)
  },
)

test('a search by price that passes thousands of cheaper ones by ends early, and goes on from there', async () => {
  const post = sql`WITH RECURSIVE one (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM one WHERE n < 21000)
    INSERT INTO listings (user_id, title, description, images, main_image, price_cents, category, terms, timezone, created_at)
    SELECT ${rosa.id}, 'Cheap ' || n, 'One of more', '[]', ${testPhoto('table')}, 100, 'linens', 'None', 'America/New_York',
      '2026-11-01T00:00:00.000Z' FROM one`
  // The index does without them: they are no finds of the search.
  const enter = sql`UPDATE search_state SET seq = (SELECT head FROM sync_scopes WHERE scope = ${listingIndex.scope})`
  await t.deps.db.write(() => [step(post), step(enter)])
  const query = 'text=commonplace&pieces=9&sort=low&limit=100'
  const { body } = await page(query)
  expect([body.listings, typeof body.cursor]).toEqual([[], 'string'])
  expect(await search(query)).toHaveLength(152)
  expect(await search(`${query.replace('low', 'high')}&least=999`)).toEqual([])
})
