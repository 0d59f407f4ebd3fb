import type { Reads } from './client'

/** Leases go by the database's clock, the times of rows and deadlines by ours. */
const MOST_MS = 2_000
const EVERY_MS = 10 * 60_000

interface Clocks {
  db: Pick<Reads, 'readBatch'>
  now(): Date
  log(entry: Record<string, unknown>): void
}

/** Warns when this server's clock and the database's differ by more than two seconds, however long the answer was on its way. */
export async function warnOfClock({ db, now, log }: Clocks): Promise<void> {
  const asked = now().getTime()
  const [answer] = await db.readBatch([{ sql: "SELECT unixepoch('subsec') * 1000 AS ms", args: [] }])
  const answered = now().getTime()
  const theirs = Number(answer?.rows[0]?.ms)
  // The database has looked at its clock at some moment between the two.
  const difference = Math.max(asked - theirs, theirs - answered)
  if (difference <= MOST_MS) return
  const seconds = (difference / 1000).toFixed(1)
  const side = asked > theirs ? 'ahead of' : 'behind'
  log({ level: 'warn', what: `the clock of this server is ${seconds} s ${side} the database's: set both by NTP` })
}

/** Looks at the clocks again every ten minutes: each server for itself, as no other knows its clock. @returns a function that ends it */
export function keepWarningOfClock(clocks: Clocks, everyMs = EVERY_MS): () => Promise<void> {
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    // A database that is away is said elsewhere, and the next look follows.
    looking ??= warnOfClock(clocks)
      .catch(() => undefined)
      .finally(() => {
        looking = null
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await looking
  }
}
