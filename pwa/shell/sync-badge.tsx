import { CircleAlert, Clock, CloudCheck, CloudOff, KeyRound, RefreshCw } from 'lucide-react'
import { isDiskHeld, onDiskChange } from '../disk/disk-version'
import type { Paused } from '../disk/local-db'
import { useAccount } from '../session/account'
import { useOutbox, useReachable, useSyncStatus } from '../session/use-sync'
import { NavLink } from '../ui/nav-link'
import { useSource } from '../ui/use-source'

export type SyncState = 'synced' | 'syncing' | 'offline' | 'waiting' | 'needs-you' | 'signed-out' | 'outdated'

const ICONS = {
  synced: CloudCheck,
  syncing: RefreshCw,
  offline: CloudOff,
  waiting: Clock,
  'needs-you': CircleAlert,
  'signed-out': KeyRound,
  outdated: CircleAlert,
} satisfies Record<SyncState, typeof Clock>

/** All that decides what the badge says. */
export interface Travel {
  isSignedIn: boolean
  isLocked: boolean
  /** The session has ended although this device believes that somebody is signed in. */
  signedOut: boolean
  paused: Paused | null
  needsPerson: number
  waiting: number
  reachable: boolean
  sending: boolean
  pulling: boolean
}

/** Says 'synced' where something could be sent only: otherwise, whatever is here, it is not in step with the server. */
export function syncState(travel: Travel): SyncState {
  const { isSignedIn, isLocked, signedOut, paused, needsPerson, waiting, reachable, sending, pulling } = travel
  if (needsPerson > 0) return 'needs-you'
  if (isLocked && !isSignedIn) return 'signed-out'
  if (isSignedIn && paused === 'client_too_old') return 'outdated'
  if (isSignedIn && (signedOut || paused)) return 'signed-out'
  if (!reachable) return 'offline'
  if (sending) return 'syncing'
  if (waiting > 0) return 'waiting'
  return pulling ? 'syncing' : 'synced'
}

/** The badge's words: 'Synced', 'Syncing', 'Offline', '3 waiting', '1 needs you'; offline with waiting items says both. */
export function syncWords(state: SyncState, count = 0): string {
  switch (state) {
    case 'synced':
      return 'Synced'
    case 'syncing':
      return count > 0 ? `Sending ${count}` : 'Syncing'
    case 'offline':
      return count > 0 ? `Offline, ${count} waiting` : 'Offline'
    case 'waiting':
      return `${count} waiting`
    case 'signed-out':
      return 'Sign in again'
    case 'outdated':
      return 'Update the app'
    case 'needs-you':
      return `${count} ${count === 1 ? 'needs' : 'need'} you`
  }
}

/** The words that a screen reader says by itself. Rounds that go well come every minute and are nothing to be told of. */
export const heardWords = (state: SyncState, count = 0) => (state.startsWith('sync') ? '' : syncWords(state, count))

interface SyncBadgeProps {
  state: SyncState
  /** How many items wait to be sent or need the person. */
  count: number
}

/** One small sign for everything that still has to travel. */
function SyncBadge({ state, count }: SyncBadgeProps) {
  const Icon = ICONS[state]
  const words = syncWords(state, count)
  return (
    <span title={words}>
      <NavLink className="sync-badge" data-state={state} data-count={count || undefined} to="/outbox">
        <Icon className={state === 'syncing' ? 'turning' : undefined} />
        <span className="sync-badge__words">{words}</span>
      </NavLink>
      <span className="visually-hidden" role="status">
        {heardWords(state, count)}
      </span>
    </span>
  )
}

/** The badge of everything that still has to travel. */
export function Travelling() {
  const isHeld = useSource(onDiskChange, isDiskHeld)
  const reachable = useReachable()
  const { user, locked } = useAccount()
  const { pulling, sending, uploading, signedOut } = useSyncStatus()
  const { waiting, attention, paused } = useOutbox()
  const needsPerson = attention.length + (paused ? waiting.length : 0)
  const state = syncState({
    ...{ signedOut, paused, needsPerson, reachable, sending: sending || uploading, pulling },
    isSignedIn: Boolean(user),
    isLocked: user === null && locked !== null,
    waiting: waiting.length,
  })
  // Of a disk that cannot be read nothing is known.
  // A visitor has nothing that could be in step.
  if (isHeld || (!user && state.startsWith('sync'))) return null
  return <SyncBadge state={state} count={needsPerson || waiting.length} />
}
