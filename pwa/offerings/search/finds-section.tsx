import type { ReactNode } from 'react'
import type { Asking } from '../../session/use-finds-beyond'
import { NotSearched } from '../not-searched'

interface FindsSectionProps extends Asking {
  id: string
  title: string
  /** Brings the next page; null when all are here. */
  more: (() => void) | null
  children: ReactNode
}

/** Finds of the server below those of this device, a page at a time. Those of another search may be on their way. */
export function FindsSection({ id, title, more, isAsking, hasFailed, again, children }: FindsSectionProps) {
  return (
    <section className="stack finds-beyond" aria-labelledby={id} aria-busy={isAsking}>
      <h2 id={id}>{title}</h2>
      {children}
      {hasFailed && <NotSearched again={again} />}
      {more && !hasFailed && (
        <div className="row">
          <button type="button" className="is-secondary" onClick={more}>
            Show more
          </button>
        </div>
      )}
    </section>
  )
}
