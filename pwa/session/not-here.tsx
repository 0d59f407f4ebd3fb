import type { ReactNode } from 'react'
import { EmptyPage } from '../ui/empty-state'

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
