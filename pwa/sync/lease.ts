import { type LocalDb, readMeta, writeMeta } from '../db/local-db'

const HEARTBEAT_MS = 5_000
/** A frozen page keeps its lock: after this long without a heartbeat another takes it away. */
export const STEAL_AFTER_MS = 45_000

interface Lease {
  leaseId: string
  at: number
}

/**
 * Runs `work` as the only sender of this account on this device, shared by all pages and the service worker.
 * @returns what `work` returned; null when somebody else is at it.
 */
export async function asSender<Value>(
  db: LocalDb,
  work: (holdsLease: () => Promise<boolean>) => Promise<Value>,
): Promise<Value | null> {
  const name = `${db.name}/sender`
  const done = await navigator.locks
    .request(name, { ifAvailable: true }, async (lock) => (lock ? { value: await workWithLease(db, work) } : 'taken'))
    .catch(nullIfStolen)
  if (done !== 'taken') return done?.value ?? null
  if (!(await isStale(db))) return null
  return navigator.locks.request(name, { steal: true }, () => workWithLease(db, work)).catch(nullIfStolen)
}

/** The browser tells a holder whose lock was taken away by failing its request; the new holder does the work. */
function nullIfStolen(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null
  throw error
}

async function workWithLease<Value>(
  db: LocalDb,
  work: (holdsLease: () => Promise<boolean>) => Promise<Value>,
): Promise<Value> {
  const leaseId = crypto.randomUUID()
  const beat = () => writeMeta(db, 'sender', { leaseId, at: Date.now() } satisfies Lease)
  const holdsLease = async () => (await readMeta<Lease>(db, 'sender'))?.leaseId === leaseId
  await beat()
  // Looked up and renewed in one transaction: a thief that came between would be overwritten.
  const renew = () => db.transaction('rw', db.meta, async () => ((await holdsLease()) ? beat() : undefined))
  const heart = setInterval(() => renew().catch(() => undefined), HEARTBEAT_MS)
  try {
    return await work(holdsLease)
  } finally {
    clearInterval(heart)
  }
}

async function isStale(db: LocalDb): Promise<boolean> {
  const lease = await readMeta<Lease>(db, 'sender')
  return lease !== undefined && Date.now() - lease.at > STEAL_AFTER_MS
}
