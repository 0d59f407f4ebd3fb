import type { DatabaseSource } from '../db/database-source'
import { openReadings } from '../db/open-database'
import { cutSnapshot, type SnapshotCut, type SnapshotOrder } from './cut-snapshot'

declare const self: Worker

export interface SnapshotTask extends SnapshotOrder {
  source: DatabaseSource
}

export type SnapshotDone = { cut: SnapshotCut } | { failed: string }

/** The thread on which snapshots are built. It has a connection of its own for as long as it reads. */
self.onmessage = (event: MessageEvent<SnapshotTask>) => void answerSnapshots(event.data)

export async function answerSnapshots({ source, ...order }: SnapshotTask): Promise<void> {
  try {
    const db = openReadings(source, 1)
    try {
      const cut = await cutSnapshot(db, order)
      self.postMessage({ cut } satisfies SnapshotDone, [cut.packed.buffer])
    } finally {
      await db.close()
    }
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies SnapshotDone)
  }
}
