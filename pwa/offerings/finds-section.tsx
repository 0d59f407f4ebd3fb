import type { ReactNode } from 'react'

interface FindsSectionProps {
  id: string
  title: string
  /** Brings the next page; null when all are here. */
  more: (() => void) | null
  /** Those of another search are on their way. */
  isBusy?: boolean
  children: ReactNode
}

/** Finds of the server below those of this device, a page at a time. */
export function FindsSection({ id, title, more, isBusy = false, children }: FindsSectionProps) {
  return (
    <section className="stack finds-beyond" aria-labelledby={id} aria-busy={isBusy}>
      <h2 id={id}>{title}</h2>
      {children}
      {more && (
        <div className="row">
          <button type="button" className="is-secondary" onClick={more}>
            Show more
          </button>
        </div>
      )}
    </section>
  )
}
