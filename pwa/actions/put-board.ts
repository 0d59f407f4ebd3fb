import { mutationKinds } from '#schema/mutations'
import type { SyncEngine } from '../sync/engine'

export interface BoardWords {
  name: string
  /** The day of the event; empty when it is not known yet. */
  eventDate: string
}

/** Makes a board, or renames the one with this key. @returns the board's key, and what is wrong where something is */
export async function putBoard(
  engine: SyncEngine,
  { name, eventDate }: BoardWords,
  key: string = crypto.randomUUID(),
): Promise<{ key: string; error: string | null }> {
  const board = mutationKinds['board.put'].payload.safeParse({ key, name, eventDate: eventDate || null })
  if (!board.success) return { key, error: board.error.issues[0]?.message ?? 'Name is required' }
  await engine.queue('board.put', board.data)
  return { key, error: null }
}
