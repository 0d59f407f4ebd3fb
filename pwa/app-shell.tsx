import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import type { UnsentCounts, UnsentWork } from './actions/sign-out'
import { useAccount } from './auth/account'
import { useLiveQuery } from './auth/use-live-query'
import { useRefusedMarks } from './auth/use-refused-marks'
import { useOutbox, useReachability, useSyncStatus } from './auth/use-sync'
import { useUnread } from './auth/use-unread'
import { BottomBar, type BottomBarEntry } from './components/bottom-bar'
import { clockTime } from './components/clock-time'
import { CREATE_ENTRIES, type NavigationEntry } from './components/navigation-entries'
import { OfflineRibbon } from './components/offline-ribbon'
import { SyncBadge, type SyncState } from './components/sync-badge'
import { TopNavigation } from './components/top-navigation'
import { isDiskCleared, isDiskHeld, isDiskNewer, isDiskUnkept, noteCleared, onDiskChange } from './db/disk-version'
import type { ShownUser } from './db/profile-overlay'
import type { Unread } from './db/unread-queries'
import { useToast } from './notifications/toasts'
import { applyUpdate, isUpdateReady, onUpdateReady } from './service-worker-bridge'

/** Asked for only when something would be left behind. */
const UpdatePrompt = lazy(() =>
  import('./components/update-prompt').then((module) => ({ default: module.UpdatePrompt })),
)
const SleepingTab = lazy(() => import('./components/update-prompt').then((module) => ({ default: module.SleepingTab })))
const SignOutDialog = lazy(() => import('./auth/sign-out-dialog').then((module) => ({ default: module.SignOutDialog })))

/** Only somebody whose new photo is still on this device needs it. */
const OwnAvatar = lazy(() => import('./pages/profile/own-avatar').then((module) => ({ default: module.OwnAvatar })))

/** Only somebody whose session has ended sees it. */
const SessionBanner = lazy(() => import('./auth/session-banner').then((module) => ({ default: module.SessionBanner })))

/** Only a browser that lets nothing be kept shows it. */
const UnkeptBanner = lazy(() => import('./auth/unkept-banner').then((module) => ({ default: module.UnkeptBanner })))

const SECTIONS: NavigationEntry[] = [
  { label: 'Browse Rentals', to: '/listings' },
  { label: 'Made-to-Order', to: '/made-to-order' },
  { label: 'Inspiration', to: '/inspiration' },
]
const OFFERS: NavigationEntry = { label: 'Offers', to: '/offers' }
const PROFILE: NavigationEntry[] = [
  { label: 'My Profile', to: '/profile' },
  { label: 'My Purchases', to: '/purchases' },
  { label: 'Made-to-Order Dashboard', to: '/manage-made-to-order' },
  { label: 'Settings', to: '/settings' },
]
const OPERATOR: NavigationEntry = { label: 'Operator', to: '/operator' }

/** Loaded at the press: no first screen needs it. */
const signingOut = () => import('./actions/sign-out')

