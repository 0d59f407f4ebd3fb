import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const README_MAX_BYTES = 6_000
const globs = ['README.md', 'docs/**/*.md', 'server/*/README.md'].map((glob) => new Bun.Glob(glob))
const DOCS = (await Promise.all(globs.map((glob) => Array.fromAsync(glob.scan({ cwd: ROOT }))))).flat()
const PATH = /`((?:schema|server|pwa|docs)\/[\w./-]*|vite\.config\.ts|(?:package|tsconfig)[\w-]*\.json)`/g
const LINK = /\]\((?!https?:)([^)#\s]+)[^)]*\)/g
const read = (path: string) => Bun.file(join(ROOT, path)).text()
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => path ?? '')

test('the docs are read', () => {
  expect(DOCS.length).toBeGreaterThan(45)
})

test.each(DOCS)('every path and link in %s exists', async (doc) => {
  const text = await read(doc)
  const paths = found(text, PATH).filter((path) => !existsSync(join(ROOT, path)))
  const links = found(text, LINK).filter((link) => !existsSync(join(ROOT, dirname(doc), link)))
  expect([...paths, ...links]).toEqual([])
})

test('the README stays a short one', async () => {
  expect(Buffer.byteLength(await read('README.md'))).toBeLessThanOrEqual(README_MAX_BYTES)
})

test('every decision has a number of its own, all its parts and a line in the list', async () => {
  const list = await read('docs/decisions/README.md')
  const files = DOCS.filter((doc) => /^docs\/decisions\/\d/.test(doc)).toSorted()
  for (const [index, file] of files.entries()) {
    const text = await read(file)
    const number = String(index + 1).padStart(3, '0')
    expect(basename(file)).toStartWith(`${number}-`)
    expect(text).toStartWith(`# ${number} `)
    expect(text).toMatch(
      /\*\*Date:\*\* \d{4}-\d\d-\d\d\n- \*\*Status:\*\* .+\n\n## Context\n\n.+\n\n## Choice\n\n.+\n\n## Price\n\n./s,
    )
    expect(list).toContain(`](${basename(file)})`)
  }
})
