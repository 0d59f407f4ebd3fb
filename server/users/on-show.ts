import { and, eq, isNull } from 'drizzle-orm'
import { type Step, updateStep } from '../db/steps'
import { inspirationPosts, listings, madeToOrderItems, users } from '../db/tables'

type Changes = Partial<typeof users.$inferInsert>

const ownTables = [listings, madeToOrderItems, inspirationPosts] as const

/** Takes a person off show at that very instant, with all that they have on the public pages. */
export function takeOffShowSteps(userId: number, at: string, changes: Changes): Step[] {
  return [
    updateStep(users, { ...changes, suspendedAt: at }, eq(users.id, userId)),
    ...ownTables.map((table) =>
      updateStep(table, { hiddenAt: at }, and(eq(table.userId, userId), isNull(table.hiddenAt))),
    ),
  ]
}

/** Shows a person again, and what was taken off show with them at `since`: what was hidden by itself stays so. */
export function putOnShowSteps(userId: number, since: string, changes: Changes = {}): Step[] {
  return [
    updateStep(users, { ...changes, suspendedAt: null }, eq(users.id, userId)),
    ...ownTables.map((table) =>
      updateStep(table, { hiddenAt: null }, and(eq(table.userId, userId), eq(table.hiddenAt, since))),
    ),
  ]
}
