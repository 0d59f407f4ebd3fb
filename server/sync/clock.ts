import { existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { newEpoch } from '../db/migrate'
import type { Deps } from '../deps'

/** Devices that were away for longer fetch a scope afresh instead of hearing what was deleted. */
const TOMBSTONE_NUMBERS = 200_000

const UNNUMBERED_TABLES = `INSERT INTO sqlite_sequence (name, seq) SELECT name, 0 FROM sqlite_master
  WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)`

const highWaterFile = (dataDir: string) => join(dataDir, 'high-water.json')

/** Notes beside the database how far it has counted, so that a restored older copy is noticed. */
export async function writeHighWater(deps: Deps): Promise<void> {
  const file = highWaterFile(deps.env.dataDir)
  await Bun.write(`${file}.next`, JSON.stringify({ epoch: deps.feed.epoch(), seq: deps.feed.seq() }))
  await rename(`${file}.next`, file)
}

/**
 * A database that has counted less far than it once had, or lives another life than the one last noted, was restored from
 * a copy: it gets a new epoch, and numbers for new rows leave a gap, because numbers given out since the copy point at
 * other people's rows on devices.
 */
export async function noticeRestore(deps: Deps): Promise<boolean> {
  const file = highWaterFile(deps.env.dataDir)
  if (!existsSync(file)) return false
  const noted: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const { epoch, seq } = noted as { epoch?: string; seq?: number }
  if (typeof seq !== 'number' || (epoch === deps.feed.epoch() && deps.feed.seq() >= seq)) return false
  const next = newEpoch()
  const gap = 10_000
  const newest = Math.max(seq, deps.feed.seq()) + gap
  await deps.db.batch([
    { sql: 'UPDATE sync_clock SET epoch = ?, seq = ? WHERE id = 1', args: [next, newest] },
    // A table that was empty when the copy was made may have given out numbers since, too.
    { sql: UNNUMBERED_TABLES, args: [] },
    { sql: 'UPDATE sqlite_sequence SET seq = seq + ?', args: [gap] },
  ])
  deps.feed.restart(next, newest)
  await writeHighWater(deps)
  return true
}

/** Forgets tombstones far behind, and notes per scope from where on a device can no longer catch up. */
export async function pruneTombstones(deps: Deps): Promise<void> {
  const below = deps.feed.seq() - TOMBSTONE_NUMBERS
  if (below <= 0) return
  await deps.db.batch([
    {
      sql: 'UPDATE sync_scopes SET floor = ? WHERE scope IN (SELECT DISTINCT scope FROM sync_feed WHERE del <> 0 AND seq < ?)',
      args: [below, below],
    },
    { sql: 'DELETE FROM sync_feed WHERE del <> 0 AND seq < ?', args: [below] },
  ])
}
