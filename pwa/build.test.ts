import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { keepOldAssets, readBuildRecord, recoverBuilds, sourceFingerprint, swapBuild } from './build'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = new Date('2026-06-01T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let root: string

async function write(path: string, content = path, modified = NOW): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  await utimes(file, modified, modified)
}

const list = async (path: string) => (await readdir(join(root, path))).sort()

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'trestle-build-'))
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function writeSources(): Promise<void> {
  await write('pwa/main.tsx')
  await write('pwa/e2e/story.spec.ts')
  await write('schema/money.ts')
  await write('schema/money.test.ts')
  await write('vite.config.ts')
  await write('package-lock.json')
}

test.each([
  ['pwa/main.tsx', true],
  ['pwa/pages/new.tsx', true],
  ['schema/money.ts', true],
  ['vite.config.ts', true],
  ['package-lock.json', true],
  ['pwa/e2e/story.spec.ts', false],
  ['schema/money.test.ts', false],
  ['pwa/tsconfig.tsbuildinfo', false],
  ['server/main.ts', false],
])('a change of %s asks for a new build: %p', async (path, asks) => {
  await writeSources()
  const before = await sourceFingerprint(root)
  await write(path, 'changed')
  expect((await sourceFingerprint(root)) !== before).toBe(asks)
})

test('moving the same words into another file is a change', async () => {
  await writeSources()
  await write('pwa/a.ts', 'words')
  const before = await sourceFingerprint(root)
  await rm(join(root, 'pwa/a.ts'))
  await write('pwa/b.ts', 'words')
  expect(await sourceFingerprint(root)).not.toBe(before)
})

test('a file replaced by this build starts its 60 days now, however old it is', async () => {
  await write('dist/assets/page-old.js', 'old', daysAgo(300))
  await write('dist/.build.json', JSON.stringify({ fingerprint: 'x', assets: ['page-old.js'] }))
  await write('next/assets/page-new.js')
  await keepOldAssets(join(root, 'dist'), join(root, 'next'), NOW)
  expect(await list('next/assets')).toEqual(['page-new.js', 'page-old.js'])
  expect((await stat(join(root, 'next/assets/page-old.js'))).mtime).toEqual(NOW)
})

test('files of still earlier builds keep their date and leave after 60 days', async () => {
  await write('dist/assets/at-59.js', 'a', daysAgo(59))
  await write('dist/assets/at-61.js', 'b', daysAgo(61))
  await write('dist/.build.json', JSON.stringify({ fingerprint: 'x', assets: [] }))
  await mkdir(join(root, 'next'))
  await keepOldAssets(join(root, 'dist'), join(root, 'next'), NOW)
  expect(await list('next/assets')).toEqual(['at-59.js'])
  expect((await stat(join(root, 'next/assets/at-59.js'))).mtime).toEqual(daysAgo(59))
})

test('a file that both builds have is the new one', async () => {
  await write('dist/assets/same.js', 'old', daysAgo(1))
  await write('next/assets/same.js', 'new')
  await keepOldAssets(join(root, 'dist'), join(root, 'next'), NOW)
  expect(await readFile(join(root, 'next/assets/same.js'), 'utf8')).toBe('new')
})

test('the first build has nothing to carry over and nothing to replace', async () => {
  await write('next/index.html')
  await keepOldAssets(join(root, 'dist'), join(root, 'next'), NOW)
  await swapBuild(join(root, 'dist'), join(root, 'next'))
  expect(await list('dist')).toEqual(['assets', 'index.html'])
})

test('a swap leaves the new build alone in its place', async () => {
  await write('dist/gone.html')
  await write('next/index.html')
  await swapBuild(join(root, 'dist'), join(root, 'next'))
  expect(await list('dist')).toEqual(['index.html'])
  expect(await list('.')).toEqual(['dist'])
})

test('a swap interrupted between its renames is undone, and its leftovers are removed', async () => {
  const neverAPid = '99999999'
  await write(`dist.next/${neverAPid}/.previous/index.html`, 'old')
  await write(`dist.next/${process.pid}/index.html`, 'being built')
  await recoverBuilds(join(root, 'dist'), join(root, 'dist.next'))
  expect(await readFile(join(root, 'dist/index.html'), 'utf8')).toBe('old')
  expect(await list('dist.next')).toEqual([String(process.pid)])
})

test('no build, no record', async () => {
  expect(await readBuildRecord(join(root, 'dist'))).toBeUndefined()
})
