import { PUBLIC_SCOPES, publicScopes } from '#schema/sync-scopes'
import type { Db, Reads } from '../db/client'
import { liveRows, scopeStates } from './feed'

/** The public rows of a device, as JSON. */
const DEVICE_BYTES = 25_000_000
/** So many of a collection's newest rows tell how long its rows are. */
const SAMPLE_ROWS = 200
/** A change of the average length by less than this changes nothing: devices would fetch their parts afresh for it. */
const TOLERANCE = 0.25
/** Of each collection the share of a device's rows that it takes at most. */
const SHARES = new Map<string, number>([
  [publicScopes.item, 0.2],
  [publicScopes.post, 0.1],
  [publicScopes.stat, 0.1],
])

/**
 * Measures how many public rows fit on a device, of those that `most` would have it hold, and keeps the number with the clock:
 * all servers of the market read it there, those that run already included.
 */
export async function measureDeviceRows(
  db: Db,
  { now, most, bytes = DEVICE_BYTES }: { now: Date; most: number; bytes?: number },
): Promise<void> {
  const length = await averageLength(db, now, most)
  const fitting = length === 0 ? null : Math.max(1, Math.floor(bytes / length))
  await db.batch([
    {
      sql: `UPDATE sync_clock SET device_rows = ?1
        WHERE id = 1 AND (device_rows IS NULL OR abs(device_rows - ?1) > device_rows * ?2)`,
      args: [fitting, TOLERANCE],
    },
  ])
}

/** The bytes of a row on average, each collection with the rows that a device would hold; 0 where there are none. */
function averageLength(db: Db, now: Date, most: number): Promise<number> {
  return db.snapshot(async (reads) => {
    const states = await scopeStates(reads, [...PUBLIC_SCOPES])
    let [rows, bytes] = [0, 0]
    for (const [scope, { n }] of states) {
      const held = Math.min(n, most * (SHARES.get(scope) ?? 1))
      rows += held
      bytes += held * (await sampleLength(reads, scope, now))
    }
    return rows === 0 ? 0 : bytes / rows
  })
}

async function sampleLength(reads: Reads, scope: string, now: Date): Promise<number> {
  const rows = await liveRows(reads, scope, now, SAMPLE_ROWS)
  return Buffer.byteLength(JSON.stringify(rows)) / Math.max(1, rows.length)
}
