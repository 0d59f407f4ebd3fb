import type { BoardChange } from '#schema/inspiration'
import { pendingOf } from '../../disk/pending-of'
import type { SyncEngine } from '../../sync/engine'
import { boardDraft, type EventWords } from './board-draft'

/**
 * Makes a board, or changes the one with this key, and ends the draft of its form in the same step on the disk.
 * @param seen the event that the form showed: fields that nobody touched stay as another device has left them
 * @returns the board's key
 */
export async function putBoard(
  engine: SyncEngine,
  change: BoardChange,
  given: string | null = null,
  seen: EventWords | null = null,
): Promise<string> {
  const key = given ?? crypto.randomUUID()
  await engine.queueTogether(async (queue) => {
    const last = (await engine.db.outbox.where('lane').equals(`board:${key}`).sortBy('order')).at(-1)
    // An edit that never left gives way to this one, and the server has seen nothing of either.
    const [waiting] = last?.state === 'queued' && !last.everSent ? pendingOf([last], 'board.put') : []
    const shown = waiting ? waiting.payload.seen : seen
    await queue('board.put', { ...change, key, ...(shown && { seen: shown }) })
    await boardDraft(given).forget(engine.db)
  })
  return key
}
