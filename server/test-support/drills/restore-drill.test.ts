import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQLD } from '../database-server'
import { overCluster, overFile, playRestore } from './restore-drill'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trestle-restored-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a server whose folder is gone comes back from its copy with all that was confirmed before', async () => {
  const { copied, wrong } = await playRestore(folder, 4, overFile)
  expect([copied, wrong]).toEqual([60, []])
}, 60_000)

test.skipIf(!SQLD)(
  'a cluster whose database is gone comes back from its copy with all that was confirmed before',
  async () => {
    const { copied, wrong } = await playRestore(folder, 2, overCluster(2))
    expect([copied, wrong]).toEqual([30, []])
  },
  60_000,
)
