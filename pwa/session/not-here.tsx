import type { ReactNode } from 'react'
import type { LocalDb } from '../disk/local-db'
import { isOwnScopeHere } from '../disk/own-scope'
import { EmptyPage, EmptyState } from '../ui/empty-state'
import { useAccount } from './account'
import { useLiveQuery } from './use-live-query'
import { useReachable, useSyncStatus } from './use-sync'

type Read<Found> = (db: LocalDb) => Found | Promise<Found>

/**
 * The own rows of a person that `read` finds, and whether all of them have ever come to this device: until then
 * an empty list proves nothing. Undefined until it is known.
 */
export function useOwnQuery<Found>(userId: number, read: Read<Found>, deps: unknown[] = []) {
  const { db } = useAccount().engine
  return useLiveQuery(async () => {
    // Asked before the rows are read: rows that arrive in between are not missing from a complete part.
    const complete = await isOwnScopeHere(db, userId)
    return { found: await read(db), complete }
  }, [db, userId, ...deps])
}

/** Are news asked for, or will they be after what is being sent? A thing that is not here may be on its way to this device. */
export function useIsComing(): boolean {
  const reachable = useReachable()
  const { pulling, sending } = useSyncStatus()
  return reachable && (pulling || sending)
}

/** One thing of a person's own, or why there is none. One that was made a moment ago, elsewhere, may be on its way to this device. */
export function useOneOwn<Found>(userId: number, read: Read<Found | undefined>, deps: unknown[]) {
  const reachable = useReachable()
  const isComing = useIsComing()
  const own = useOwnQuery(userId, read, deps)
  if (own?.found) return { found: own.found }
  const mayCome = !own || isComing || (reachable && !own.complete)
  return { state: mayCome ? 'loading' : reachable ? 'missing' : 'unreachable' } as const
}

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
