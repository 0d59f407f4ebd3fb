import Dexie from 'dexie'
import { accountDbName } from '../../disk/account-db-name'
import { isAccountDbName } from '../../disk/account-identity'
import { deviceDb, type LockedAccount, storeUser } from '../../disk/device-db'
import { dropPersonalPhotos, listShares, reservedFor, reservedShares, reserveShares } from '../../disk/own-shares'
import { accountOfCache, PHOTO_CACHE } from '../../disk/photo-cache-names'
import { copyToBackup } from '../../disk/rescue/backup'
import { dropBackup } from '../../disk/rescue/lost-disk'
import { accountOfScreens } from '../../disk/screen-pictures'
import { listDisksWithEdits } from '../../drafts/unsaved-edits'
import { toldNow } from '../../sync/server-clock'
import { storeLocked } from './owners'
import { dropOldSealed, dropOldShares, makeRoom, sealAccount, type UnsentCounts } from './sealed-work'

const SPARE = /^spare-(.+)$/
const PHOTO_HASH = /[a-f0-9]{64}/g

/**
 * Leaves nothing readable here of any account but `current`, however the others' sessions ended: unsent work is sealed, all
 * else deleted. Photos that are not on public pages go, unless an account stays.
 * @param current the name of the signed-in account's database; null for a visitor
 */
export async function sealOthers(current: string | null): Promise<void> {
  const others = (await accountDbNames()).filter((name) => name !== current)
  if (others.length > 0) await dropPrivatePhotos()
  // The next start does what a failing disk has left undone.
  for (const name of others) await sealWith(name, await reservedShares(name)).catch(() => undefined)
  await dropOldSealed(toldNow())
  await dropOldShares(toldNow())
  await renewDeviceCopy()
}

/**
 * Seals an account whose person leaves, with what other apps have shared with them, and forgets which photos they wanted.
 * @returns how much was sealed, or null when there was nothing
 */
export async function sealLeaving(dbName: string): Promise<UnsentCounts | null> {
  await dropPrivatePhotos()
  const counts = await sealWith(dbName, await listShares(dbName))
  await dropPersonalPhotos(dbName)
  return counts
}

async function sealWith(dbName: string, shareIds: string[]): Promise<UnsentCounts | null> {
  const shares = await deviceDb.shared.bulkGet(shareIds)
  return sealAccount(
    dbName,
    shares.filter((share) => share !== undefined),
  )
}

/**
 * Nobody is here any more, on a full disk too, and what was shared with the account is nobody else's until it is sealed.
 * @param locked noted in the same step, where there is room
 */
export async function leaveAccount(dbName: string, locked?: LockedAccount): Promise<void> {
  const leave = () =>
    deviceDb.transaction('rw', deviceDb.session, deviceDb.shared, async () => {
      await storeUser(null)
      await reserveShares(dbName)
      if (locked) await storeLocked(locked)
    })
  await leave()
    .catch(() => makeRoom(dbName).then(leave))
    .catch(() => storeUser(null))
}

/**
 * Seals an account that has left this device. The next start does what a failing disk has left undone; what was shared goes
 * where no room was left to say whose it is.
 */
export async function sealLeft(dbName: string): Promise<void> {
  await sealLeaving(dbName).catch(async () => deviceDb.shared.bulkDelete(await listShares(accountDbName(null))))
}

/** Brings the backup of the device's own rows up to date at once, or drops the backup: nobody who has left is named there. */
export async function renewDeviceCopy(): Promise<void> {
  if (typeof caches === 'undefined') return
  await copyToBackup(deviceDb).catch(() => dropBackup(deviceDb.name))
}

/** Every account that has left something in any store of this browser. */
async function accountDbNames(): Promise<string[]> {
  const [held, reserved, cached] = await Promise.all([
    Dexie.getDatabaseNames(),
    reservedFor(),
    typeof caches === 'undefined' ? [] : caches.keys(),
  ])
  const copies = cached.flatMap((name) => SPARE.exec(name)?.[1] ?? accountOfCache(name) ?? accountOfScreens(name) ?? [])
  return [...new Set([...held, ...reserved, ...copies, ...listDisksWithEdits()])].filter(isAccountDbName)
}

/**
 * Forgets every photo among everybody's that no public row of this device shows: those of builds that kept all photos together,
 * and those that were public once.
 */
export async function dropPrivatePhotos(): Promise<void> {
  if (typeof caches === 'undefined') return
  const shown = await publicPhotos()
  const box = await caches.open(PHOTO_CACHE)
  const isPublic = (path: string) => (path.match(PHOTO_HASH) ?? []).every((hash) => shown.has(hash))
  const hidden = (await box.keys()).map(({ url }) => new URL(url).pathname).filter((path) => !isPublic(path))
  for (const path of hidden) await box.delete(path, { ignoreVary: true })
  await deviceDb.heldPhotos.bulkDelete(hidden)
}

/** The hashes of all photos in public rows, of every database here. */
async function publicPhotos(): Promise<Set<string>> {
  const shown = new Set<string>()
  for (const name of await Dexie.getDatabaseNames()) {
    if (!name.startsWith('trestle-') || name === deviceDb.name) continue
    const db = await new Dexie(name).open()
    for (const table of db.tables.filter(({ name: table }) => table === 'chunks' || table === 'changed'))
      await table.each(({ text }: { text: string }) => {
        for (const hash of text.match(PHOTO_HASH) ?? []) shown.add(hash)
      })
    db.close()
  }
  return shown
}
