import { type LocalDb, pausedWhy } from '../disk/local-db'
import { type AccountNews, openAccountChannel } from '../sync/account-channel'
import { type HttpAnswer, type HttpRequest, httpCall } from '../sync/http'
import { asOnly } from '../sync/lease'
import { pullRound } from '../sync/pull'

/** A browser that has been kept waiting for a notification much longer takes the right to send any away. */
const CATCH_UP_MS = 3_000

/**
 * Pulls the news of an account, for a few seconds at most: then its pages may pull.
 * @param isStillHere whether the account is still signed in
 */
export async function catchUp(db: LocalDb, userId: number, isStillHere: () => Promise<boolean>): Promise<void> {
  const signal = AbortSignal.timeout(CATCH_UP_MS)
  const isOver = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  // An answer that comes when its person has gone is dropped: their rows must not come back to a disk wiped since.
  const call = async (request: HttpRequest): Promise<HttpAnswer> => {
    const answer = await httpCall({ ...request, patience: { signal, heard: () => undefined } })
    return (await isStillHere()) ? answer : { kind: 'unreachable' }
  }
  await Promise.race([pullOnce(db, userId, call).catch(() => undefined), isOver])
}

/** One round of a device that has been filled before. A first fill is left to a page. */
async function pullOnce(
  db: LocalDb,
  userId: number,
  call: (request: HttpRequest) => Promise<HttpAnswer>,
): Promise<void> {
  if ((await pausedWhy(db)) || (await db.scopes.count()) === 0) return
  const parts = { db, userId, call, fetchSnapshot: async () => null, onFilled: () => undefined }
  const end = await asOnly(db, 'puller', () => pullRound(parts))
  if (end?.kind !== 'done' || !end.changed) return
  const channel = openAccountChannel(db)
  channel.postMessage('pulled' satisfies AccountNews)
  channel.close()
}
