import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { PRODUCT_NAME } from '#schema/product'
import { checkWalls, isProduct, type Plan, RULES, type Rule, readArrows } from './check-walls'
import { PLAN } from './plan'

const ROOT = join(import.meta.dir, '../../..')
const SMALL: Plan = {
  wings: { schema: [], server: ['schema'], pwa: ['schema'] },
  order: ['pwa/main.tsx', 'pwa/pages', 'pwa/money', 'pwa/ui'],
  exceptions: [],
  doors: { 'server/provider': ['server/main.ts'] },
  folders: ['schema', 'server', 'server/provider', 'pwa', 'pwa/pages', 'pwa/money', 'pwa/ui'],
  filesInFolder: 3,
  ownNames: ['server/provider'],
}
const SOUND = {
  'schema/money.ts': 'export const cents = 1',
  'server/main.ts': "import { open } from './provider/open'\nimport '#schema/money'",
  'server/provider/open.ts': 'export const open = 1',
  'pwa/main.tsx': "const Page = lazy(() => import('./pages/page'))",
  'pwa/pages/page.tsx': "import type { Card } from '../money/card'\nexport * from '../ui/button'",
  'pwa/money/card.ts': "import { Button } from '../ui/button'\nexport interface Card {}\nexport const Card = 1",
  'pwa/ui/button.tsx': 'export function Button() {}',
  'pwa/ui/button.test.tsx': "import '../../server/main'\nimport '../pages/page'\nexport function Button() {}",
}

const check = (changes: Record<string, string>, plan = SMALL) =>
  checkWalls(new Map(Object.entries({ ...SOUND, ...changes })), plan)

async function readSources(): Promise<Map<string, string>> {
  const paths = await Array.fromAsync(new Bun.Glob('{schema,server,pwa}/**/*.{ts,tsx}').scan({ cwd: ROOT }))
  const texts = await Promise.all(paths.map((path) => Bun.file(join(ROOT, path)).text()))
  return new Map(paths.toSorted().map((path) => [path, texts[paths.indexOf(path)] ?? '']))
}

test('nothing breaks a wall in a sound product, and tests may import what they want', () => {
  expect(Object.values(check({})).flat()).toEqual([])
})

test.each<[Rule, string, Record<string, string>, RegExp]>([
  ['wings', 'an import', { 'pwa/ui/a.ts': "import { x } from '../../server/main'" }, /^pwa\/ui\/a.ts imports server/],
  ['wings', 'a type', { 'server/a.ts': "import type { X } from '../pwa/ui/button'" }, /^server\/a.ts imports pwa/],
  ['wings', 'an import() of schema', { 'schema/a.ts': "await import('../server/main')" }, /^schema\/a.ts/],
  ['arrows', 'an import', { 'pwa/ui/a.ts': "import { card } from '../money/card'" }, /pwa\/ui\/a.ts .*above/],
  ['arrows', 'a type over several lines', { 'pwa/ui/a.ts': "import type {\n X,\n} from '../money/card'" }, /above/],
  ['arrows', 'an export from', { 'pwa/money/a.ts': "export { Page } from '../pages/page'" }, /above/],
  ['arrows', 'an import()', { 'pwa/pages/a.ts': "const m = import('../main')" }, /pages\/a.ts .*above/],
  ['arrows', 'an import() with a comment', { 'pwa/ui/a.ts': "import(/* piece: x */ '../money/card')" }, /above/],
  ['arrows', 'a worker', { 'pwa/ui/a.ts': "new Worker(new URL('../money/card.ts', import.meta.url))" }, /above/],
  ['doors', 'an import', { 'server/app.ts': "import { open } from './provider/open'" }, /only server\/main.ts may/],
  ['circles', 'two files', { 'pwa/ui/a.ts': "import './b'", 'pwa/ui/b.ts': "import './a'" }, /of 2: .*a.ts, .*b.ts/],
  ['circles', 'types', { 'pwa/ui/a.ts': "import type { B } from './b'", 'pwa/ui/b.ts': "import './a'" }, /of 2/],
  [
    'circles',
    'three files',
    { 'pwa/a.ts': "import './b'", 'pwa/b.ts': "import './c'", 'pwa/c.ts': "import './a'" },
    /3/,
  ],
  ['circles', 'a file that imports itself', { 'pwa/a.ts': "import './a'" }, /circle of 1: pwa\/a.ts/],
  ['folders', 'a new folder', { 'pwa/utils/a.ts': '' }, /^pwa\/utils\/a.ts lies/],
  ['names', 'a function and a type', { 'pwa/money/a.ts': 'export type Button = 1' }, /^pwa exports Button in .* and/],
  ['sizes', 'four files', { 'pwa/ui/a.ts': '', 'pwa/ui/b.ts': '', 'pwa/ui/c.ts': '' }, /^pwa\/ui holds 4/],
])('%s: the planted violation is found: %s', (rule, _what, planted, found) => {
  expect(check(planted)[rule]).toEqual([expect.stringMatching(found)])
})

test('a named exception allows its arrow alone, and is taken out when nothing needs it', () => {
  const exceptions = [{ from: 'pwa/ui/a.ts', to: 'pwa/money', reason: 'for this test' }]
  const up = { 'pwa/ui/a.ts': "import '../money/card'" }
  expect(check(up, { ...SMALL, exceptions }).arrows).toEqual([])
  expect(check({ ...up, 'pwa/ui/b.ts': "import '../money/card'" }, { ...SMALL, exceptions }).arrows).toHaveLength(1)
  expect(check({}, { ...SMALL, exceptions }).arrows).toEqual(['the exception pwa/ui/a.ts -> pwa/money is not needed'])
})

test('every file of the product is read', async () => {
  const sources = await readSources()
  expect([...sources.keys()].filter(isProduct).length).toBeGreaterThan(800)
  expect(readArrows(sources).length).toBeGreaterThan(4000)
})

test.each(RULES)('the walls of the product stand: %s', async (rule) => {
  expect(checkWalls(await readSources(), PLAN)[rule]).toEqual([])
})

test('the name of the product stands in one file', async () => {
  const page = await Bun.file(join(ROOT, 'pwa/index.html')).text()
  const sources = [...(await readSources()), ['pwa/index.html', page] as const]
  const naming = sources.filter(([path, text]) => isProduct(path) && text.includes(PRODUCT_NAME))
  expect(naming.map(([path]) => path)).toEqual(['schema/product.ts'])
})
