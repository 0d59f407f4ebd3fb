import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import { deviceDb } from '../disk/device-db'
import { diskUnkept, isDiskCleared, isDiskHeld, needsReload, onDiskChange } from '../disk/disk-version'
import { useAccount } from '../session/account'
import type { ShownUser } from '../session/profile-overlay'
import type { UnsentCounts } from '../session/sealing/sealed-work'
import { isUpdateReady, onUpdateReady } from '../session/service-worker-bridge'
import { useLiveQuery } from '../session/use-live-query'
import { useReachable } from '../session/use-sync'
import { tryPhotosAgain } from '../ui/photos-again'
import { useToast } from '../ui/toasts'
import { useSource } from '../ui/use-source'
import { BottomBar, type BottomBarEntry } from './bottom-bar'
import { CREATE_ENTRIES, type NavigationEntry } from './navigation-entries'
import type { UnsentWork } from './sign-out'
import { TopNavigation } from './top-navigation'
import type { Unread } from './unread-queries'
import { useUnread } from './use-unread'
import { useVisit } from './use-visit'

/** Asked for only when another build is there. */
const BuildPrompts = lazy(() =>
  import(/* piece: behind */ './update-prompt').then((module) => ({ default: module.BuildPrompts })),
)
/** Asked for only when something would be left behind. */
const SignOutDialog = lazy(() =>
  import(/* piece: behind */ './sign-out-dialog').then((module) => ({ default: module.SignOutDialog })),
)

/** Only somebody whose new photo is still on this device needs it. */
const OwnAvatar = lazy(() => import('../people/own-avatar').then((module) => ({ default: module.OwnAvatar })))

/** Most people have none. */
const Banners = lazy(() =>
  import(/* piece: behind */ './banners').then(
    (module) => ({ default: module.Banners }),
    // A visitor whose browser has cleared everything, without a connection: the page goes on without its banners.
    () => ({ default: () => <></> }),
  ),
)

/** A visitor who can reach the server has nothing that travels. */
const Travelling = lazy(() =>
  import(/* piece: behind */ './sync-badge').then(
    (module) => ({ default: module.Travelling }),
    () => ({ default: () => <></> }),
  ),
)

const OfflineSince = lazy(() =>
  import(/* piece: behind */ './offline-ribbon').then(
    (module) => ({ default: module.OfflineSince }),
    () => ({ default: () => <></> }),
  ),
)

const SECTIONS: NavigationEntry[] = [
  { label: 'Browse Rentals', to: '/listings' },
  { label: 'Made-to-Order', to: '/made-to-order' },
  { label: 'Inspiration', to: '/inspiration' },
]
const PROFILE: NavigationEntry[] = [
  { label: 'My Profile', to: '/profile' },
  { label: 'Inbox', to: '/inbox' },
  { label: 'My Purchases', to: '/purchases' },
  { label: 'Made-to-Order Dashboard', to: '/manage-made-to-order' },
  { label: 'Settings', to: '/settings' },
]
const OFFERS: NavigationEntry = { label: 'Offers', to: '/offers' }
const OPERATOR: NavigationEntry = { label: 'Operator', to: '/operator' }

/** Loaded at the press: no first screen needs it. */
const signingOut = () => import(/* piece: behind */ './sign-out')

/** The frame of every page: navigation, the state of the connection, and the way out. */
export function AppShell() {
  const { user, engine, leave, locked } = useAccount()
  const location = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const [unsent, setUnsent] = useState<UnsentCounts | null>(null)
  const unread = useUnread()
  const reachable = useReachable()
  useEffect(() => {
    if (reachable) tryPhotosAgain()
  }, [reachable])
  const shares = useLiveQuery(() => deviceDb.shared.count())
  useVisit()
  const updateReady = useSource(onUpdateReady, isUpdateReady)
  // A newer build in another tab has the disk: the words of this one are the same.
  const diskNewer = useSource(onDiskChange, needsReload)
  const diskHeld = useSource(onDiskChange, isDiskHeld)
  const unkept = useSource(onDiskChange, diskUnkept)
  const diskCleared = useSource(onDiskChange, isDiskCleared)
  async function logout(choice?: UnsentWork) {
    setUnsent(null)
    try {
      const { signOut, unsentWork } = await signingOut()
      const left = choice ? null : await unsentWork(engine)
      if (left) return setUnsent(left)
      await signOut(engine, choice)
      await leave()
      await navigate({ to: '/' })
    } catch {
      toast({ variant: 'destructive', title: 'Logout failed' })
    }
  }

  const hasShares = shares !== undefined && shares > 0
  // Each banner decides by itself; only a visitor's first load goes without them.
  const hasBanner = unkept || diskCleared || user || locked || hasShares
  const here = `${location.pathname}${location.searchStr}`
  const loginTo =
    location.pathname === '/auth' || location.pathname === '/' ? '/auth' : `/auth?next=${encodeURIComponent(here)}`
  return (
    <div className="app-shell" data-account={user === undefined ? undefined : engine.db.name}>
      <TopNavigation
        productName={PRODUCT_NAME}
        currentPath={location.pathname}
        sections={SECTIONS}
        createEntries={CREATE_ENTRIES}
        offers={withNews(OFFERS, unread)}
        profileEntries={(user?.isOperator ? [...PROFILE, OPERATOR] : PROFILE).map((entry) => withNews(entry, unread))}
        user={user && { username: user.username, photo: user.profilePhoto, avatar: waitingAvatar(user) }}
        loginTo={loginTo}
        onLogout={() => logout()}
        status={
          (user || locked || !reachable) && (
            <Suspense>
              <Travelling />
            </Suspense>
          )
        }
      />
      {!reachable && (
        <Suspense>
          <OfflineSince />
        </Suspense>
      )}
      {hasBanner && (
        <Suspense>
          <Banners unkept={unkept} claim={unread.claim} hasShares={hasShares} />
        </Suspense>
      )}
      <main id="main" className="app-main" tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar
        entries={bottomEntries(unread, user !== null && user !== undefined, loginTo)}
        currentPath={location.pathname}
      />
      {unsent && (
        <Suspense>
          <SignOutDialog unsent={unsent} onChoose={logout} onCancel={() => setUnsent(null)} />
        </Suspense>
      )}
      {(updateReady || diskNewer || diskHeld) && (
        <Suspense>
          <BuildPrompts isNewer={updateReady || diskNewer} isHeld={diskHeld} />
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

/** An entry with what is new there leads to the first of it. */
function withNews(entry: NavigationEntry, { places }: Unread): NavigationEntry {
  return { ...entry, ...(places[entry.to]?.count && places[entry.to]) }
}

function bottomEntries(unread: Unread, signedIn: boolean, loginTo: string): BottomBarEntry[] {
  return [
    { label: 'Browse', to: '/listings', icon: 'browse' },
    { label: 'Made-to-order', to: '/made-to-order', icon: 'made-to-order' },
    { label: 'Inspiration', to: '/inspiration', icon: 'inspiration' },
    { ...withNews(OFFERS, unread), icon: 'offers' },
    { label: 'Me', to: signedIn ? '/profile' : loginTo, ...(signedIn && unread.places.me), icon: 'me' },
  ]
}
