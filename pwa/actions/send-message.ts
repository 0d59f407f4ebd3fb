import { mutationKinds } from '#schema/mutations'
import { keepMessageDraft } from '../db/message-drafts'
import type { SyncEngine } from '../sync/engine'

/**
 * Writes to the other side of a booking. The message and the end of its draft are one step on the disk: whatever happens
 * in the middle, the words are still in the box or on their way. It is sent when the connection allows.
 * @returns what is wrong, or null
 */
export async function sendMessage(engine: SyncEngine, bookingId: number, content: string): Promise<string | null> {
  const payload = mutationKinds['message.send'].payload.safeParse({
    bookingId,
    content,
    clientId: crypto.randomUUID(),
    composedAt: new Date().toISOString(),
  })
  if (!payload.success) return payload.error.issues[0]?.message ?? 'Message cannot be empty'
  await engine.queueTogether(async (queue) => {
    await queue('message.send', payload.data)
    await keepMessageDraft(engine.db, bookingId, '')
  })
  return null
}
