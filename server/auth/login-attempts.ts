import { createHash } from 'node:crypto'
import { eq, lte } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { Db } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { loginAttempts } from '../db/tables'
import { usernameKey } from '../users/user-queries'

export const ATTEMPTS_PER_WINDOW = 10
export const ATTEMPT_WINDOW_MS = 15 * 60_000

/** Names an account and address pair; hashed, because people type passwords into the wrong field. */
export function attemptKey(username: string, address: string): string {
  return createHash('sha256')
    .update(`${usernameKey(username)}\n${address}`)
    .digest('hex')
}

/**
 * Counts an attempt before its password is looked at, so that many at once cannot pass together; `clearAttempts` takes
 * the count back when the password was right. @throws Refusal `too_many_attempts` after ten within the window.
 */
export async function countAttempt(db: Db, key: string, now: Date): Promise<void> {
  const windowEnd = new Date(now.getTime() - ATTEMPT_WINDOW_MS).toISOString()
  await db.write(async () => {
    const [found] = await db.read.select().from(loginAttempts).where(eq(loginAttempts.key, key))
    const current = found && found.windowStart > windowEnd ? found : { failures: 0, windowStart: now.toISOString() }
    if (current.failures >= ATTEMPTS_PER_WINDOW) throw new Refusal('too_many_attempts')
    const row = { key, failures: current.failures + 1, windowStart: current.windowStart }
    const forgetOld = step(build.delete(loginAttempts).where(lte(loginAttempts.windowStart, windowEnd)))
    const count = step(
      build.insert(loginAttempts).values(row).onConflictDoUpdate({ target: loginAttempts.key, set: row }),
    )
    return { steps: [forgetOld, count], value: null }
  })
}

/** Forgets the failures of a pair. */
export function clearAttempts(key: string): Step {
  return step(build.delete(loginAttempts).where(eq(loginAttempts.key, key)))
}
