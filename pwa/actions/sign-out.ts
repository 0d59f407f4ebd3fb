import Dexie from 'dexie'
import { dropPersonalPhotos, setSignOutPending } from '../db/device-db'
import { accountDbName, LocalDb } from '../db/local-db'
import { dropSpare } from '../db/lost-disk'
import { dropNotes, notedDrafts } from '../db/typed-notes'
import { linesOf } from '../db/typing-line'
import type { SyncEngine } from '../sync/engine'
import { finishSignOut } from './finish-sign-out'
import { forgetPush } from './forget-push'
import { dropTrips } from './trip-session'

/** What becomes of writes and drafts that have not been sent: kept on this device for this person alone, or given up. */
export type UnsentWork = 'keep' | 'discard'

/** Counts what of a person's work is on this device alone: writes that have not reached the server, and drafts. */
export interface UnsentCounts {
  writes: number
  drafts: number
}

export async function countUnsent({ db }: SyncEngine): Promise<UnsentCounts> {
  const writes = await db.outbox.where('state').anyOf('queued', 'sending', 'attention').count()
  const drafts = new Set([...(await db.drafts.toCollection().primaryKeys()), ...notedDrafts(db.name)])
  return { writes, drafts: drafts.size }
}

/**
 * Signs out here at once, with or without a connection: the account's rows are wiped, unsent work stays only if asked for.
 * Without a connection the server's session is ended at the next contact.
 */
export async function signOut(engine: SyncEngine, unsent: UnsentWork): Promise<void> {
  const { userId, db } = engine
  for (const line of linesOf(db).values()) {
    if (unsent === 'discard') line.end(new Date().toISOString())
    else line.note()
  }
  engine.stop()
  await setSignOutPending(true)
  await forgetPush()
  await dropTrips()
  await dropPersonalPhotos()
  if (userId !== null) await wipe(userId, unsent)
  // Not waited for: a network that never answers must not keep anybody signed in on the screen.
  void finishSignOut()
}

async function wipe(userId: number, unsent: UnsentWork): Promise<void> {
  const name = accountDbName(userId)
  const db = new LocalDb(name)
  if (unsent === 'discard') dropNotes(name)
  const left = unsent === 'keep' ? (await db.outbox.count()) + (await db.drafts.count()) : 0
  if (left > 0) {
    const sealed = new Set(['outbox', 'drafts', 'blobs'])
    const rest = db.tables.filter((table) => !sealed.has(table.name))
    await db.transaction('rw', rest, () => Promise.all(rest.map((table) => table.clear())))
  }
  db.close()
  if (left > 0) return
  // The copy first: alone it would bring back what was wiped.
  await dropSpare(name)
  await Dexie.delete(name)
}
