import { laneOf, type MutationName, type MutationPayload, mutationKinds } from '#schema/mutations'
import type { LocalDb, OutboxItem } from '../db/local-db'

/** Orders are microseconds, so that several writes of one millisecond keep their order. */
const ORDER_PER_MS = 1000

/**
 * Keeps a write: it is on disk when this resolves, whatever the network does. Where only the last word counts, a newer
 * write takes the place of one that never left the device; one that may have left is never rewritten.
 */
export async function enqueue<Name extends MutationName>(
  db: LocalDb,
  userId: number,
  kind: Name,
  payload: MutationPayload<Name>,
  now: number,
): Promise<string> {
  const lane = laneOf(kind, payload)
  return db.transaction('rw', db.outbox, async () => {
    const line = await db.outbox.where('lane').equals(lane).sortBy('order')
    const last = line.at(-1)
    if (last && mutationKinds[kind].lastWordWins && last.kind === kind && last.state === 'queued' && !last.everSent) {
      await db.outbox.update(last.opId, {
        payload,
        composedAt: new Date(now).toISOString(),
        readyAt: 0,
        attempts: 0,
        error: null,
      })
      return last.opId
    }
    const newest = await db.outbox.orderBy('order').last()
    const item: OutboxItem = {
      opId: crypto.randomUUID(),
      userId,
      kind,
      payload,
      lane,
      state: 'queued',
      order: Math.max(now * ORDER_PER_MS, (newest?.order ?? 0) + 1),
      composedAt: new Date(now).toISOString(),
      attempts: 0,
      readyAt: 0,
      everSent: false,
      ackSeq: null,
      ackEpoch: null,
      error: null,
    }
    await db.outbox.add(item)
    return item.opId
  })
}

/** Puts a refused write back in line under the same key. */
export async function tryAgain(db: LocalDb, opId: string): Promise<void> {
  await db.outbox.where({ opId, state: 'attention' }).modify({ state: 'queued', readyAt: 0, attempts: 0, error: null })
}

/** Gives a write up at the person's word; its words stay in the receipts for a while. */
export async function discard(db: LocalDb, opId: string): Promise<void> {
  await db.transaction('rw', db.outbox, db.receipts, async () => {
    const item = await db.outbox.get(opId)
    if (!item || item.state === 'sending' || item.state === 'acked') return
    await db.receipts.put({
      opId,
      kind: item.kind,
      payload: item.payload,
      outcome: 'discarded',
      at: new Date().toISOString(),
    })
    await db.outbox.delete(opId)
  })
}

/** Makes every waiting write due now: the person asked, or the connection is back. */
export async function makeAllDue(db: LocalDb): Promise<void> {
  await db.outbox.where('state').equals('queued').modify({ readyAt: 0 })
}

/**
 * Lets go of confirmed writes whose effect a complete pull has brought into the base rows. After the database's epoch
 * changed, a confirmation of the old one proves nothing any more: those are sent again under their keys.
 */
export async function releaseAcked(db: LocalDb, pulledTo: number, epoch: string): Promise<void> {
  await db.transaction('rw', db.outbox, db.receipts, async () => {
    for (const item of await db.outbox.where('state').equals('acked').toArray()) {
      if (item.ackEpoch !== epoch)
        await db.outbox.update(item.opId, { state: 'queued', ackSeq: null, ackEpoch: null, readyAt: 0 })
      else if ((item.ackSeq ?? 0) <= pulledTo) {
        await db.receipts.put({
          opId: item.opId,
          kind: item.kind,
          payload: item.payload,
          outcome: 'sent',
          at: new Date().toISOString(),
        })
        await db.outbox.delete(item.opId)
      }
    }
  })
}
