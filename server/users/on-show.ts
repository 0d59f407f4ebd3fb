import { and, eq, isNull } from 'drizzle-orm'
import { build, type Step, step } from '../db/steps'
import { inspirationPosts, listings, madeToOrderItems, users } from '../db/tables'

type Changes = Partial<typeof users.$inferInsert>

const ownTables = [listings, madeToOrderItems, inspirationPosts] as const

/** Takes a person off show at that very instant, with all that they have on the public pages. */
export function takeOffShowSteps(userId: number, at: string, changes: Changes): Step[] {
  return [
    step(
      build
        .update(users)
        .set({ ...changes, suspendedAt: at })
        .where(eq(users.id, userId)),
    ),
    ...ownTables.map((table) =>
      step(
        build
          .update(table)
          .set({ hiddenAt: at })
          .where(and(eq(table.userId, userId), isNull(table.hiddenAt))),
      ),
    ),
  ]
}

/** Shows a person again, and what was taken off show with them at `since`: what was hidden by itself stays so. */
export function putOnShowSteps(userId: number, since: string, changes: Changes = {}): Step[] {
  return [
    step(
      build
        .update(users)
        .set({ ...changes, suspendedAt: null })
        .where(eq(users.id, userId)),
    ),
    ...ownTables.map((table) =>
      step(
        build
          .update(table)
          .set({ hiddenAt: null })
          .where(and(eq(table.userId, userId), eq(table.hiddenAt, since))),
      ),
    ),
  ]
}
