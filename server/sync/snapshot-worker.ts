import type { Fallback } from '../db/client'
import type { DatabaseSource } from '../db/database-source'
import { openReadings } from '../db/open-database'
import type { ThreadAnswer } from '../thread'
import { cutSnapshot, type SnapshotCut, type SnapshotOrder } from './cut-snapshot'

declare const self: Worker

export interface SnapshotTask extends SnapshotOrder {
  source: DatabaseSource
}

/** A snapshot, and who answered when there is a replica: null stands for the replica. */
export interface CutOnThread {
  cut: SnapshotCut
  fallback?: Fallback | null
}

/** The thread on which snapshots are built. It has a connection of its own for as long as it reads. */
self.onmessage = (event: MessageEvent<SnapshotTask>) => void answerSnapshots(event.data)

export async function answerSnapshots({ source, ...order }: SnapshotTask): Promise<void> {
  let fallback: Fallback | null | undefined
  const notePublicRead = (why: Fallback | null) => {
    fallback = why
  }
  const done = await readSnapshot(source, order, notePublicRead).then(
    (cut): ThreadAnswer<CutOnThread> => ({ answer: { cut, fallback } }),
    (error) => ({ failed: error instanceof Error ? error.message : String(error) }),
  )
  // A closed file stays open until its statements are collected, and for ever where the thread ends before. A statement that was
  // used last may be found by the second look alone.
  Bun.gc(true)
  await Bun.sleep(0)
  Bun.gc(true)
  self.postMessage(done, 'answer' in done ? [done.answer.cut.packed.buffer] : [])
}

async function readSnapshot(
  source: DatabaseSource,
  order: SnapshotOrder,
  notePublicRead: (fallback: Fallback | null) => void,
): Promise<SnapshotCut> {
  const db = openReadings(source, 1, { notePublicRead })
  try {
    return await cutSnapshot(db, order)
  } finally {
    await db.close()
  }
}
