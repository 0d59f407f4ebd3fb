import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { DealAbout } from '../sync/thread'
import type { News } from './news'
import { TODO_GROUPS, type Todo, type TodoGroup } from './todo-groups'
import { useSeenOnScreen } from './use-seen-on-screen'

const TITLES: Record<TodoGroup, string> = {
  needs: 'Needs you',
  coming: 'Coming up',
  waiting: 'Waiting for others',
  past: 'Past',
}
/** Nobody needs all of the past at once: so many of it are shown, and as many more at each press. */
const PAST_PAGE = 10

/** A link to a row has its hash from this word and the row's number: `#offer-12`. */
const ANCHORS = { booking: 'offer', order: 'order' } as const

interface TodoListProps<Row> {
  todo: Todo<Row>
  /** The rows are offers or orders. */
  about: DealAbout['about']
  newsOf: (row: Row) => News | null
  children: (row: Row) => ReactNode
}

/**
 * Cards under the headings of their groups; empty groups are left out. It is one list, so that a card that moves to another
 * group keeps what is open in it.
 */
export function TodoList<Row extends { id: number }>({ todo, about, newsOf, children }: TodoListProps<Row>) {
  const [pages, setPages] = useState(1)
  const hash = useLocation({ select: (location) => location.hash })
  const idOf = (row: Row) => `${ANCHORS[about]}-${row.id}`
  const meant = todo.past.findIndex((row) => idOf(row) === hash)
  const pastShown = Math.max(pages, Math.ceil((meant + 1) / PAST_PAGE)) * PAST_PAGE
  return (
    <ul className="booking-list grid gap-5 plain-list">
      {TODO_GROUPS.filter((group) => todo[group].length > 0).flatMap((group) => {
        const rows = todo[group]
        const shown = group === 'past' ? rows.slice(0, pastShown) : rows
        const left = rows.length - shown.length
        return [
          <li key={group} className="group-title">
            <h2>
              {TITLES[group]} <span className="muted">{rows.length}</span>
            </h2>
          </li>,
          ...shown.map((row) => (
            <TodoRow
              key={row.id}
              id={idOf(row)}
              thing={{ about, id: row.id }}
              isMeant={idOf(row) === hash}
              news={newsOf(row)}
            >
              {children(row)}
            </TodoRow>
          )),
          left > 0 && (
            <li key={`${group}-more`}>
              <button
                type="button"
                className="is-secondary"
                onClick={() => setPages(pastShown / PAST_PAGE + 1)}
              >{`Show ${Math.min(PAST_PAGE, left)} more of ${left}`}</button>
            </li>
          ),
        ]
      })}
    </ul>
  )
}

interface TodoRowProps {
  id: string
  thing: DealAbout
  /** The address leads to this row. */
  isMeant: boolean
  news: News | null
  children: ReactNode
}

function TodoRow({ id, thing, isMeant, news, children }: TodoRowProps) {
  const row = useSeenOnScreen<HTMLLIElement>(thing, news)
  // The rows come from this device after the page stands, so the browser cannot have scrolled to one of them.
  useEffect(() => {
    if (isMeant) row.current?.scrollIntoView({ block: 'start' })
  }, [isMeant, row])
  return (
    <li id={id} ref={row}>
      {children}
    </li>
  )
}
