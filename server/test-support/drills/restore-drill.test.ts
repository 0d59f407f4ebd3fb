import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQLD } from '../database-server'
import { playRestore } from './restore-drill'

test.skipIf(!SQLD)(
  'a cluster whose database is gone comes back from its copy with all that was confirmed before',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trestle-restored-'))
    try {
      const { copied, wrong } = await playRestore(folder, 2, 2)
      expect([copied, wrong]).toEqual([30, []])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
