import type { ReactNode } from 'react'
import { ListingCardSkeletons } from '../rentals/listings/listing-card-skeleton'
import { EmptyState } from '../ui/empty-state'
import type { Rest } from './use-posts-beyond'

const TITLE = 'Not all posts are on this device'
const ADVICE = 'Connect to see all of them.'

interface RestOfPostsProps {
  rest: Rest
  /** No posts are shown. */
  isAlone: boolean
  /** The words that there are none. */
  children: ReactNode
}

/** Above a wall of posts, or in its place: what is known about the posts that are not on this device. */
export function RestOfPosts({ rest, isAlone, children }: RestOfPostsProps) {
  if (rest === 'unknown')
    return isAlone ? (
      <EmptyState drawing="offline" title={TITLE}>
        {ADVICE}
      </EmptyState>
    ) : (
      <p className="muted fine" role="note">
        {`${TITLE}. ${ADVICE}`}
      </p>
    )
  if (!isAlone) return null
  return rest === 'asked' ? <ListingCardSkeletons label="Loading posts" /> : children
}
