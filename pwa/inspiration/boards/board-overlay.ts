import type { Day } from '#schema/date-range'
import type { Board, BoardThing } from '#schema/inspiration'
import type { OutboxItem } from '../../disk/local-db'
import { acceptedOf, type PendingWrite } from '../../disk/pending-of'

/** Boards as their owner should see them: the server's, changed by what they have pressed since. */
export function overlayBoards(rows: readonly Board[], items: readonly OutboxItem[]): Board[] {
  const boards = new Map(rows.map((row) => [row.key, row]))
  for (const write of acceptedOf(items, 'board.put', 'board.delete', 'board.pin', 'board.thing')) apply(boards, write)
  return [...boards.values()]
}

function apply(
  boards: Map<string, Board>,
  { kind, payload, item }: PendingWrite<'board.put' | 'board.delete' | 'board.pin' | 'board.thing'>,
): void {
  const board = boards.get(payload.key)
  if (kind === 'board.put') {
    const held: Omit<Board, 'name' | 'eventDate'> = board ?? {
      key: payload.key,
      postIds: [],
      createdAt: item.composedAt,
    }
    const { name, eventDate = null, place = held.place, guests = held.guests } = payload
    boards.set(payload.key, { ...held, name, eventDate, place, guests })
  } else if (kind === 'board.delete') boards.delete(payload.key)
  else if (board && kind === 'board.thing')
    boards.set(payload.key, { ...board, things: withThing(board.things ?? [], payload.thing) })
  else if (board && kind === 'board.pin') {
    const others = board.postIds.filter((id) => id !== payload.postId)
    boards.set(payload.key, { ...board, postIds: payload.on ? [...others, payload.postId] : others })
  }
}

function withThing(things: readonly BoardThing[], thing: BoardThing): BoardThing[] {
  const at = things.findIndex(({ kind, id }) => kind === thing.kind && id === thing.id)
  if (thing.pieces === 0) return things.toSpliced(at, at < 0 ? 0 : 1)
  return at < 0 ? [...things, thing] : things.with(at, thing)
}

/** The next event first, then boards without a day, then what is over, the latest first. */
export function nextFirst(boards: readonly Board[], today: Day): Board[] {
  const rank = ({ eventDate: day }: Board) => (day === null ? 1 : day >= today ? 0 : 2)
  const byDay = (a: Board, b: Board) => (a.eventDate ?? '').localeCompare(b.eventDate ?? '')
  return boards.toSorted(
    (a, b) =>
      rank(a) - rank(b) || (rank(a) === 2 ? byDay(b, a) : byDay(a, b)) || a.createdAt.localeCompare(b.createdAt),
  )
}
