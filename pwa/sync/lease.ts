import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'
import { withRoom } from '../disk/with-room'

const HEARTBEAT_MS = 5_000
/** A frozen page keeps its lock: after this long without a heartbeat another takes it away. */
export const STEAL_AFTER_MS = 45_000

interface Lease {
  leaseId: string
  at: number
}

/** A task that one page or worker at a time does for an account on a device. */
export type Task = 'sender' | 'uploader' | 'puller'

/**
 * Runs `work` as the only one of this account on this device, shared by all pages and the service worker.
 * @returns what `work` returned; null when somebody else is at it.
 */
export async function asOnly<Value>(
  db: LocalDb,
  task: Task,
  work: (holdsLease: () => Promise<boolean>) => Promise<Value>,
): Promise<Value | null> {
  const name = `${db.name}/${task}`
  const done = await navigator.locks
    .request(name, { ifAvailable: true }, async (lock) =>
      lock ? { value: await workWithLease(db, task, work) } : 'taken',
    )
    .catch(nullIfStolen)
  if (done !== 'taken') return done?.value ?? null
  if (!(await isStale(db, task))) return null
  return navigator.locks.request(name, { steal: true }, () => workWithLease(db, task, work)).catch(nullIfStolen)
}

/** Waits until nobody is at the task, and no longer than `mostMs`. */
export async function untilFree(db: LocalDb, task: Task, mostMs: number): Promise<void> {
  const isFree = navigator.locks.request(`${db.name}/${task}`, () => undefined)
  await Promise.race([isFree, new Promise((resolve) => setTimeout(resolve, mostMs))])
}

/** The browser tells a holder whose lock was taken away by failing its request; the new holder does the work. */
function nullIfStolen(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null
  throw error
}

async function workWithLease<Value>(
  db: LocalDb,
  task: Task,
  work: (holdsLease: () => Promise<boolean>) => Promise<Value>,
): Promise<Value> {
  const leaseId = crypto.randomUUID()
  const beat = () => writeMeta(db, task, { leaseId, at: Date.now() } satisfies Lease)
  const holdsLease = async () => (await readMeta<Lease>(db, task))?.leaseId === leaseId
  // News can come later: no photo gives way to them.
  await (task === 'puller' ? beat() : withRoom(beat))
  // Looked up and renewed in one transaction: a thief that came between would be overwritten.
  const renew = () => db.transaction('rw', db.meta, async () => ((await holdsLease()) ? beat() : undefined))
  // A disk that a sign-out has wiped is not opened again for this: that would bring it back, if empty.
  const heart = setInterval(() => db.isOpen() && renew().catch(() => undefined), HEARTBEAT_MS)
  try {
    return await work(holdsLease)
  } finally {
    clearInterval(heart)
  }
}

async function isStale(db: LocalDb, task: Task): Promise<boolean> {
  const lease = await readMeta<Lease>(db, task)
  // The disk may have been emptied while the holder was frozen. The first heartbeat of one that has just begun takes this one's place.
  if (!lease) await db.meta.add({ k: task, v: { leaseId: '', at: Date.now() } satisfies Lease }).catch(() => undefined)
  // A later instant comes from a clock that was set back: who is not frozen renews it within a heartbeat.
  return lease !== undefined && Math.abs(Date.now() - lease.at) > STEAL_AFTER_MS
}
