import { keepText } from '../../drafts/kept-text'
import { discardWrite } from '../../outbox/waiting-write'
import type { SyncEngine } from '../../sync/engine'
import { HELD_BACK_MS } from '../../sync/outbox'
import { serverNow } from '../../sync/server-clock'

export const DECLINE_REASON_MAX = 2000

/** Names the draft of a reason. */
export const declineDraftId = (bookingId: number): string => `decline:${bookingId}`

/** Names the draft of the words with which a thing is asked for. */
export const askBackDraftId = (bookingId: number): string => `ask-back:${bookingId}`

/**
 * Declines an offer, and says why in its thread. Both may wait for a connection, because they only ever say no; they leave
 * after the time in which they can be undone, the reason after the answer and never without it. The draft of the reason ends
 * in the same step on the disk.
 * @returns the ids of what was queued
 */
export async function declineOffer(engine: SyncEngine, bookingId: number, reason: string): Promise<string[]> {
  const readyAt = Date.now() + HELD_BACK_MS
  const composedAt = new Date(serverNow()).toISOString()
  const message = { bookingId, content: reason, clientId: crypto.randomUUID(), composedAt }
  const opIds = await engine.queueTogether(async (submit) => {
    const answer = await submit('booking.decline', { bookingId }, { draft: declineDraftId(bookingId), readyAt })
    return [answer, reason === '' ? null : await submit('message.send', message, { readyAt, after: answer })]
  })
  setTimeout(() => engine.wake(), HELD_BACK_MS)
  return opIds.filter((opId) => opId !== null)
}

/**
 * Takes a decline back that has not left, with its reason, which is a draft again.
 * @param opIds what `declineOffer` queued
 * @returns false when the decline is on its way: then its reason goes with it
 */
export async function undoDecline(
  engine: SyncEngine,
  bookingId: number,
  [answer = '', message]: string[],
  reason: string,
): Promise<boolean> {
  if (!(await discardWrite(engine, answer))) return false
  if (message) await discardWrite(engine, message)
  await keepText(engine.db, declineDraftId(bookingId), reason)
  return true
}
