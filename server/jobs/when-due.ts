import { eq } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { timerTurns } from '../db/tables'
import type { Deps } from '../deps'

/**
 * Does `work` unless it was done less than `everyMs` ago, on whichever server. The time is noted at the end: work that was
 * cut off is done by the next turn.
 */
export async function whenDue(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
  everyMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const begun = now()
  const [last] = await db.read.select().from(timerTurns).where(eq(timerTurns.name, name))
  // By a clock that was ahead once, the last time may lie far in the future.
  if (last && Math.abs(begun.getTime() - Date.parse(last.at)) < everyMs) return
  await work()
  const at = begun.toISOString()
  const note = build
    .insert(timerTurns)
    .values({ name, at })
    .onConflictDoUpdate({ target: timerTurns.name, set: { at } })
  await db.write(() => [step(note)])
}
