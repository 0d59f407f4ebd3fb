import Dexie, { type EntityTable, type Table } from 'dexie'
import type { AppConfig } from '#schema/app-config'
import type { CurrentUser } from '#schema/user'

/** A form that waits for its person to come back from the payment provider. */
export interface TripDraft {
  /** Random; carried in the return address, because installed iPhone apps lose session storage on the way. */
  key: string
  path: string
  values: unknown
  createdAt: string
}

/** What belongs to the device rather than to an account. `session` keys: user, config, signOutPending. */
class DeviceDb extends Dexie {
  session!: Table<{ k: string; v: unknown }, string>
  trips!: EntityTable<TripDraft, 'key'>

  constructor() {
    super('trestle-device', { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.version(1).stores({ session: 'k', trips: 'key, createdAt' })
  }
}

export const deviceDb = new DeviceDb()

/** Who is signed in here, as last known; null for a visitor. */
export async function storedUser(): Promise<CurrentUser | null> {
  return ((await deviceDb.session.get('user'))?.v as CurrentUser | undefined) ?? null
}

export async function storeUser(user: CurrentUser | null): Promise<void> {
  if (user) await deviceDb.session.put({ k: 'user', v: user })
  else await deviceDb.session.delete('user')
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
