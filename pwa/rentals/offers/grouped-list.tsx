import { type ReactNode, useState } from 'react'

export interface ListGroup<Row> {
  id: string
  title: string
  rows: readonly Row[]
  /** Of a long group that nobody needs at once, so many rows are shown, and as many more at each press. */
  page?: number
}

interface GroupedListProps<Row> {
  groups: readonly ListGroup<Row>[]
  keyOf: (row: Row) => number
  children: (row: Row) => ReactNode
}

/**
 * Cards under headings with their counts; empty groups are left out. It is one list, so that a card that moves to another
 * group keeps what is open in it.
 */
export function GroupedList<Row>({ groups, keyOf, children }: GroupedListProps<Row>) {
  const [pages, setPages] = useState(1)
  const shown = groups.filter(({ rows }) => rows.length > 0)
  return (
    <ul className="booking-list plain-list">
      {shown.flatMap(({ id, title, rows, page = rows.length }) => {
        const left = rows.length - pages * page
        return [
          <li key={id} className="group-title">
            <h2>
              {title} <span className="muted">{rows.length}</span>
            </h2>
          </li>,
          ...rows.slice(0, pages * page).map((row) => <li key={keyOf(row)}>{children(row)}</li>),
          left > 0 && (
            <li key={`${id}-more`}>
              <button type="button" className="is-secondary" onClick={() => setPages(pages + 1)}>
                {`Show ${Math.min(page, left)} more of ${left}`}
              </button>
            </li>
          ),
        ]
      })}
    </ul>
  )
}
