import { mutationKinds } from '#schema/mutations'
import type { SyncEngine } from '../sync/engine'

/** Writes to the other side of a booking. It is kept at once and sent when the connection allows. @returns what is wrong, or null */
export async function sendMessage(engine: SyncEngine, bookingId: number, content: string): Promise<string | null> {
  const payload = mutationKinds['message.send'].payload.safeParse({
    bookingId,
    content,
    clientId: crypto.randomUUID(),
    composedAt: new Date().toISOString(),
  })
  if (!payload.success) return payload.error.issues[0]?.message ?? 'Message cannot be empty'
  await engine.queue('message.send', payload.data)
  return null
}
