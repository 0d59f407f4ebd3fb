import { eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { build, step } from '../db/steps'
import { limitRecords } from '../db/tables'
import { type LimitStore, memoryLimitStore, splitLimitStore } from './limit-store'

/** Remembers guesses in the database: they count over all servers together. The rest is counted by each server: it guards that server's machine. */
export function sharedLimitStore(db: Db): LimitStore {
  return splitLimitStore(databaseLimitStore(db), memoryLimitStore())
}

function databaseLimitStore(db: Db): LimitStore {
  return {
    async change(key, now, next) {
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
