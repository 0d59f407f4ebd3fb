import { type ReactNode, useState } from 'react'
import { TODO_GROUPS, type Todo, type TodoGroup } from './todo-groups'

const TITLES: Record<TodoGroup, string> = {
  needs: 'Needs you',
  coming: 'Coming up',
  waiting: 'Waiting for others',
  past: 'Past',
}
/** Nobody needs all of the past at once: so many of it are shown, and as many more at each press. */
const PAST_PAGE = 10

interface TodoListProps<Row> {
  todo: Todo<Row>
  children: (row: Row) => ReactNode
}

/**
 * Cards under the headings of their groups; empty groups are left out. It is one list, so that a card that moves to another
 * group keeps what is open in it.
 */
export function TodoList<Row extends { id: number }>({ todo, children }: TodoListProps<Row>) {
  const [pages, setPages] = useState(1)
  return (
    <ul className="booking-list plain-list">
      {TODO_GROUPS.filter((group) => todo[group].length > 0).flatMap((group) => {
        const rows = todo[group]
        const shown = group === 'past' ? rows.slice(0, pages * PAST_PAGE) : rows
        const left = rows.length - shown.length
        return [
          <li key={group} className="group-title">
            <h2>
              {TITLES[group]} <span className="muted">{rows.length}</span>
            </h2>
          </li>,
          ...shown.map((row) => <li key={row.id}>{children(row)}</li>),
          left > 0 && (
            <li key={`${group}-more`}>
              <button type="button" className="is-secondary" onClick={() => setPages(pages + 1)}>
                {`Show ${Math.min(PAST_PAGE, left)} more of ${left}`}
              </button>
            </li>
          ),
        ]
      })}
    </ul>
  )
}
