import type { ReactNode } from 'react'
import type { Asking } from '../../session/use-finds-beyond'
import { EmptyState } from '../../ui/empty-state'
import { ListingCardSkeletons } from './listing-card-skeleton'

interface RestOfFindsProps extends Asking {
  /** The words that there are none. */
  children: ReactNode
}

/** In the place of finds, where neither this device nor the server has any so far. */
export function RestOfFinds({ isAsking, hasFailed, again, children }: RestOfFindsProps) {
  if (isAsking) return <ListingCardSkeletons label="Searching the marketplace" />
  if (!hasFailed) return children
  return (
    <EmptyState
      drawing="offline"
      title="No items on this device match your filters."
      action={
        <button type="button" className="is-secondary" onClick={again}>
          Try again
        </button>
      }
    >
      The rest of the marketplace could not be searched.
    </EmptyState>
  )
}
