import type { SyncEngine } from '../sync/engine'
import { discard, tryAgain } from '../sync/outbox'

/** Sends a refused write once more, under the key that it has had all along. */
export async function retryWrite(engine: SyncEngine, opId: string): Promise<void> {
  await tryAgain(engine.db, opId)
  engine.wake({ dueNow: true })
}

/** Gives a write up at the person's word; one that is on its way at this moment stays. */
export async function discardWrite(engine: SyncEngine, opId: string): Promise<void> {
  await discard(engine.db, opId)
}
