import Dexie, { type EntityTable, type Table } from 'dexie'
import type { AppConfig } from '#schema/app-config'
import type { CurrentUser, SignedInUser } from '#schema/user'
import { DEVICE_DB } from './device-db-name'
import { closeWhenNewer } from './disk-version'
import { restoreWhenLost } from './rescue/lost-disk'

/** A form that waits for its person to come back from the payment provider. */
export interface RedirectDraft {
  /** Random; carried in the return address, because installed iPhone apps lose session storage on the way. */
  key: string
  /** The name of the database of the account that left. */
  account: string
  path: string
  values: unknown
  createdAt: string
}

/** A photo in the photo cache; `url` is its path, `lastUsed` in milliseconds since the epoch. */
export interface HeldPhoto {
  url: string
  bytes: number
  lastUsed: number
}

/** A photo that is wanted without a connection: for a card of the feed, or in full because the post is liked or saved. */
export interface PhotoPin {
  url: string
  reason: 'card' | 'mark'
  /** When its post was shared; of two with the same reason the newer one stays longer. */
  postedAt: string
}

/** Photos and words that another app shared, until the post form takes them. Bytes, because WebKit loses Blobs. */
export interface SharedWithUs {
  id: string
  at: string
  title: string
  text: string
  photos: { bytes: ArrayBuffer; type: string; name: string }[]
  /** So many photos were too much for one share. */
  leftOut?: number
  /** The server's time at which it was first seen by a page that knows that time. */
  countsFrom?: string
}

/** The signed-in user of this device; a server without permanent ids names neither account nor life. */
export type DeviceUser = CurrentUser & Partial<Omit<SignedInUser, keyof CurrentUser>>

/**
 * Unsent work of an account, in a form that only the account's next session opens; `writes` and `drafts` say how much, `sent`
 * how many writes the server had confirmed lately.
 */
export interface SealedWork {
  id: string
  dbName: string
  username: string
  sealedAt: string
  writes: number
  drafts: number
  /** Not counted by earlier builds. */
  sent?: number
  /** The server's time at which it was sealed, or was first seen by a page that knows that time. */
  countsFrom?: string
  /** The content type of what is in the box. */
  type: string
  box: ArrayBuffer
}

/** An account whose session has ended on this device: its person has to sign in again to see anything of it. */
export interface LockedAccount {
  username: string
  /** Its database; absent where a build before this one has locked it. */
  dbName?: string
  lockedAt: string
  writes: number
  drafts: number
}

/**
 * Rows of the device, not of an account. `session` keys: user, config, signOutPending, photoBudget
 * (bytes), photosShortAt (when the disk was last too full for photos), device (the name it writes drafts under), pushedTo (whose
 * database), pushAsked (whose databases), pushSeen (names of events), locked (the account whose session has ended here), owner:<database>
 * (whose a database is), shares:<database> (see own-shares), beenHere (see lost-disk).
 */
class DeviceDb extends Dexie {
  session!: Table<{ k: string; v: unknown }, string>
  trips!: EntityTable<RedirectDraft, 'key'>
  heldPhotos!: EntityTable<HeldPhoto, 'url'>
  photoPins!: EntityTable<PhotoPin, 'url'>
  shared!: EntityTable<SharedWithUs, 'id'>
  sealed!: EntityTable<SealedWork, 'id'>

  constructor() {
    super(DEVICE_DB, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.version(1).stores({ session: 'k', trips: 'key, createdAt' })
    this.version(2).stores({ heldPhotos: 'url', photoPins: 'url', shared: 'id, at' })
    this.version(3).stores({ sealed: 'id, dbName' })
    closeWhenNewer(this)
    restoreWhenLost(this, 'session')
  }
}

export let deviceDb = new DeviceDb()

/** Begins anew where databases are kept by then. */
export function reopenDevice(): void {
  deviceDb.close()
  deviceDb = new DeviceDb()
}

/** The person signed in here, as last known; null for a visitor. */
export async function storedUser(): Promise<DeviceUser | null> {
  return ((await deviceDb.session.get('user'))?.v as DeviceUser | undefined) ?? null
}

export async function storeUser(user: DeviceUser | null): Promise<void> {
  if (user) await deviceDb.session.put({ k: 'user', v: user })
  else await deviceDb.session.delete('user')
}

export async function lockedAccount(): Promise<LockedAccount | null> {
  return ((await deviceDb.session.get('locked'))?.v as LockedAccount | undefined) ?? null
}

/** Signed out without a connection: the server's session is still to be ended. */
export async function isSignOutPending(): Promise<boolean> {
  return (await deviceDb.session.get('signOutPending'))?.v === true
}

export async function setSignOutPending(pending: boolean): Promise<void> {
  if (pending) await deviceDb.session.put({ k: 'signOutPending', v: true })
  else await deviceDb.session.delete('signOutPending')
}

export async function storedConfig(): Promise<AppConfig | null> {
  return ((await deviceDb.session.get('config'))?.v as AppConfig | undefined) ?? null
}

export async function storeConfig(config: AppConfig): Promise<void> {
  await deviceDb.session.put({ k: 'config', v: config })
}

/** The random name under which this device writes drafts; made once. */
export async function deviceName(): Promise<string> {
  return deviceDb.transaction('rw', deviceDb.session, async () => {
    const known = (await deviceDb.session.get('device'))?.v
    if (typeof known === 'string') return known
    const name = crypto.randomUUID()
    await deviceDb.session.put({ k: 'device', v: name })
    return name
  })
}
