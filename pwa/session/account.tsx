import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { AppConfig } from '#schema/app-config'
import type { CurrentUser, SignedInUser } from '#schema/user'
import { accountDbName } from '../disk/account-db-name'
import {
  type DeviceUser,
  deviceDb,
  isSignOutPending,
  type LockedAccount,
  lockedAccount,
  storeConfig,
  storedConfig,
  storedUser,
  storeUser,
} from '../disk/device-db'
import { type Base, LocalDb } from '../disk/local-db'
import { dropBackup } from '../disk/rescue/lost-disk'
import { hasSessionHint } from '../disk/session-hint'
import { SyncEngine } from '../sync/engine'
import { onReachability, reachability } from '../sync/reachability'
import { onSessionEnd } from '../sync/session-end'
import { whenAtRest } from '../ui/first-rest'
import { askConfig, askUser, loadArrival, takeAnswer } from './first-calls'
import { readFirstScreenData } from './first-screen-data'
import type { ShownUser } from './profile-overlay'
import { readOwnProfile } from './profile-queries'
import { useLiveQuery } from './use-live-query'

export interface Account {
  /** With changes that still wait; `undefined` while it is not known yet, null for a visitor. */
  user: ShownUser | null | undefined
  engine: SyncEngine
  config: AppConfig | null
  /** The account whose session has ended on this device, until somebody signs in; null where there is none. */
  locked: LockedAccount | null
  /** Locks the device when the server says that the session has ended. Resolves once nothing of its person is shown any more. */
  lockIfEnded(): Promise<void>
  /** Makes this person the device's account, after a sign-in or registration. */
  enter(user: SignedInUser): Promise<void>
  /** Makes the device a visitor's again. */
  leave(): Promise<void>
  /** Reads the account afresh from the server. */
  refreshUser(): Promise<void>
}

export const AccountContext = createContext<Account | null>(null)

/** The account of this device and its engine. @throws outside of the provider, in the specification's words */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAuth must be used within an AuthProvider')
  return account
}

/** Knows who is signed in from the device at once, and asks the server behind that. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<DeviceUser | null | undefined>(undefined)
  const [locked, setLocked] = useState<LockedAccount | null>(null)
  const [firstData] = useState(readFirstScreenData)
  const [config, setConfig] = useState<AppConfig | null>(firstData?.config ?? null)
  const userId = user?.id ?? null
  const dbName = accountDbName(user ?? null)
  const [restarts, setRestarts] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restart is a new engine
  const engine = useMemo(
    () => new SyncEngine(new LocalDb(dbName), userId, userId === null ? firstData?.rows : undefined),
    [dbName, userId, firstData, restarts],
  )

  const shownUser = useShownUser(user, engine, setUser)

  useEffect(() => {
    let live = true
    startAccount(
      (known) => live && setUser(known),
      (known) => live && setConfig(known),
      (found) => live && setLocked(found),
      // The app is shown anew, in memory, where nothing can be kept.
    ).catch(() => undefined)
    return () => {
      live = false
    }
  }, [])

  // Another page of this browser has signed in or out. After both, this page’s database is closed, and another is opened.
  const follow = useEffectEvent(async () => {
    await readAccount(setUser, setLocked)
    if (engine.db.hasBeenClosed()) setRestarts((before) => before + 1)
  })
  useEffect(() => {
    const channel = new BroadcastChannel('trestle-account')
    channel.onmessage = () => follow().catch(() => undefined)
    return () => channel.close()
  }, [])

  // Another page ends the account's part of this device, and may itself end before it says so.
  useEffect(() => {
    const onEnd = () => void readAccount(setUser, setLocked).catch(() => undefined)
    engine.db.on('versionchange', onEnd)
    return () => engine.db.on('versionchange').unsubscribe(onEnd)
  }, [engine])

  const locking = useRef<Promise<void>>(null)
  // The server has ended the session: nothing of its person stays readable here.
  const lockIfEnded = useCallback(() => {
    locking.current ??= import(/* piece: behind */ './lock')
      .then((lock) => lock.lockIfEnded(engine))
      .then((isLocked) => (isLocked ? readAccount(setUser, setLocked).then(announce) : undefined))
      // Without the code for it, or with a disk that fails, the next start locks.
      .catch(() => undefined)
      .finally(() => {
        locking.current = null
      })
    return locking.current
  }, [engine])
  useEffect(() => (user ? onSessionEnd(lockIfEnded) : undefined), [user, lockIfEnded])

  useEffect(() => onReachability(() => reachability().reachable && void endLeftSession()), [])

  const known = user !== undefined
  useEffect(() => {
    if (!known) return
    const begin = () => engine.start()
    const isLanding = window.location.pathname === '/'
    const callOff = isLanding ? whenAtRest(begin) : begin()
    return () => {
      callOff?.()
      engine.stop()
    }
  }, [engine, known])

  const account = useMemo<Account>(
    () => ({
      user: shownUser,
      engine,
      config,
      locked,
      lockIfEnded,
      async enter(entered) {
        const { arrive } = await loadArrival()
        await arrive(entered)
        // Somebody else may have signed in since.
        await readAccount(setUser, setLocked)
        announce()
      },
      async leave() {
        await storeUser(null)
        // No copy of who was here outlives their signing out.
        await copyDevice().catch(() => dropBackup(deviceDb.name))
        setUser(null)
        announce()
      },
      async refreshUser() {
        const asked = await storedUser()
        const fresh = await askUser()
        // A session that has ended locks the device, which is done elsewhere.
        if (!fresh) return
        setUser(await takeAnswer(asked, fresh))
      },
    }),
    [shownUser, engine, config, locked, lockIfEnded],
  )
  return <AccountContext value={account}>{children}</AccountContext>
}

