import { type LocalDb, writeMeta } from '../disk/local-db'

/** Set while receipts are to be looked at: the server was restored from a copy, and may have lost what they are for. */
export const RESTORED = 'restored'
/** The code of a write that the server has lost in a restore. */
export const LOST = 'lost'

/** Notes that the server is not the one any more that has confirmed what this device has receipts for. */
export function noteRestored(db: LocalDb): Promise<void> {
  return writeMeta(db, RESTORED, true)
}
