import type { BoardChange } from '#schema/inspiration'
import { type MutationPayload, parseMutation } from '../../disk/mutations'
import { afterEarlier, type SentChange, textAlone } from '../../drafts/seen-words'
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
  const put: MutationPayload<'board.put'> = { ...change, key, ...(seen && { seen }) }
  await engine.submit('board.put', put, {
    draft: boardDraft(given),
    merge(replaced, line) {
      const { edit, seen: before } = afterEarlier(put, replaced, line, sentBoard)
      const { seen: _, ...words } = edit
      return { ...words, ...(before && { seen: before.words }) }
    },
  })
  return key
}

/** A board's event as it was sent; null when it makes no sense. */
function sentBoard(payload: unknown): SentChange | null {
  const board = parseMutation('board.put', payload)
  if (!board) return null
  const { name, eventDate, place, guests, seen } = board
  return { sent: textAlone({ name, eventDate, place, guests }), seen: seen && textAlone(seen) }
}
