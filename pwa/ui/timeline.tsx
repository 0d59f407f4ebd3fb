import type { Tone } from './status-chip'
import { formatMoment } from './times/offer-times'

export interface StoryLine {
  /** An instant. */
  at: string
  /** One sentence: who did what. */
  what: string
  tone: Tone
  /** It has not happened yet. */
  ahead?: true
}

/** Events, oldest first. The last one that happened is filled: it is where things stand; coming ones follow, dashed. */
export function Timeline({ lines, label }: { lines: StoryLine[]; label: string }) {
  return (
    <ol className="timeline plain-list stack gap-0" aria-label={label}>
      {lines.map(({ at, what, tone, ahead }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may share an instant, and none changes its place
        <li key={`${at} ${index}`} className="timeline__entry" data-tone={tone} data-ahead={ahead}>
          <p>{what}</p>
          <time className="muted small" dateTime={at}>
            {formatMoment(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
