import { setSignOutPending } from '../disk/device-db'
import type { LocalDb } from '../disk/local-db'
import { dropPersonalPhotos } from '../disk/own-shares'
import { dropRedirects } from '../disk/redirect-session'
import { leaveNewerDisk } from '../disk/rescue/leave-newer-disk'
import { autosaveQueuesOf } from '../drafts/autosave-queue'
import { forgetPush } from '../notifications/forget-push'
import { finishSignOut } from '../session/finish-sign-out'
import { oneAtATime } from '../session/one-at-a-time'
import { dropPrivatePhotos, leaveAccount, sealLeft } from '../session/sealing/other-accounts'
import { countLeaving, dropUnsent, makeRoom, type UnsentCounts, wipeAccount } from '../session/sealing/sealed-work'
import type { SyncEngine } from '../sync/engine'

/** The fate of writes and drafts that have not been sent: kept on this device for this person alone, or given up. */
export type UnsentWork = 'keep' | 'discard'

/** How much a sign-out would leave behind; null when that is nothing. */
export async function unsentWork(engine: SyncEngine): Promise<UnsentCounts | null> {
  const count = await countLeaving(engine.db)
  return count.writes + count.drafts > 0 ? count : null
}

/**
 * Signs out here at once, with or without a connection: the account's rows are deleted; unless they are given up, unsent work,
 * receipts and versions put aside stay, sealed.
 * Without a connection the server's session is ended at the next contact.
 * @throws when the disk takes no note of it: the account stays, with its unsent work
 */
export async function signOut(engine: SyncEngine, unsent: UnsentWork = 'keep'): Promise<void> {
  const { userId, db } = engine
  for (const line of autosaveQueuesOf(db).values()) {
    if (unsent === 'discard') line.end(new Date().toISOString())
    else line.note()
  }
  engine.stop()
  // Rows that a failing disk has not let go of go with the account.
  if (userId !== null && unsent === 'discard')
    await Promise.allSettled([dropUnsent(db.name), dropPersonalPhotos(db.name)])
  await noteSignOut(db.name).catch((error) => {
    engine.start()
    throw error
  })
  await forgetPush()
  await dropRedirects()
  if (userId !== null)
    await oneAtATime(async () => {
      await leaveAccount(db.name)
      await leaveNewerDisk().catch(() => undefined)
      // Unfinished work of this page, such as preparing a photo, must not open the database again.
      db.close()
      // The next start does what a failing disk has left undone.
      await (unsent === 'keep' ? sealLeft(db.name) : wipeLeaving(db)).catch(() => undefined)
    })
  // Not waited for: a network that never answers must not keep anybody signed in on the screen.
  void finishSignOut()
}

/** @throws when the disk is full, and still is without what the server has of the account */
async function noteSignOut(dbName: string): Promise<void> {
  await setSignOutPending(true).catch(async () => {
    await makeRoom(dbName).catch(() => undefined)
    await setSignOutPending(true)
  })
}

async function wipeLeaving(db: LocalDb): Promise<void> {
  await dropPersonalPhotos(db.name)
  await dropPrivatePhotos()
  await wipeAccount(db)
}
