import { existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../deps'

/** Devices that were away for longer fetch a scope afresh instead of hearing what was deleted. */
const TOMBSTONE_NUMBERS = 200_000

const highWaterFile = (dataDir: string) => join(dataDir, 'high-water.json')

/** Notes beside the database how far it has counted, so that a restored older copy is noticed. */
export async function writeHighWater(deps: Pick<Deps, 'env' | 'feed'>): Promise<void> {
  const file = highWaterFile(deps.env.dataDir)
  await Bun.write(`${file}.next`, JSON.stringify({ epoch: deps.feed.epoch(), seq: deps.feed.seq() }))
  await rename(`${file}.next`, file)
}

/**
 * A database that has counted less far than it once had, or lives another life than the one last noted, was restored from
 * a copy: it gets a new epoch, and numbers for new rows leave a gap, because numbers given out since the copy point at
 * other people's rows on devices. A note that was restored along with the database says nothing: then the devices' own
 * marks do, see `SyncFeed.isFromLostTime`.
 */
export async function noticeRestore(deps: Deps): Promise<boolean> {
  const { epoch, seq } = readHighWater(deps.env.dataDir)
  if (typeof seq !== 'number' || (epoch === deps.feed.epoch() && deps.feed.seq() >= seq)) return false
  await restartBeyond(deps, seq)
  return true
}

/** Goes on after a restore, beyond every number that is known to have been `seen` and that was noted beside the database. */
export async function restartBeyond(deps: Pick<Deps, 'env' | 'feed'>, seen: number): Promise<void> {
  await deps.feed.restart(Math.max(seen, readHighWater(deps.env.dataDir).seq ?? 0, deps.feed.seq()))
  await writeHighWater(deps)
}

function readHighWater(dataDir: string): { epoch?: string; seq?: number } {
  const file = highWaterFile(dataDir)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
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
