import type { Board } from '#schema/inspiration'
import type { OutboxItem } from '../../disk/local-db'
import { parseMutation } from '../../disk/mutations'

/** Boards as their owner should see them: the server's, changed by what they have pressed since, the next event first. */
export function overlayBoards(rows: readonly Board[], items: readonly OutboxItem[]): Board[] {
  const boards = new Map(rows.map((row) => [row.key, row]))
  for (const item of items.toSorted((a, b) => a.order - b.order)) {
    if (item.state !== 'attention') apply(boards, item)
  }
  return [...boards.values()].toSorted(byEvent)
}

function apply(boards: Map<string, Board>, item: OutboxItem): void {
  if (item.kind === 'board.put') {
    const put = parseMutation('board.put', item.payload)
    if (!put) return
    const held = boards.get(put.key) ?? { key: put.key, postIds: [], createdAt: item.composedAt }
    boards.set(put.key, { ...held, name: put.name, eventDate: put.eventDate ?? null })
  } else if (item.kind === 'board.delete') {
    const gone = parseMutation('board.delete', item.payload)
    if (gone) boards.delete(gone.key)
  } else if (item.kind === 'board.pin') {
    const pin = parseMutation('board.pin', item.payload)
    const board = pin && boards.get(pin.key)
    if (!board) return
    const others = board.postIds.filter((id) => id !== pin.postId)
    boards.set(pin.key, { ...board, postIds: pin.on ? [...others, pin.postId] : others })
  }
}

const NO_DATE = '9999'

function byEvent(a: Board, b: Board): number {
  return (a.eventDate ?? NO_DATE).localeCompare(b.eventDate ?? NO_DATE) || a.createdAt.localeCompare(b.createdAt)
}
