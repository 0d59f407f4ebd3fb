import Dexie from 'dexie'
import type { SignedInUser } from '#schema/user'
import { accountDbName, numberedDbName } from '../disk/account-db-name'
import { type DeviceUser, storedUser, storeUser } from '../disk/device-db'
import { LocalDb } from '../disk/local-db'
import { dropRedirects } from '../disk/redirect-session'
import { isStillHere } from '../disk/still-here'
import { call } from '../sync/client'
import { moveVisitorDrafts } from './move-visitor-drafts'
import { oneAtATime } from './one-at-a-time'
import { dropClosedAccounts } from './sealing/closed-accounts'
import { sealLeaving, sealOthers } from './sealing/other-accounts'
import { storeLocked, storeOwner } from './sealing/owners'
import { hasSealed } from './sealing/sealed-work'

/**
 * Makes somebody this device's account before their first screen: seals and deletes what others have left here, and puts
 * back what was sealed for them.
 */
export async function arrive(user: SignedInUser): Promise<void> {
  const key = await askSealKey(accountDbName(user))
  await oneAtATime(() => changeHands(user, key))
}

async function changeHands(user: SignedInUser, key: string | null): Promise<void> {
  const name = accountDbName(user)
  await sealEarlier(await storedUser(), name)
  await storeUser(user)
  await storeOwner(name, { username: user.username, sealKey: user.sealKey })
  await adoptEarlier(user)
  const db = new LocalDb(name)
  try {
    // The session is good again, and the build may be another: what waited because of that may go out.
    await db.meta.bulkDelete(['paused', 'keptSince'])
    await moveVisitorDrafts(db)
    await openSeals(db, key)
  } finally {
    db.close()
  }
  await sealOthers(name)
  await storeLocked(null)
}

/** Somebody else's session took the place of the one that was here, which had neither ended nor been left. */
async function sealEarlier(earlier: DeviceUser | null, name: string): Promise<void> {
  // A database that is named by a number may be that of the person who arrives, see `adoptNumbered`.
  if (!earlier?.accountId || accountDbName(earlier) === name) return
  await dropRedirects()
  await sealLeaving(accountDbName(earlier))
}

/**
 * Goes on with the account whose session this device already had, or makes another the device's account.
 * @param asked the device's account when the server was asked who is here
 * @returns false, and nothing has changed, when somebody has signed out or in since
 */
export async function resume(asked: DeviceUser | null, user: SignedInUser): Promise<boolean> {
  const key = await askSealKey(accountDbName(user))
  return oneAtATime(async () => {
    if (!(await isStillHere(asked))) return false
    if (asked && accountDbName(asked) === accountDbName(user)) await goOn(user)
    else await changeHands(user, key)
    return true
  })
}

/**
 * The same, on a disk that is full or that another build has changed, too: the next start does it there.
 * @returns the account to show
 */
export async function resumeOrStay(asked: DeviceUser | null, user: SignedInUser): Promise<DeviceUser | null> {
  const isTaken = await resume(asked, user).catch(() => isStillHere(asked))
  return isTaken ? user : storedUser()
}

async function goOn(user: SignedInUser): Promise<void> {
  await storeUser(user)
  const db = new LocalDb(accountDbName(user))
  // A disk that a newer build has changed is closed to this one: nothing goes out of it either.
  await db.meta.delete('paused').catch(() => undefined)
  db.close()
}

/** Finishes what an earlier page began and did not end: nothing of other accounts stays readable, nothing of this one sealed. */
export async function tidy(): Promise<void> {
  const name = await oneAtATime(async () => {
    const here = await nameHere()
    await sealOthers(here)
    return here
  })
  await dropClosedAccounts()
  const key = name && (await askSealKey(name))
  if (!key) return
  await oneAtATime(async () => {
    // Somebody may have signed out or in since.
    if ((await nameHere()) !== name) return
    const db = new LocalDb(name)
    await openSeals(db, key).finally(() => db.close())
  })
}

async function nameHere(): Promise<string | null> {
  const user = await storedUser()
  return user && accountDbName(user)
}

/** The key to what is sealed of an account here, asked for outside of the turn: a slow answer keeps nobody from signing in or out. */
async function askSealKey(dbName: string): Promise<string | null> {
  if (!(await hasSealed(dbName))) return null
  return call('sealKeys', {}).then(
    ({ privateKey }) => privateKey,
    () => null,
  )
}

/** Without a key or the code for it, or with a seal that cannot be opened, everything stays sealed; the next start tries again. */
async function openSeals(db: LocalDb, key: string | null): Promise<void> {
  if (key === null || !(await hasSealed(db.name))) return
  try {
    const { unseal } = await import(/* piece: onlineSeals */ './sealing/unseal')
    await unseal(db, key)
  } catch {}
}

/** Adopts the rows that a build without permanent ids has kept. Without the code for it they wait for their person's next sign-in. */
async function adoptEarlier(user: SignedInUser): Promise<void> {
  if (!(await Dexie.exists(numberedDbName(user.id)))) return
  const adoption = await import(/* piece: onlineSeals */ './sealing/adopt-numbered').catch(() => null)
  await adoption?.adoptNumbered(user)
}
