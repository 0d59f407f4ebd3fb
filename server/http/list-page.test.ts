import { afterAll, beforeAll, expect, test } from 'bun:test'
import { endpoints } from '#schema/endpoints'
import { seedCatalogue } from '../demo/large-catalogue'
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
