import { FolderPlus } from 'lucide-react'
import type { Board } from '#schema/inspiration'
import { NavLink } from '../../ui/nav-link'
import { dayWords } from '../../ui/times/far-off'

interface BoardRowProps {
  boards: readonly Board[]
  /** Key of the board that is shown; undefined for all saved posts. */
  selected: string | undefined
  onNew: () => void
}

/** All saved posts, then one board per event. */
export function BoardRow({ boards, selected, onNew }: BoardRowProps) {
  const now = new Date()
  return (
    <nav className="board-row" aria-label="Boards">
      <ul className="plain-list">
        <li>
          <NavLink
            className="board-tile stack gap-0 sheet"
            to="/inspiration?tab=saved"
            data-selected={selected === undefined}
          >
            <strong>All saved</strong>
          </NavLink>
        </li>
        {boards.map(({ key, name, ...board }) => (
          <li key={key}>
            <NavLink
              className="board-tile stack gap-0 sheet"
              to={`/inspiration?tab=saved&board=${key}`}
              data-selected={selected === key}
            >
              <strong dir="auto">{name}</strong>
              <span className="fine muted">{boardFacts(board, now)}</span>
            </NavLink>
          </li>
        ))}
        <li>
          <button type="button" className="is-quiet board-row__new" onClick={onNew}>
            <FolderPlus />
            New board
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** 'Sat, Dec 12 · 3 posts · 2 things' */
export function boardFacts(
  { eventDate, postIds, things = [] }: Pick<Board, 'eventDate' | 'postIds' | 'things'>,
  now: Date,
): string {
  const facts = [
    eventDate && dayWords(eventDate, now),
    things.length === 0 || postIds.length > 0 ? counted(postIds.length, 'post') : null,
    things.length > 0 ? counted(things.length, 'thing') : null,
  ]
  return facts.filter(Boolean).join(' · ')
}

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)