/** What surrounds every page: navigation, what the connection is doing, and the way out. */
export function AppShell() {
  const { user, engine, leave } = useAccount()
  const location = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const [unsent, setUnsent] = useState<UnsentCounts | null>(null)
  const unread = useUnread()
  const { paused } = useOutbox()
  useRefusedMarks()
  const updateReady = useSyncExternalStore(onUpdateReady, isUpdateReady)
  // A newer build in another tab has the disk: the words of this one are the same.
  const diskNewer = useSyncExternalStore(onDiskChange, isDiskNewer)
  const diskHeld = useSyncExternalStore(onDiskChange, isDiskHeld)
  const diskUnkept = useSyncExternalStore(onDiskChange, isDiskUnkept)
  const diskCleared = useSyncExternalStore(onDiskChange, isDiskCleared)
  useEffect(() => {
    if (!diskCleared) return
    toast({
      title: 'This browser has cleared its storage',
      description: 'What you had not sent is still here. The rest is being fetched again.',
    })
    noteCleared(false)
  }, [diskCleared, toast])

  async function finishSignOut(choice: UnsentWork) {
    setUnsent(null)
    try {
      const { signOut } = await signingOut()
      await signOut(engine, choice)
      await leave()
      await navigate({ to: '/' })
    } catch {
      toast({ variant: 'destructive', title: 'Logout failed' })
    }
  }

  async function startSignOut() {
    try {
      const { countUnsent } = await signingOut()
      const count = await countUnsent(engine)
      if (count.writes + count.drafts > 0) setUnsent(count)
      else await finishSignOut('discard')
    } catch {
      toast({ variant: 'destructive', title: 'Logout failed' })
    }
  }

  const here = `${location.pathname}${location.searchStr}`
  const loginTo =
    location.pathname === '/auth' || location.pathname === '/' ? '/auth' : `/auth?next=${encodeURIComponent(here)}`
  return (
    <div className="app-shell">
      <TopNavigation
        productName={PRODUCT_NAME}
        currentPath={location.pathname}
        sections={SECTIONS}
        createEntries={CREATE_ENTRIES}
        {...(user ? { offers: OFFERS } : {})}
        unreadOffers={unread.offers}
        profileEntries={withCounts(user?.isOperator ? [...PROFILE, OPERATOR] : PROFILE, unread)}
        user={user && { username: user.username, photo: user.profilePhoto, avatar: waitingAvatar(user) }}
        loginTo={loginTo}
        onLogout={startSignOut}
        status={<Travelling />}
      />
      <ConnectionRibbon />
      {diskUnkept && (
        <Suspense>
          <UnkeptBanner />
        </Suspense>
      )}
      {user && paused && (
        <Suspense>
          <SessionBanner />
        </Suspense>
      )}
      <main id="main" className="app-main" tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar
        entries={bottomEntries(unread.offers, user !== null && user !== undefined, loginTo)}
        currentPath={location.pathname}
      />
      {unsent && (
        <Suspense>
          <SignOutDialog unsent={unsent} onChoose={finishSignOut} onCancel={() => setUnsent(null)} />
        </Suspense>
      )}
      {(updateReady || diskNewer) && (
        <Suspense>
          <UpdatePrompt onApply={applyUpdate} />
        </Suspense>
      )}
      {diskHeld && (
        <Suspense>
          <SleepingTab />
        </Suspense>
      )}
    </div>
  )
}

/** A photo that the server does not have yet. */
function waitingAvatar(user: ShownUser): ReactNode {
  if (!user.photoBlobId) return null
  return (
    <Suspense>
      <OwnAvatar user={user} />
    </Suspense>
  )
}

/** Unread messages about orders are counted where their threads are. */
function withCounts(entries: NavigationEntry[], { bought, sold }: Unread) {
  const counts: Record<string, number> = {
    '/purchases': bought,
    '/manage-made-to-order': sold,
  }
  return entries.map((entry) => ({ ...entry, count: counts[entry.to] ?? 0 }))
}

function bottomEntries(unread: number, signedIn: boolean, loginTo: string): BottomBarEntry[] {
  return [
    { label: 'Browse', to: '/listings', icon: 'browse' },
    { label: 'Made-to-order', to: '/made-to-order', icon: 'made-to-order' },
    { label: 'Inspiration', to: '/inspiration', icon: 'inspiration' },
    { label: 'Offers', to: '/offers', icon: 'offers', count: unread },
    { label: 'Me', to: signedIn ? '/profile' : loginTo, icon: 'me' },
  ]
}

function ConnectionRibbon() {
  const { reachable, seenAt } = useReachability()
  const { engine } = useAccount()
  const pulledAt = useLiveQuery(async () => (await engine.db.meta.get('pulledAt'))?.v as number | undefined, [engine])
  if (reachable) return null
  const since = pulledAt ?? (seenAt || undefined)
  return <OfflineRibbon {...(since ? { asOf: clockTime(since, new Date()) } : {})} />
}

/** The badge of everything that still has to travel. */
function Travelling() {
  const isHeld = useSyncExternalStore(onDiskChange, isDiskHeld)
  const { reachable } = useReachability()
  const { pulling, sending, signedOut } = useSyncStatus()
  const { waiting, attention, paused } = useOutbox()
  const needsPerson = attention.length + (paused ? waiting.length : 0)
  const state = ((): SyncState => {
    if (needsPerson > 0) return 'needs-you'
    if (!reachable) return 'offline'
    if (sending) return 'syncing'
    if (waiting.length > 0) return 'waiting'
    return pulling && !signedOut ? 'syncing' : 'synced'
  })()
  // Of a disk that cannot be read nothing is known.
  if (isHeld) return null
  return <SyncBadge state={state} count={needsPerson || waiting.length} to="/outbox" />
}
