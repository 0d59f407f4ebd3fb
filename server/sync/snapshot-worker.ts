import type { DatabaseSource } from '../db/database-source'
import { openReadings } from '../db/open-database'
import type { ThreadAnswer } from '../thread'
import { cutSnapshot, type SnapshotCut, type SnapshotOrder } from './cut-snapshot'

declare const self: Worker

export interface SnapshotTask extends SnapshotOrder {
  source: DatabaseSource
}

/** The thread on which snapshots are built. It has a connection of its own for as long as it reads. */
self.onmessage = (event: MessageEvent<SnapshotTask>) => void answerSnapshots(event.data)

export async function answerSnapshots({ source, ...order }: SnapshotTask): Promise<void> {
  const done = await readSnapshot(source, order).then(
    (answer): ThreadAnswer<SnapshotCut> => ({ answer }),
    (error) => ({ failed: error instanceof Error ? error.message : String(error) }),
  )
  // A closed file stays open until its statements are collected, and for ever where the thread ends before.
  Bun.gc(true)
  self.postMessage(done, 'answer' in done ? [done.answer.packed.buffer] : [])
}

async function readSnapshot(source: DatabaseSource, order: SnapshotOrder): Promise<SnapshotCut> {
  const db = openReadings(source, 1)
  try {
    return await cutSnapshot(db, order)
  } finally {
    await db.close()
  }
}
