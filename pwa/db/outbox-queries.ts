import { type LocalDb, type OutboxItem, type Paused, pausedWhy } from './local-db'

export interface OutboxView {
  /** On its way or waiting for a connection, oldest first. */
  waiting: OutboxItem[]
  /** Refused by the server: the person decides. */
  attention: OutboxItem[]
  paused: Paused | null
}

/** What has not yet reached the server from this device. */
export async function readOutbox(db: LocalDb): Promise<OutboxView> {
  const items = await db.outbox.orderBy('order').toArray()
  return {
    waiting: items.filter(({ state }) => state === 'queued' || state === 'sending'),
    attention: items.filter(({ state }) => state === 'attention'),
    paused: (await pausedWhy(db)) ?? null,
  }
}
