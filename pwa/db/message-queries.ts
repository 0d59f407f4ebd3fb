import type { Message } from '#schema/message'
import type { LocalDb } from './local-db'
import { type WaitingMessage, waitingMessages } from './overlay'

/** A booking's thread: what the server has, then what is on its way from here. */
export async function readThread(
  db: LocalDb,
  bookingId: number,
): Promise<{ sent: Message[]; waiting: WaitingMessage[] }> {
  const [sent, items] = await Promise.all([
    db.messages.where('bookingId').equals(bookingId).sortBy('id'),
    db.outbox.where('lane').equals(`thread:${bookingId}`).toArray(),
  ])
  const held = new Set(sent.flatMap(({ clientId }) => clientId ?? []))
  return { sent, waiting: waitingMessages(items, held) }
}
