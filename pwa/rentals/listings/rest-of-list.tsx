import type { ReactNode } from 'react'
import type { Rest } from '../../offerings/use-server-rows'
import { EmptyState } from '../../ui/empty-state'
import { ListingCardSkeletons } from './listing-card-skeleton'

const ADVICE = 'Connect to see all of them.'

interface RestOfListProps {
  rest: Rest
  /** `posts` */
  what: string
  /** None of the list is shown. */
  isAlone: boolean
  /** The words that there are none. */
  children: ReactNode
}

/** Above a list, or in its place: what is known about its rows that are not on this device. */
export function RestOfList({ rest, what, isAlone, children }: RestOfListProps) {
  const title = `Not all ${what} are on this device`
  if (rest === 'unknown')
    return isAlone ? (
      <EmptyState drawing="offline" title={title}>
        {ADVICE}
      </EmptyState>
    ) : (
      <p className="muted fine" role="note">
        {`${title}. ${ADVICE}`}
      </p>
    )
  if (!isAlone) return null
  return rest === 'asked' ? <ListingCardSkeletons label={`Loading ${what}`} /> : children
}
