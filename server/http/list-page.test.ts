import { afterAll, beforeAll, expect, test } from 'bun:test'
import { endpoints } from '#schema/endpoints'
import { fillPath } from '#schema/routes'
import { build } from '../db/steps'
import { postMarks } from '../db/tables'
import { inserts } from '../demo/write-demo'
import { createListingRow, createPostRows } from '../test-support/factories'
import { seedCatalogue } from '../test-support/large-catalogue'
import { signUp } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { LIST_PAGE } from './list-page'

const BEYOND = 20

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  await seedCatalogue(t.deps, LIST_PAGE + BEYOND)
})
afterAll(() => t.close())

test('a list without a limit answers one page, and its last id leads to the rest', async () => {
  const ids = async (query: string) =>
    ((await t.call('GET', `${endpoints.listListings.path}${query}`)).body as { id: number }[]).map(({ id }) => id)
  const first = await ids('')
  expect(first).toHaveLength(LIST_PAGE)
  const rest = await ids(`?cursor=${first.at(-1)}`)
  expect(rest.length).toBeGreaterThan(0)
  expect(rest.length).toBeLessThanOrEqual(BEYOND)
  expect(new Set([...first, ...rest]).size).toBe(first.length + rest.length)
})

/** All pages of a list, from the newest to the last. */
async function walk(path: string, as: string): Promise<{ pages: number[]; ids: number[] }> {
  const pages: number[] = []
  const ids: number[] = []
  while (pages.at(-1) !== 0 && pages.length < 5) {
    const query = ids.length > 0 ? `?cursor=${ids.at(-1)}` : ''
    const { body } = await t.call('GET', path + query, { as })
    const page = (body as { id: number }[]).map(({ id }) => id)
    pages.push(page.length)
    ids.push(...page)
  }
  return { pages, ids }
}

test('the lists of one person are walked to their end in the same way', async () => {
  const person = await signUp(t, 'ana')
  const posts = await createPostRows(t, person.id, LIST_PAGE + BEYOND)
  const newestFirst = posts.toReversed()
  const marks = (['like', 'save'] as const).flatMap((kind) =>
    posts.map((postId) => ({ kind, postId, userId: person.id, createdAt: t.deps.now().toISOString() })),
  )
  await t.deps.db.write(() => inserts(marks, (rows) => build.insert(postMarks).values(rows)))
  for (const path of [
    fillPath(endpoints.userPosts.path, { id: person.id }),
    endpoints.likedPosts.path,
    endpoints.savedPosts.path,
  ])
    expect([path, await walk(path, person.as)]).toEqual([path, { pages: [LIST_PAGE, BEYOND, 0], ids: newestFirst }])
  const limited = await t.call('GET', `${endpoints.savedPosts.path}?limit=3&cursor=${newestFirst[1]}`, {
    as: person.as,
  })
  expect(limited.body.map(({ id }: { id: number }) => id)).toEqual(newestFirst.slice(2, 5))

  const listingIds: number[] = []
  for (let nth = 0; nth < 5; nth++) listingIds.unshift((await createListingRow(t, person)).id)
  const listings = fillPath(endpoints.userListings.path, { id: person.id })
  const page = async (query: string) =>
    (await t.call('GET', listings + query)).body.map(({ id }: { id: number }) => id) as number[]
  expect(await page('?limit=3')).toEqual(listingIds.slice(0, 3))
  expect(await page(`?limit=3&cursor=${listingIds[2]}`)).toEqual(listingIds.slice(3))
  const items = fillPath(endpoints.userItems.path, { id: person.id })
  for (const path of [listings, items]) expect((await t.call('GET', `${path}?limit=101`)).status).toBe(422)
})
