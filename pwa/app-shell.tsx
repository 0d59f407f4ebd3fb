import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import { countUnsent, signOut, type UnsentWork } from './actions/sign-out'
import { useAccount } from './auth/account'
import { useOutbox, useReachability, useSyncStatus } from './auth/use-sync'
import { BottomBar, type BottomBarEntry } from './components/bottom-bar'
import type { NavigationEntry } from './components/navigation-entries'
import { OfflineRibbon } from './components/offline-ribbon'
import { SyncBadge, type SyncState } from './components/sync-badge'
import { TopNavigation } from './components/top-navigation'
import { UpdatePrompt } from './components/update-prompt'
import { readUnreadCount, readUnreadOrderMessages } from './db/unread-queries'
import { useToast } from './notifications/toasts'
import { applyUpdate, isUpdateReady, onUpdateReady } from './service-worker-bridge'

/** Asked for only when something would be left behind. */
const SignOutDialog = lazy(() => import('./auth/sign-out-dialog').then((module) => ({ default: module.SignOutDialog })))

/** Only somebody whose session has ended sees it. */
const SessionBanner = lazy(() => import('./auth/session-banner').then((module) => ({ default: module.SessionBanner })))

const SECTIONS: NavigationEntry[] = [
  { label: 'Browse Rentals', to: '/listings' },
  { label: 'Made-to-Order', to: '/made-to-order' },
  { label: 'Inspiration', to: '/inspiration' },
]
const OFFERS: NavigationEntry = { label: 'Offers', to: '/offers' }
const CREATE: NavigationEntry[] = [{ label: 'Share Inspiration', to: '/inspiration?share=1' }]
const PROFILE: NavigationEntry[] = [
  { label: 'My Profile', to: '/profile' },
  { label: 'Made-to-Order Dashboard', to: '/manage-made-to-order' },
  { label: 'Settings', to: '/settings' },
]

/** What surrounds every page: navigation, what the connection is doing, and the way out. */
export function AppShell() {
  const { user, engine, leave } = useAccount()
  const location = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const [unsent, setUnsent] = useState(0)
  const unread = useLiveQuery(() => (user ? readUnreadCount(engine.db, user.id) : 0), [engine, user]) ?? 0
  const messages = useLiveQuery(() => user && readUnreadOrderMessages(engine.db, user.id), [engine, user])
  const { paused } = useOutbox()
  const updateReady = useSyncExternalStore(onUpdateReady, isUpdateReady)

  async function finishSignOut(choice: UnsentWork) {
    setUnsent(0)
    try {
      await signOut(engine, choice)
      await leave()
      await navigate({ to: '/' })
    } catch {
      toast({ variant: 'destructive', title: 'Logout failed' })
    }
  }

  async function startSignOut() {
    const count = await countUnsent(engine)
    if (count > 0) setUnsent(count)
    else await finishSignOut('discard')
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
        createEntries={CREATE}
        {...(user ? { offers: OFFERS } : {})}
        unreadOffers={unread}
        profileEntries={withCounts(PROFILE, messages)}
        user={user ? { username: user.username, photo: user.profilePhoto } : user}
        loginTo={loginTo}
        onLogout={startSignOut}
        status={<Travelling />}
      />
      <ConnectionRibbon />
      {user && paused && (
        <Suspense>
          <SessionBanner />
        </Suspense>
      )}
      <main id="main" className="app-main" tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar
        entries={bottomEntries(unread, user !== null && user !== undefined, loginTo)}
        currentPath={location.pathname}
      />
      {unsent > 0 && (
        <Suspense>
          <SignOutDialog unsent={unsent} onChoose={finishSignOut} onCancel={() => setUnsent(0)} />
        </Suspense>
      )}
      {updateReady && <UpdatePrompt onApply={applyUpdate} />}
    </div>
  )
}

/** Unread messages about orders are counted where their threads are. */
function withCounts(entries: NavigationEntry[], messages: { bought: number; sold: number } | null | undefined) {
  const counts: Record<string, number> = {
    '/purchases': messages?.bought ?? 0,
    '/manage-made-to-order': messages?.sold ?? 0,
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
  return (
    <OfflineRibbon
      {...(since ? { asOf: new Date(since).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }) } : {})}
    />
  )
}

/** The badge of everything that still has to travel. */
function Travelling() {
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
  return <SyncBadge state={state} count={needsPerson || waiting.length} to="/outbox" />
}
