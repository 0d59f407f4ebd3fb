import { z } from 'zod'
import type { Deps } from '../deps'
import { openNotes } from '../storage/open-storage'
import { readClock } from './history'

/** Devices that were away for longer fetch a scope afresh instead of hearing what was deleted. */
export const TOMBSTONE_DAYS = 60
/** Forgotten in one batch: every other write waits for its end. */
const FORGOTTEN_AT_ONCE = 2_000

const HIGH_WATER = 'high-water.json'
const highWaterShape = z.object({ epoch: z.string(), seq: z.number() }).partial()

/**
 * Notes beside the database how far it has counted, so that a restored older copy is noticed. A note is never taken back: one that
 * is ahead of a database of the same epoch tells of a restore, which the next start notices.
 */
export async function writeHighWater({ env, db }: Pick<Deps, 'env' | 'db'>): Promise<void> {
  const noted = await readHighWater(env)
  const { epoch, seq } = await readClock(db)
  if (noted.epoch === epoch && (noted.seq ?? 0) >= seq) return
  await openNotes(env).put(HIGH_WATER, new TextEncoder().encode(JSON.stringify({ epoch, seq })))
}

/**
 * A database that has counted less far than it once had, or lives another life than the one last noted, was restored from
 * a copy: it gets a new epoch, and numbers for new rows leave a gap, because numbers given out since the copy point at
 * other people's rows on devices. A note that was restored along with the database says nothing: then the devices' own
 * marks do, see `SyncFeed.isFromLostTime`.
 */
export async function noticeRestore(deps: Deps): Promise<boolean> {
  if (!(await isBehindHighWater(deps))) return false
  await restartBeyond(deps, 0)
  return true
}

/**
 * Has the database counted less far than is noted beside it, or does the note tell of another life? The note is read first: another
 * server may count on, and note it, meanwhile.
 */
export async function isBehindHighWater({ env, db }: Pick<Deps, 'env' | 'db'>): Promise<boolean> {
  const noted = await readHighWater(env)
  const { epoch, seq } = await readClock(db)
  return typeof noted.seq === 'number' && (noted.epoch !== epoch || seq < noted.seq)
}

/** Goes on after a restore, beyond every number that is known to have been `seen` and that was noted beside the database. */
export async function restartBeyond(deps: Pick<Deps, 'env' | 'db' | 'feed'>, seen: number): Promise<void> {
  await deps.feed.restart(Math.max(seen, (await readHighWater(deps.env)).seq ?? 0, deps.feed.seq()))
  await writeHighWater(deps)
}

/** A note that is damaged says nothing, as a missing one does. */
async function readHighWater(env: Deps['env']): Promise<z.infer<typeof highWaterShape>> {
  const noted = await openNotes(env).get(HIGH_WATER)
  try {
    return highWaterShape.parse(JSON.parse((await noted?.text()) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Notes how far the clock has come today, and forgets tombstones that were older than TOMBSTONE_DAYS at such a note. Each
 * scope keeps the number of the last one that it has lost: a device that has not come so far can no longer catch up.
 */
export async function pruneTombstones({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const today = now().toISOString().slice(0, 10)
  const [, noted] = await db.batch([
    {
      sql: 'INSERT INTO sync_days (day, seq) SELECT ?, seq FROM sync_clock WHERE id = 1 ON CONFLICT (day) DO NOTHING',
      args: [today],
    },
    { sql: 'SELECT max(seq) AS seq FROM sync_days WHERE day <= date(?, ?)', args: [today, `-${TOMBSTONE_DAYS} days`] },
    // The newest of the old notes is looked at again tomorrow.
    {
      sql: 'DELETE FROM sync_days WHERE day < (SELECT max(day) FROM sync_days WHERE day <= date(?, ?))',
      args: [today, `-${TOMBSTONE_DAYS} days`],
    },
  ])
  const below = noted?.rows[0]?.seq
  if (below == null) return
  const old = 'SELECT seq FROM sync_feed WHERE del <> 0 AND seq <= ? ORDER BY seq LIMIT ?'
  const args = [Number(below), FORGOTTEN_AT_ONCE]
  for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE; ) {
    const results = await db.batch([
      {
        sql: `UPDATE sync_scopes SET floor = max(floor, gone.seq)
          FROM (SELECT scope, max(seq) AS seq FROM sync_feed WHERE del <> 0 AND seq IN (${old}) GROUP BY scope) AS gone
          WHERE sync_scopes.scope = gone.scope`,
        args,
      },
      { sql: `DELETE FROM sync_feed WHERE del <> 0 AND seq IN (${old})`, args },
    ])
    forgotten = results[1]?.rowsAffected ?? 0
  }
}
