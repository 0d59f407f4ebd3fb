import { type LocalDb, type OutboxItem, type Paused, pausedWhy } from '../disk/local-db'

export interface OutboxView {
  /** On its way or waiting for a connection, oldest first. */
  waiting: OutboxItem[]
  /** Refused by the server: the person decides. */
  attention: OutboxItem[]
  paused: Paused | null
}

/** The writes of this device that have not yet reached the server. */
export async function readOutbox(db: LocalDb): Promise<OutboxView> {
  const all = await db.outbox.orderBy('order').toArray()
  const items = withoutPhotosOf(all)
  return {
    waiting: items.filter(({ state }) => state === 'queued' || state === 'sending'),
    attention: items.filter(({ state }) => state === 'attention'),
    paused: (await pausedWhy(db)) ?? null,
  }
}

/** A photo is no write of its own while one that needs it waits: it is counted, shown and discarded with that one. */
export function withoutPhotosOf(items: OutboxItem[]): OutboxItem[] {
  const others = items.filter(({ kind, state }) => kind !== 'photo.upload' && state !== 'acked')
  // Without the rules of every write: the first paint waits for this.
  const needed = JSON.stringify(others.map(({ payload }) => payload))
  return items.filter(({ kind, payload }) => {
    const blobId = kind === 'photo.upload' ? (payload as { blobId?: unknown } | null)?.blobId : undefined
    return typeof blobId !== 'string' || !needed.includes(blobId)
  })
}
