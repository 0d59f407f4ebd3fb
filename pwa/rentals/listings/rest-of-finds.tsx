import type { ReactNode } from 'react'
import type { Asking } from '../../session/use-finds-beyond'
import { EmptyState } from '../../ui/empty-state'
import { ListingCardSkeletons } from './listing-card-skeleton'

interface RestOfFindsProps extends Asking {
  /** The words that there are none; null where this device has some. */
  children: ReactNode
}

const NOT_SEARCHED = 'The rest of the marketplace could not be searched.'

/** In the place of the server's finds, where there are none so far. */
export function RestOfFinds({ isAsking, hasFailed, again, children }: RestOfFindsProps) {
  if (isAsking) return children && <ListingCardSkeletons label="Searching the marketplace" />
  if (!hasFailed) return children
  const button = (
    <button type="button" className="is-secondary" onClick={again}>
      Try again
    </button>
  )
  if (children)
    return (
      <EmptyState drawing="offline" title="No items on this device match your filters." action={button}>
        {NOT_SEARCHED}
      </EmptyState>
    )
  return (
    <div className="row">
      <p className="muted">{NOT_SEARCHED}</p>
      {button}
    </div>
  )
}
