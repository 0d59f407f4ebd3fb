import type { BoardChange } from '#schema/inspiration'
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
  const put = (shown: BoardChange['seen'] | null) => ({ ...change, key, ...(shown && { seen: shown }) })
  await engine.submit('board.put', put(seen), {
    draft: boardDraft(given),
    // An edit that never left gives way to this one, and the server has seen nothing of either.
    merge: (waiting) => put(waiting ? waiting.seen : seen),
  })
  return key
}
