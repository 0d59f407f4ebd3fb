import { isDiskFull } from '../disk/disk-full'
import { mutationKinds } from '../disk/mutations'
import { keepText } from '../drafts/kept-text'
import type { QueueWrite, SyncEngine } from '../sync/engine'
import { serverNow } from '../sync/server-clock'
import { messageDraftId, type ThreadAbout } from '../sync/thread'

/**
 * Writes to the other side of a booking or an order. The message and the end of its draft are one step on the disk:
 * whatever happens in the middle, the words are still in the box or on their way. It is sent when the connection allows.
 * @returns what is wrong, or null
 */
export async function sendMessage(engine: SyncEngine, thread: ThreadAbout, content: string): Promise<string | null> {
  const words = { content, clientId: crypto.randomUUID(), composedAt: new Date(serverNow()).toISOString() }
  const parsed = mutationKinds['message.send'].payload.safeParse({ ...words, bookingId: thread.id })
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'Message cannot be empty'
  const kept = { ...words, content: parsed.data.content }
  try {
    await engine.queueTogether(async (queue) => {
      await queueMessage(queue, thread, kept)
      await keepText(engine.db, messageDraftId(thread), '')
    })
    return null
  } catch (error) {
    // No room to keep it: it goes out from memory, or the words are still in the box.
    if (!isDiskFull(error)) throw error
    return thread.about === 'booking'
      ? engine.sendFromMemory('message.send', { ...kept, bookingId: thread.id }, error)
      : engine.sendFromMemory('message.order', { ...kept, purchaseId: thread.id }, error)
  }
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
