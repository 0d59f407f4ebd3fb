import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQLD } from '../database-server'
import { COPIED_WITHIN_MS, playBucket } from './bucket-drill'

test.skipIf(!SQLD)(
  'a cluster whose database is gone comes back from the bucket with all but the last moments',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trestle-bucket-'))
    try {
      const { confirmed, lost, wrong } = await playBucket(folder, 3, 1, 2 * COPIED_WITHIN_MS)
      expect(wrong).toEqual([])
      expect(confirmed - lost).toBeGreaterThan(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  120_000,
)
