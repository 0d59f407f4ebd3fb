import { accountDbName } from '../disk/account-db-name'
import { isSignOutPending, storedUser } from '../disk/device-db'
import { isDiskNewer } from '../disk/disk-version'
import { LocalDb, pausedWhy } from '../disk/local-db'
import { type AccountNews, openAccountChannel } from '../sync/account-channel'
import { httpCall } from '../sync/http'
import { asOnly, untilFree } from '../sync/lease'
import { makeAllDue } from '../sync/outbox'
import { hasNoNetwork } from '../sync/reachability'
import { type SendingTask, sendSlice } from '../sync/sender'

/** A page that sends is through long before, unless the connection is slow. */
const PATIENCE_MS = 15_000

/**
 * Sends what waits although no page may be open. Waits while a page is sending, as that page may be closed before it is
 * through. Rejecting asks the browser to try again later.
 */
export async function flushOutbox(patienceMs = PATIENCE_MS): Promise<void> {
  try {
    await flush(patienceMs)
  } catch (error) {
    // At the browser's next try the newer build's own worker may be there.
    throw isDiskNewer() ? new Error('The disk was changed by a newer build') : error
  }
}

const TASKS: SendingTask[] = ['sender', 'uploader']

async function flush(patienceMs: number): Promise<void> {
  const user = await storedUser()
  if (!user || (await isSignOutPending())) return
  const db = new LocalDb(accountDbName(user))
  const channel = openAccountChannel(db)
  const onRefused = (opId: string) => channel.postMessage({ refused: opId } satisfies AccountNews)
  try {
    if (await pausedWhy(db)) return
    await makeAllDue(db, Date.now())
    if (hasNoNetwork() && (await isWaiting(db))) throw stillWaiting()
    const slice = (task: SendingTask) =>
      asOnly(db, task, (holdsLease) =>
        sendSlice({
          ...{ db, task, userId: user.id, call: httpCall, now: Date.now, random: Math.random, holdsLease, onRefused },
        }),
      )
    const send = async () => {
      await slice('sender')
      const ofPhotos = await slice('uploader')
      // By now the photos that some writes wait for have arrived.
      const ofRest = await slice('sender')
      return ofPhotos === 'empty' ? ofRest : ofPhotos
    }
    let end = await send()
    if (end === null && (await isWaiting(db))) {
      await Promise.all(TASKS.map((task) => untilFree(db, task, patienceMs)))
      end = await send()
    }
    if (end === 'unreachable' || end === 'waiting' || end === 'more') throw stillWaiting()
    if (end === null && (await isWaiting(db))) throw stillWaiting()
  } finally {
    channel.close()
    db.close()
  }
}

async function isWaiting(db: LocalDb): Promise<boolean> {
  return (await db.outbox.where('state').anyOf('queued', 'sending').count()) > 0
}

function stillWaiting(): Error {
  return new Error('Some writes are still waiting')
}
