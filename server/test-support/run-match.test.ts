import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { matchFiles, matchStories } from './run-match'

const FILES = {
  'schema/money.test.ts': '',
  'server/money/sales.test.ts': '',
  'pwa/e2e/renter-pays.spec.ts':
    "test('a renter pays', async () => {\n})\n\ntest.skip(\n  'a hold lapses', async () => {})",
  'pwa/e2e/owner-answers.spec.ts': "import x from 'y'\ntest(`an owner declines`, async () => {})",
}

async function inRoot<Value>(look: (root: string) => Promise<Value>): Promise<Value> {
  const root = await mkdtemp(join(tmpdir(), 'trestle-match-'))
  try {
    for (const [path, text] of Object.entries(FILES)) await Bun.write(join(root, path), text)
    return await look(root)
  } finally {
    await rm(root, { recursive: true })
  }
}

test('without words every test and story runs', async () => {
  expect(await inRoot((root) => matchFiles(root, []))).toEqual(['schema/money.test.ts', 'server/money/sales.test.ts'])
  expect(await inRoot((root) => matchStories(root, []))).toHaveLength(2)
})

test('a word selects tests by path, and stories by path or by title', async () => {
  expect(await inRoot((root) => matchFiles(root, ['sales']))).toEqual(['server/money/sales.test.ts'])
  expect(await inRoot((root) => matchStories(root, ['renter-pays']))).toEqual(['pwa/e2e/renter-pays.spec.ts'])
  expect(await inRoot((root) => matchStories(root, ['declines', 'lapses']))).toEqual([
    'pwa/e2e/owner-answers.spec.ts:2',
    'pwa/e2e/renter-pays.spec.ts:4',
  ])
})

test('a word that nothing matches selects nothing', async () => {
  expect(await inRoot((root) => matchFiles(root, ['umbrella']))).toEqual([])
  expect(await inRoot((root) => matchStories(root, ['umbrella']))).toEqual([])
})
