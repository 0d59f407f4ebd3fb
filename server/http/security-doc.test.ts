import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
/** All of levels 1 and 2, and those of level 3 about what is kept of people and where: chapter 14. */
const REQUIREMENTS = 257
const doc = await Bun.file(join(ROOT, 'docs/security.md')).text()

test('every path that the document names exists', () => {
  const paths = [...doc.matchAll(/`([\w./-]+\.(?:tsx?|md|json|html))`/g)].map(([, path]) => path ?? '')
  const own = paths.filter((path) => path.includes('/') || path.startsWith('package'))
  expect(own.length).toBeGreaterThan(100)
  expect(own.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('every requirement of the standard stands there once, and is met or not applicable', () => {
  const rows = [...doc.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)]
  expect(rows).toHaveLength(REQUIREMENTS)
  expect(new Set(rows.map(([, number]) => number)).size).toBe(REQUIREMENTS)
  for (const [, number, , answer] of rows)
    expect([number, /^(met|n\/a)( to [^:]+)?: ./.test(answer ?? '')]).toEqual([number, true])
})
