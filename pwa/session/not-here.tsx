import type { ReactNode } from 'react'
import { EmptyPage, EmptyState } from '../ui/empty-state'
import { useReachable } from './use-sync'

interface NotHereProps {
  /** 'Offer' */
  what: string
  /** Nobody knows whether it exists: it has not come to this device. */
  isOffline: boolean
  action: ReactNode
}

/** Instead of one's own offer or order that does not exist, or that never came to this device. */
export function NotHere({ what, isOffline, action }: NotHereProps) {
  return isOffline ? (
    <EmptyPage drawing="offline" title={`This ${what.toLowerCase()} is not on this device yet`} action={action}>
      Connect once to see it.
    </EmptyPage>
  ) : (
    <EmptyPage drawing="not-found" title={`${what} not found`} action={action}>
      It may be somebody else’s, or the link is incomplete.
    </EmptyPage>
  )
}

interface NotYetHereProps {
  /** 'Your offers' */
  what: string
  /** Whether this device has been asked. */
  isRead: boolean
  /** The placeholder while they may be on their way. */
  children: ReactNode
}

/** Instead of a list of one's own that has never come to this device completely, and of which nothing is here. */
export function NotYetHere({ what, isRead, children }: NotYetHereProps) {
  const reachable = useReachable()
  if (reachable || !isRead) return children
  return (
    <EmptyState drawing="offline" title={`${what} are not on this device yet`}>
      They come with the next connection and stay here from then on.
    </EmptyState>
  )
}
