import { format } from 'date-fns'
import { useState } from 'react'
import type { Transaction } from '#schema/earnings'
import { formatCents } from '#schema/money'
import { NavLink } from '../ui/nav-link'
import { StatusChip } from '../ui/status-chip'
import { useWideScreen } from '../ui/use-wide-screen'
import { feeNote, goneLines, lineNote, STATUS_WORDS, timelineOf, typeWord } from './transaction-words'

/** So many at first, and as many more with each press. */
const PAGE = 50

interface LinesProps {
  /** Newest first. */
  lines: Transaction[]
  now: Date
}

interface ShownProps extends LinesProps {
  /** The ids of lines of which all has gone back. */
  gone: ReadonlySet<number>
}

/** Every amount: a table where there is room for one, else a list of cards. */
export function TransactionList({ lines, now }: LinesProps) {
  const wide = useWideScreen()
  const [count, setCount] = useState(PAGE)
  const shown = { lines: lines.slice(0, count), now, gone: goneLines(lines) }
  return (
    <>
      {wide ? <TransactionTable {...shown} /> : <TransactionCards {...shown} />}
      {lines.length > count && (
        <button type="button" className="is-secondary" onClick={() => setCount(count + PAGE)}>
          Show older
        </button>
      )}
    </>
  )
}

function TransactionTable({ lines, now, gone }: ShownProps) {
  return (
    <table className="transactions">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Type</th>
          <th scope="col">Listing</th>
          <th scope="col">Status</th>
          <th scope="col" className="transactions__amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className="transactions__date">
              <CreatedAt line={line} />
            </td>
            <td>{typeWord(line)}</td>
            <th scope="row" className="transactions__title breaks">
              <Title line={line} />
            </th>
            <td>
              <Status line={line} now={now} isGone={gone.has(line.id)} />
            </td>
            <td className="transactions__amount">
              <Amount line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TransactionCards({ lines, now, gone }: ShownProps) {
  return (
    <ul className="plain-list stack gap-3">
      {lines.map((line) => (
        <li key={line.id} className="surface stack stack--tight">
          <div className="transaction-cards__head row align-start row--between">
            <strong className="transactions__title breaks">
              <Title line={line} />
            </strong>
            <Amount line={line} />
          </div>
          <p className="muted fine">
            {`${typeWord(line)} · `}
            <CreatedAt line={line} />
          </p>
          <Status line={line} now={now} isGone={gone.has(line.id)} />
        </li>
      ))}
    </ul>
  )
}

/** Leads to all that happened to what the line is about. */
function Title({ line }: { line: Transaction }) {
  const to = timelineOf(line)
  return to ? <NavLink to={to}>{line.listing}</NavLink> : line.listing
}

function CreatedAt({ line: { createdAt } }: { line: Transaction }) {
  return <time dateTime={createdAt}>{format(new Date(createdAt), 'EEE, MMM d, y')}</time>
}

function Amount({ line }: { line: Transaction }) {
  const fee = feeNote(line.fee)
  return (
    <span className="transactions__sum">
      <strong>{formatCents(line.totalAmount)}</strong>
      {fee && <span className="muted fine">{fee}</span>}
    </span>
  )
}

function Status({ line, now, isGone }: { line: Transaction; now: Date; isGone: boolean }) {
  const { word, tone } = STATUS_WORDS[line.status]
  const note = lineNote(line, now, isGone)
  return (
    <div className="transactions__status stack gap-1">
      <StatusChip tone={tone}>{word}</StatusChip>
      {note && (
        <span className="fine">
          {note.text} {note.link && <NavLink to={note.link.to}>{note.link.label}</NavLink>}
        </span>
      )}
    </div>
  )
}
