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
 * back what was sealed for them. Of two who sign in at once, the later is the account.
 */
export async function arrive(user: SignedInUser): Promise<void> {
  await oneAtATime(() => changeHands(user))
  await openSeals(accountDbName(user))
}

async function changeHands(user: SignedInUser): Promise<void> {
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
  const name = accountDbName(user)
  const isSame = asked && accountDbName(asked) === name
  const isTaken = await oneAtATime(async () => {
    if (!(await isStillHere(asked))) return false
    await (isSame ? goOn(user) : changeHands(user))
    return true
  })
  // An account that goes on waits for no answer: its seals are opened behind the first screen.
  if (isTaken && !isSame) await openSeals(name)
  return isTaken
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
  if (name) await openSeals(name)
}

async function nameHere(): Promise<string | null> {
  const user = await storedUser()
  return user && accountDbName(user)
}

/**
 * Opens the seals of an account that is here. The key and the code are fetched outside of the turn: a slow answer keeps nobody from
 * signing in or out. Without them, or with a seal that cannot be opened, everything stays sealed; the next start tries again.
 */
async function openSeals(name: string): Promise<void> {
  if (!(await hasSealed(name))) return
  const parts = [call('sealKeys', {}), import(/* piece: onlineSeals */ './sealing/unseal')] as const
  const [keys, code] = await Promise.all(parts).catch(() => [])
  if (!keys || !code) return
  await oneAtATime(async () => {
    // Somebody may have signed out or in since.
    if ((await nameHere()) !== name) return
    const db = new LocalDb(name)
    await code
      .unseal(db, keys.privateKey)
      .catch(() => undefined)
      .finally(() => db.close())
  })
}

/** Adopts the rows that a build without permanent ids has kept. Without the code for it they wait for their person's next sign-in. */
async function adoptEarlier(user: SignedInUser): Promise<void> {
  if (!(await Dexie.exists(numberedDbName(user.id)))) return
  const adoption = await import(/* piece: onlineSeals */ './sealing/adopt-numbered').catch(() => null)
  await adoption?.adoptNumbered(user)
}
