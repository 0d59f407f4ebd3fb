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
  const done = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { value: await workWithLease(db, work) } : null,
  )
  if (done) return done.value
  if (!(await isStale(db))) return null
  return navigator.locks.request(name, { steal: true }, () => workWithLease(db, work))
}

async function workWithLease<Value>(
  db: LocalDb,
  work: (holdsLease: () => Promise<boolean>) => Promise<Value>,
): Promise<Value> {
  const leaseId = crypto.randomUUID()
  const beat = () => writeMeta(db, 'sender', { leaseId, at: Date.now() } satisfies Lease)
  const holdsLease = async () => (await readMeta<Lease>(db, 'sender'))?.leaseId === leaseId
  await beat()
  const heart = setInterval(() => {
    holdsLease().then(
      (mine) => (mine ? beat() : undefined),
      () => undefined,
    )
  }, HEARTBEAT_MS)
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
