import type { ReactNode } from 'react'
import { NOT_SEARCHED, NotSearched } from '../../offerings/not-searched'
import type { Asking } from '../../session/use-finds-beyond'
import { EmptyState } from '../../ui/empty-state'
import { AgainButton } from '../../ui/failure'
import { ListingCardSkeletons } from './listing-card-skeleton'

interface RestOfFindsProps extends Asking {
  /** The words that there are none; null where this device has some. */
  children: ReactNode
}

/** In the place of the server's finds, where there are none so far. */
export function RestOfFinds({ isAsking, hasFailed, again, children }: RestOfFindsProps) {
  if (isAsking) return children && <ListingCardSkeletons label="Searching the marketplace" />
  if (!hasFailed) return children
  if (!children) return <NotSearched again={again} />
  return (
    <EmptyState
      drawing="offline"
      title="No items on this device match your filters."
      action={<AgainButton again={again} />}
    >
      {NOT_SEARCHED}
    </EmptyState>
  )
}
