import { deviceDb, type LockedAccount } from '../../disk/device-db'

/** The owner of an account's database: the name for people, and the key for which unsent work is sealed. */
export interface Owner {
  username: string
  /** See `SignedInUser`. */
  sealKey: string
}

const ownerKey = (dbName: string) => `owner:${dbName}`

export async function storeOwner(dbName: string, owner: Owner): Promise<void> {
  await deviceDb.session.put({ k: ownerKey(dbName), v: owner })
}

export async function ownerOf(dbName: string): Promise<Owner | null> {
  return ((await deviceDb.session.get(ownerKey(dbName)))?.v as Owner | undefined) ?? null
}

export async function forgetOwner(dbName: string): Promise<void> {
  await deviceDb.session.delete(ownerKey(dbName))
}

export async function storeLocked(locked: LockedAccount | null): Promise<void> {
  if (locked) await deviceDb.session.put({ k: 'locked', v: locked })
  else await deviceDb.session.delete('locked')
}
