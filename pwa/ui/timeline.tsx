import type { ReactNode } from 'react'
import type { Tone } from './status-chip'

export interface TimelineEntry {
  id: string | number
  /** One sentence: who did what. */
  what: ReactNode
  /** For people, with the weekday: 'Friday, Nov 27, 3:10 PM'. */
  when: string
  /** ISO-8601, for machines. */
  dateTime: string
  tone?: Tone
  note?: string
  /** It has not happened yet. */
  ahead?: true
}

/** Events, oldest first. The last one that happened is filled: it is where things stand; coming ones follow, dashed. */
export function Timeline({ entries, label = 'History' }: { entries: TimelineEntry[]; label?: string }) {
  return (
    <ol className="timeline plain-list stack gap-0" aria-label={label}>
      {entries.map(({ id, what, when, dateTime, tone = 'neutral', note, ahead }) => (
        <li key={id} className="timeline__entry" data-tone={tone} data-ahead={ahead}>
          <p>{what}</p>
          {note && <p className="muted fine">{note}</p>}
          <time className="muted small" dateTime={dateTime}>
            {when}
          </time>
        </li>
      ))}
    </ol>
  )
}
