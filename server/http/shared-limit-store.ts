import { eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { build, step } from '../db/steps'
import { limitRecords } from '../db/tables'
import { type LimitStore, memoryLimitStore } from './limit-store'

/** Limits against guessing and against mails to strangers: they hold over all servers together. */
const SHARED = /^(sign-in|code|email-link|password-link)\//

/** Remembers what must hold over all servers in the database. The rest is counted by each server: it guards that server's machine. */
export function sharedLimitStore(db: Db): LimitStore {
  const own = memoryLimitStore()
  return {
    async change(key, now, next) {
      if (!SHARED.test(key)) return own.change(key, now, next)
      const row = eq(limitRecords.key, key)
      const { value } = await db.write(async () => {
        const [held] = await db.read.select().from(limitRecords).where(row)
        const { record, value } = next(held && held.until > now ? held : undefined)
        if (!record || record.until <= now)
          return { value, steps: held ? [step(build.delete(limitRecords).where(row))] : [] }
        const { count, at, until } = record
        const set = { count, at, until }
        const put = build
          .insert(limitRecords)
          .values({ key, ...set })
          .onConflictDoUpdate({ target: limitRecords.key, set })
        return { value, steps: [step(put)] }
      })
      return value
    },
  }
}
