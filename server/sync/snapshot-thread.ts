import type { DatabaseSource } from '../db/database-source'
import { openThread, type Thread } from '../thread'
import type { SnapshotOrder } from './cut-snapshot'
import type { CutOnThread, SnapshotTask } from './snapshot-worker'

const SCRIPT = new URL('./snapshot-worker.ts', import.meta.url).href
/** A crowd of new devices asks for a build every half minute. */
const IDLE_MS = 90_000
/** A build of 100,000 rows takes some ten seconds. */
const PATIENCE_MS = 60_000

export interface SnapshotThread extends Omit<Thread<SnapshotTask, CutOnThread>, 'ask'> {
  /** Builds one after another. Rejects when the thread fails, ends, takes too long or is closed. */
  cut(order: SnapshotOrder): Promise<CutOnThread>
}

/** A thread that builds the snapshots of the database at `source`. */
export function openSnapshotThread(
  source: DatabaseSource,
  { script = SCRIPT, idleMs = IDLE_MS, patienceMs = PATIENCE_MS } = {},
): SnapshotThread {
  const { ask, isRunning, close } = openThread<SnapshotTask, CutOnThread>({ script, idleMs, patienceMs })
  return { cut: (order) => ask({ source, ...order }), isRunning, close }
}
