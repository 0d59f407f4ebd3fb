import type { Board } from '#schema/inspiration'
import type { OutboxItem } from '../../disk/local-db'
import { acceptedOf, type PendingWrite } from '../../disk/pending-of'

/** Boards as their owner should see them: the server's, changed by what they have pressed since, the next event first. */
export function overlayBoards(rows: readonly Board[], items: readonly OutboxItem[]): Board[] {
  const boards = new Map(rows.map((row) => [row.key, row]))
  for (const write of acceptedOf(items, 'board.put', 'board.delete', 'board.pin')) apply(boards, write)
  return [...boards.values()].toSorted(byEvent)
}

function apply(
  boards: Map<string, Board>,
  { kind, payload, item }: PendingWrite<'board.put' | 'board.delete' | 'board.pin'>,
): void {
  const board = boards.get(payload.key)
  if (kind === 'board.put') {
    const held = board ?? { key: payload.key, postIds: [], createdAt: item.composedAt }
    boards.set(payload.key, { ...held, name: payload.name, eventDate: payload.eventDate ?? null })
  } else if (kind === 'board.delete') boards.delete(payload.key)
  else if (board) {
    const others = board.postIds.filter((id) => id !== payload.postId)
    boards.set(payload.key, { ...board, postIds: payload.on ? [...others, payload.postId] : others })
  }
}

const NO_DATE = '9999'

function byEvent(a: Board, b: Board): number {
  return (a.eventDate ?? NO_DATE).localeCompare(b.eventDate ?? NO_DATE) || a.createdAt.localeCompare(b.createdAt)
}
