import type { ReactNode } from 'react'
import { NavLink } from '../ui/nav-link'
import type { MutationWords } from './mutation-words'

interface OutboxRowProps {
  words: MutationWords
  /** The chip that says how far it has come. */
  chip: ReactNode
  /** When. */
  time: ReactNode
  children?: ReactNode
}

/** One write: what it is, in its person's own words, and how far it has come. */
export function OutboxRow({ words, chip, time, children }: OutboxRowProps) {
  return (
    <li className="outbox__row min-0 stack stack--tight">
      <p className="outbox__title breaks strong" dir="auto">
        {words.to ? <NavLink to={words.to}>{words.title}</NavLink> : words.title}
      </p>
      {words.text && (
        <p className="outbox__text breaks muted" dir="auto">
          {words.text}
        </p>
      )}
      <p className="outbox__state row">
        {chip}
        <span className="muted fine">{time}</span>
      </p>
      {children}
    </li>
  )
}