/** The account with the person's own changes in place. What a pull brings of it is news, whatever was known before. */
function useShownUser(
  user: DeviceUser | null | undefined,
  { db, userId }: SyncEngine,
  onNews: (user: DeviceUser) => void,
): ShownUser | null | undefined {
  const own = useLiveQuery(() => (userId === null ? null : readOwnProfile(db, userId)), [db, userId])
  const [seen, setSeen] = useState<number>()
  const me = own?.me
  const isNews = me !== undefined && me.id === userId && me._q !== seen
  // While rendering, so that no picture shows the row of before without the change that has just left the outbox.
  if (isNews) {
    setSeen(me._q)
    onNews({ ...user, ...withoutNumber(me) })
  }
  const overlay = me && me.id !== userId ? null : own?.overlay
  return useMemo(() => (user && overlay ? { ...user, ...overlay } : user), [user, overlay])
}

function withoutNumber({ _q, ...user }: Base<CurrentUser>): CurrentUser {
  return user
}

async function copyDevice(): Promise<void> {
  const { copyToBackup } = await import(/* piece: behind */ '../disk/rescue/backup')
  await copyToBackup(deviceDb)
}

function announce(): void {
  const channel = new BroadcastChannel('trestle-account')
  channel.postMessage('changed')
  channel.close()
}

async function readAccount(
  onUser: (user: DeviceUser | null) => void,
  onLocked: (locked: LockedAccount | null) => void,
): Promise<void> {
  const [user, locked] = await Promise.all([storedUser(), lockedAccount()])
  onLocked(locked)
  onUser(user)
}

/** Reports who is here: at once from the disk, and again with the server's answer. */
export async function startAccount(
  onUser: (user: DeviceUser | null) => void,
  onConfig: (config: AppConfig) => void,
  onLocked: (locked: LockedAccount | null) => void,
): Promise<void> {
  const [known, config, isLeaving, locked] = await Promise.all([
    storedUser(),
    storedConfig(),
    isSignOutPending(),
    lockedAccount(),
  ])
  if (config) onConfig(config)
  onLocked(locked)
  const stored = isLeaving ? null : known
  // A session whose person this device does not know, as after its storage was cleared: only the server can say who is here.
  const isUnknown = !stored && !isLeaving && hasSessionHint()
  if (!isUnknown) onUser(stored)
  fetchConfig().then((current) => current && onConfig(current))
  await endLeftSession()
  // Signed out here but not yet there: until that is done, the server's idea of who is signed in does not count.
  if (await isSignOutPending()) return
  const fresh = stored || hasSessionHint() ? await askUser() : undefined
  if (fresh) onUser(await takeAnswer(stored, fresh))
  else if (isUnknown) onUser(await storedUser())
  // Without an answer, the next start tidies.
  if (fresh !== undefined || !hasSessionHint())
    whenAtRest(
      () =>
        void loadArrival()
          .then(({ tidy }) => tidy())
          .catch(() => undefined),
    )
}

/** The app's settings; null without a connection, when the stored ones do. */
async function fetchConfig(): Promise<AppConfig | null> {
  const config = await askConfig()
  if (config) await storeConfig(config).catch(() => undefined)
  return config
}

/** Finishes a sign-out that has begun: here at once, at the server with a connection. Without the code for it, the next contact does. */
async function endLeftSession(): Promise<void> {
  if (!(await isSignOutPending())) return
  await import(/* piece: behind */ './finish-sign-out')
    .then(({ finishLeaving }) => finishLeaving())
    .catch(() => undefined)
}
