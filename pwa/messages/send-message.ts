import { isDiskFull } from '../disk/disk-full'
import { mutationKinds } from '../disk/mutations'
import type { SyncEngine } from '../sync/engine'
import { serverNow } from '../sync/server-clock'
import { messageDraftId, type Subject, type ThreadAbout, writeInThread } from '../sync/thread'

/**
 * Writes to the other side of a booking, an order or a question. The message and the end of its draft are one step on the disk:
 * whatever happens in the middle, the words are still in the box or on their way. It is sent when the connection allows.
 * @param clientId the same for every try with these words, so that one message comes of all
 * @returns what is wrong, or null
 */
export async function sendMessage(
  engine: SyncEngine,
  thread: ThreadAbout,
  subject: Subject,
  content: string,
  clientId: string = crypto.randomUUID(),
): Promise<string | null> {
  const words = { content, clientId, composedAt: new Date(serverNow()).toISOString() }
  const parsed = writeInThread(thread, subject, words, (kind, payload) =>
    mutationKinds[kind].payload.safeParse(payload),
  )
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'Message cannot be empty'
  const kept = { ...words, content: parsed.data.content }
  try {
    const draft = messageDraftId(thread)
    await writeInThread(thread, subject, kept, (kind, payload) => engine.submit(kind, payload, { draft }))
    return null
  } catch (error) {
    // No room to keep it: it goes out from memory, or the words are still in the box.
    if (!isDiskFull(error)) throw error
    return writeInThread(thread, subject, kept, (kind, payload) => engine.sendFromMemory(kind, payload, error))
  }
}
