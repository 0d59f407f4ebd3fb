import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'

/** No limit of requests holds a device for longer; a later instant comes from a clock that was set back. */
const LONGEST_MS = 10 * 60_000
const KEY = 'heldUntil'

/** Holds all sending back, in every page and the worker: the server has said when it may go on. */
export function holdBackSending(db: LocalDb, untilMs: number): Promise<void> {
  return writeMeta(db, KEY, untilMs)
}

/** Has the server asked this device to wait? */
export async function isHeldBack(db: LocalDb, now: number): Promise<boolean> {
  const until = (await readMeta<number>(db, KEY)) ?? 0
  return now < until && until - now <= LONGEST_MS
}
