import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPagePath, PAGE_PATHS } from './page-paths'

test('the server knows every page of the router, and no other', async () => {
  const router = await readFile(join(import.meta.dir, '../../pwa/router.tsx'), 'utf8')
  const paths = new Set([...router.matchAll(/'(\/[^']*)'/g)].map(([, path]) => path))
  expect([...paths].toSorted()).toEqual([...PAGE_PATHS].toSorted())
})

test.each([
  ['/', true],
  ['/listings', true],
  ['/listings/', true],
  ['/listings/3', true],
  ['/Listings/3', true],
  ['/listings/3/edit', true],
  ['/listings/3/4', false],
  ['/listing', false],
  ['//', false],
  ['', false],
])('%p is a page: %p', (path, isPage) => {
  expect(isPagePath(path)).toBe(isPage)
})
