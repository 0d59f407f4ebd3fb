import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { piecesOfPage } from './page-pieces'

const ROUTER = readFileSync(join(import.meta.dir, '../router.tsx'), 'utf8')
/** The address of each page and the piece that its code lies in. */
const PAGES = [...ROUTER.matchAll(/'(\/[^']*)',\s*\(\) => import\(\/\* piece: (\w+) \*\//g)].map(
  ([, path = '', piece = '']) => [path.replace(/\$\w+/g, '17'), piece] as const,
)

test('the router names many pages', () => {
  expect(PAGES.length).toBeGreaterThan(20)
})

/** Nobody opens these pages first. They are fetched when they are asked for. */
const LATER = ['/new-password', '/confirm-address', '/decision', '/operator']

test.each(PAGES)('%s is fetched with its piece, %s', (path, piece) => {
  const pieces = piecesOfPage(path)
  expect(pieces).toEqual(piecesOfPage(`${path}/`))
  if (LATER.includes(path)) expect(pieces).toEqual([])
  else expect(pieces).toContain(piece)
})

test.each(['/', '/listings/x', '/listings/1/edit/2', '/nowhere', '/auth', '//listings'])(
  '%s needs no piece',
  (path) => {
    expect(piecesOfPage(path)).toEqual([])
  },
)
