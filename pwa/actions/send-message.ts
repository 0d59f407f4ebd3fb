import { mutationKinds } from '#schema/mutations'
import { keepText, messageDraftId } from '../db/kept-text'
import type { ThreadAbout } from '../db/thread'
import type { QueueWrite, SyncEngine } from '../sync/engine'

/**
 * Writes to the other side of a booking or an order. The message and the end of its draft are one step on the disk:
 * whatever happens in the middle, the words are still in the box or on their way. It is sent when the connection allows.
 * @returns what is wrong, or null
 */
export async function sendMessage(engine: SyncEngine, thread: ThreadAbout, content: string): Promise<string | null> {
  const words = { content, clientId: crypto.randomUUID(), composedAt: new Date().toISOString() }
  const parsed = mutationKinds['message.send'].payload.safeParse({ ...words, bookingId: thread.id })
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'Message cannot be empty'
  await engine.queueTogether(async (queue) => {
    await queueMessage(queue, thread, { ...words, content: parsed.data.content })
    await keepText(engine.db, messageDraftId(thread), '')
  })
  return null
}

function queueMessage(
  queue: QueueWrite,
  { about, id }: ThreadAbout,
  words: { content: string; clientId: string; composedAt: string },
) {
  return about === 'booking'
    ? queue('message.send', { ...words, bookingId: id })
    : queue('message.order', { ...words, purchaseId: id })
}
