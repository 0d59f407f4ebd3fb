import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { AppConfig } from '#schema/app-config'
import type { CurrentUser } from '#schema/user'
import { finishSignOut } from '../actions/finish-sign-out'
import { ApiError, call } from '../api/client'
import { onReachability, reachability } from '../api/reachability'
import {
  deviceDb,
  isSignOutPending,
  setSignOutPending,
  storeConfig,
  storedConfig,
  storedUser,
  storeUser,
} from '../db/device-db'
import { accountDbName, type Base, LocalDb, writeMeta } from '../db/local-db'
import { dropSpare } from '../db/lost-disk'
import type { ShownUser } from '../db/profile-overlay'
import { readOwnProfile } from '../db/profile-queries'
import { hasSessionHint } from '../db/session-hint'
import { whenAtRest } from '../first-rest'
import { SyncEngine } from '../sync/engine'
import { useLiveQuery } from './use-live-query'

export interface Account {
  /** With changes that still wait; `undefined` while it is not known yet, null for a visitor. */
  user: ShownUser | null | undefined
  engine: SyncEngine
  config: AppConfig | null
  /** Makes this person the device's account, after a sign-in or registration. */
  enter(user: CurrentUser): Promise<void>
  /** Makes the device a visitor's again. */
  leave(): Promise<void>
  /** Reads the account afresh from the server. */
  refreshUser(): Promise<CurrentUser | null>
}

const AccountContext = createContext<Account | null>(null)

/** The account of this device and its engine. */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAuth must be used within an AuthProvider')
  return account
}

/** Knows who is signed in from the device at once, and asks the server behind that. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<CurrentUser | null | undefined>(undefined)
  const [config, setConfig] = useState<AppConfig | null>(null)
  const userId = user?.id ?? null
  const engine = useMemo(() => new SyncEngine(new LocalDb(accountDbName(userId)), userId), [userId])

  const shownUser = useShownUser(user, engine, setUser)

  useEffect(() => {
    let live = true
    start(
      (known) => live && setUser(known),
      (known) => live && setConfig(known),
      // Where nothing can be kept the app is shown anew, in memory.
    ).catch(() => undefined)
    return () => {
      live = false
    }
  }, [])

  // Another page of this browser has signed in or out.
  useEffect(() => {
    const channel = new BroadcastChannel('trestle-account')
    channel.onmessage = () => storedUser().then(setUser, () => undefined)
    return () => channel.close()
  }, [])

  useEffect(() => onReachability(() => reachability().reachable && void finishSignOut()), [])

  const known = user !== undefined
  useEffect(() => {
    if (!known) return
    let end: (() => void) | null | undefined
    const begin = () => {
      engine.start()
      // Without its code the next start does it.
      if (engine.userId !== null)
        import('../visit')
          .then(({ beginVisit }) => {
            if (end !== null) end = beginVisit(engine)
          })
          .catch(() => undefined)
    }
    const isLanding = window.location.pathname === '/'
    const callOff = isLanding ? whenAtRest(begin) : begin()
    return () => {
      callOff?.()
      end?.()
      end = null
      engine.stop()
    }
  }, [engine, known])

  const account = useMemo<Account>(
    () => ({
      user: shownUser,
      engine,
      config,
      async enter(entered) {
        const { moveVisitorDrafts } = await import('../actions/move-visitor-drafts')
        await storeUser(entered)
        await setSignOutPending(false)
        await withAccountDb(entered.id, async (db) => {
          await allowSending(db)
          await moveVisitorDrafts(db)
        })
        setUser(entered)
        announce()
      },
      async leave() {
        await storeUser(null)
        // No copy of who was here outlives their signing out.
        await copyDevice().catch(() => dropSpare(deviceDb.name))
        setUser(null)
        announce()
      },
      async refreshUser() {
        const fresh = await fetchUser()
        if (fresh !== undefined) {
          await storeUser(fresh)
          setUser(fresh)
        }
        return fresh ?? null
      },
    }),
    [shownUser, engine, config],
  )
  return <AccountContext value={account}>{children}</AccountContext>
}

/** The account with the person's own changes in place. What a pull brings of it is news, whatever was known before. */
function useShownUser(
  user: CurrentUser | null | undefined,
  { db, userId }: SyncEngine,
  onNews: (user: CurrentUser) => void,
): ShownUser | null | undefined {
  const own = useLiveQuery(() => (userId === null ? null : readOwnProfile(db, userId)), [db, userId])
  const [seen, setSeen] = useState<number>()
  const me = own?.me
  const isNews = me !== undefined && me.id === userId && me._q !== seen
  // While rendering, so that no picture shows the row of before without the change that has just left the outbox.
  if (isNews) {
    setSeen(me._q)
    onNews(withoutNumber(me))
  }
  const overlay = me && me.id !== userId ? null : own?.overlay
  return useMemo(() => (user && overlay ? { ...user, ...overlay } : user), [user, overlay])
}

function withoutNumber({ _q, ...user }: Base<CurrentUser>): CurrentUser {
  return user
}

async function copyDevice(): Promise<void> {
  const { copySpare } = await import('../db/spare-copy')
  await copySpare(deviceDb)
}

function announce(): void {
  const channel = new BroadcastChannel('trestle-account')
  channel.postMessage('changed')
  channel.close()
}

async function start(onUser: (user: CurrentUser | null) => void, onConfig: (config: AppConfig) => void): Promise<void> {
  const [stored, config, isLeaving] = await Promise.all([storedUser(), storedConfig(), isSignOutPending()])
  if (config) onConfig(config)
  // A session whose person this device does not know, as after its storage was cleared: only the server can say who is here.
  const isUnknown = !stored && !isLeaving && hasSessionHint()
  if (!isUnknown) onUser(stored)
  fetchConfig().then((current) => current && onConfig(current))
  await finishSignOut()
  // Signed out here but not yet there: until that is done, the server's idea of who is signed in does not count.
  if (await isSignOutPending()) return
  const fresh = stored || hasSessionHint() ? await fetchUser() : undefined
  if (fresh) {
    await storeUser(fresh)
    // A disk that a newer build has changed is closed to this one: nothing goes out of it either.
    await withAccountDb(fresh.id, allowSending).catch(() => undefined)
    onUser(fresh)
  } else if (fresh === null && stored) {
    // The session has ended. What the person has here stays theirs; nothing is sent until they sign in again.
    await withAccountDb(stored.id, (db) => writeMeta(db, 'paused', 'unauthenticated')).catch(() => undefined)
  } else if (isUnknown) onUser(null)
}

/** The app's settings; null without a connection, when the stored ones do. */
async function fetchConfig(): Promise<AppConfig | null> {
  try {
    const config = await call('appConfig', {})
    await storeConfig(config)
    return config
  } catch {
    return null
  }
}

/** The session is good again, and the build may be another: what waited because of that may go out. */
async function allowSending(db: LocalDb): Promise<void> {
  await db.meta.delete('paused')
}

async function withAccountDb(userId: number, work: (db: LocalDb) => Promise<unknown>): Promise<void> {
  const db = new LocalDb(accountDbName(userId))
  try {
    await work(db)
  } finally {
    db.close()
  }
}

/** The signed-in user, null when nobody is, undefined when the server cannot be asked. */
async function fetchUser(): Promise<CurrentUser | null | undefined> {
  try {
    return await call('currentUser', {})
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? null : undefined
  }
}
