import { noticePath, noticeTag, noticeWords, type PushNotice, parseNotice } from '#schema/push-notice'
import { accountDbName } from '../disk/account-db-name'
import { type DeviceUser, isSignOutPending, storedUser } from '../disk/device-db'
import { LocalDb } from '../disk/local-db'
import { isFirstTold, pushedTo } from '../notifications/push-choice'
import { dropSubscription, renewSubscription } from '../notifications/push-subscription'
import { showBadge } from '../session/app-badge'
import { readUnread } from '../shell/unread-queries'
import { isAppPage } from './app-pages'
import { catchUp } from './catch-up'

declare const self: ServiceWorkerGlobalScope

/** A disk that has not said for so long who is here is closed to this worker. A press waits less: its browser soon lets no window open. */
const DISK_LIMIT_MS = 8_000
const PRESS_LIMIT_MS = 1_500
/** A page that has not answered for so long does not listen: it is still starting, or cannot start. */
const HEARD_MS = 6_000

/** The data of a notification of ours, for the press on it. */
export interface NoticeData {
  to: number
  account?: string | undefined
  event: string
  path: string
}

/**
 * Tells what a push says, once and to its person alone; then fetches what it is about, so that the screen behind it is there even
 * if the connection goes.
 */
export async function takePush(data: PushMessageData | null): Promise<void> {
  const notice = parseNotice(readJson(data))
  const user = await currentUser()
  if (user === null || (user && notice && !isFor(user, notice))) return refuse(user)
  const isVisible = await hasVisiblePage()
  if (!notice || !user) {
    if (!isVisible)
      await self.registration.showNotification('Something new', { body: 'Open the app to see it.', icon: ICON })
  } else if ((await isFirstTold(notice.event)) && !isVisible) await tell(notice)
  if (user) await updateBadge(user)
}

/** It was on its way to somebody who has gone. The subscription ends with them, unless it is the next person's by now. */
async function refuse(user: DeviceUser | null): Promise<void> {
  if (!user || (await pushedTo()) !== accountDbName(user)) await dropSubscription(self.registration)
}

/** A number alone names nobody: in another life of the server it belongs to somebody else. Older servers name no account. */
function isFor({ id, accountId }: DeviceUser, { to, account }: Partial<Pick<PushNotice, 'to' | 'account'>>): boolean {
  return to === id && (account === undefined || account === accountId)
}

/**
 * The person that this device is signed in as; nobody while a sign-out waits for its connection. Undefined where the disk does not
 * say: a newer build has changed it, or another page keeps it from being opened.
 */
async function currentUser(limitMs = DISK_LIMIT_MS): Promise<DeviceUser | null | undefined> {
  const read = async () => ((await isSignOutPending()) ? null : storedUser())
  return Promise.race([read(), pause(limitMs)]).catch(() => undefined)
}

function readJson(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

async function openPages(): Promise<WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window' })
  return windows.filter(({ url }) => isAppPage(url))
}

/** A page that can be seen shows it already. */
async function hasVisiblePage(): Promise<boolean> {
  return (await openPages()).some((page) => page.visibilityState === 'visible')
}

const ICON = '/icons/icon-192.png'

async function tell(notice: PushNotice): Promise<void> {
  const { title, body } = noticeWords(notice, formatInstant)
  const data: NoticeData = { to: notice.to, account: notice.account, event: notice.event, path: noticePath(notice) }
  // `renotify` is not in the DOM's own declarations: a newer notice in the same place is heard again.
  const options = {
    body,
    tag: noticeTag(notice),
    renotify: true,
    icon: ICON,
    badge: '/icons/icon-monochrome-512.png',
    data,
  }
  await self.registration.showNotification(title, options)
}

/** 'Monday, Dec 7, 12:00 PM' on this device's clock. */
function formatInstant(instant: string): string {
  const at = new Date(instant)
  const day = at.toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric' })
  return `${day}, ${at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}`
}

async function updateBadge(user: DeviceUser): Promise<void> {
  const userId = user.id
  const db = new LocalDb(accountDbName(user))
  try {
    await catchUp(db, userId, () => isStillHere(db))
    // Signed out meanwhile: there is nobody to count for.
    if (!(await isStillHere(db))) return
    const shown = (await self.registration.getNotifications()).length
    // Without a connection what was told has not come yet, and counts all the same; so it does where the disk cannot be read.
    await showBadge(Math.max(await countUnread(db, userId), shown))
  } finally {
    db.close()
  }
}

/** A count that cannot be read is nothing. */
const countUnread = (db: LocalDb, userId: number): Promise<number> =>
  readUnread(db, userId).then(
    ({ total }) => total,
    () => 0,
  )

/** Is the database's account still the one that is signed in here? */
async function isStillHere({ name }: LocalDb): Promise<boolean> {
  const user = await currentUser()
  return Boolean(user) && accountDbName(user ?? null) === name
}

/** The screen that a notification is about, in a page that is open already or in a new one. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close()
  const { path, ...whose } = (notification.data ?? {}) as Partial<NoticeData>
  const user = await currentUser(PRESS_LIMIT_MS)
  const isTheirs = user === undefined || (user !== null && isFor(user, whose))
  const target = (isTheirs && path) || '/'
  const pages = await openPages()
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  if (!page) {
    await self.clients.openWindow(target)
    return
  }
  // The page goes there by itself, without loading anew: what is being typed in it stays. One that is still starting does not listen.
  const { port1, port2 } = new MessageChannel()
  const heard = new Promise<true>((resolve) => {
    port1.onmessage = () => resolve(true)
  })
  page.postMessage({ type: 'OPEN', path: target }, [port2])
  await page.focus().catch(() => undefined)
  const isHeard = target === '/' || (await Promise.race([heard, pause(HEARD_MS)]))
  if (!isHeard) await page.navigate(target).catch(() => undefined)
}

/** The push service has given this browser another address. */
export async function renewPush(): Promise<void> {
  const user = await currentUser()
  if (user) await renewSubscription(self.registration, accountDbName(user))
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
