import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Person } from '#schema/sync-scopes'
import type { CurrentUser, PublicUser } from '#schema/user'
import type { Db } from '../db/client'
import { userBlockedDates, users } from '../db/tables'

export type UserRow = typeof users.$inferSelect

/** What everyone may see. */
export function toPublicUser(row: UserRow): PublicUser {
  return {
    id: row.id,
    username: row.username,
    profilePhoto: row.profilePhoto,
    description: row.description,
    neighborhood: row.neighborhood,
    city: row.city,
    memberSince: row.createdAt,
  }
}

/** What a person sees of themselves. */
export function toCurrentUser(row: UserRow): CurrentUser {
  return {
    ...toPublicUser(row),
    email: row.email,
    street: row.street,
    state: row.state,
    zipCode: row.zipCode,
    hasCompletedAddressSetup: row.hasCompletedAddressSetup,
    hasCompletedStripeOnboarding: row.hasCompletedStripeOnboarding,
    ...(row.payoutTrouble ? { payoutTrouble: row.payoutTrouble } : {}),
    isOperator: row.isOperator,
  }
}

/** A person on show, or null. */
export async function findUser(db: Db, id: number): Promise<UserRow | null> {
  const [found] = await db.read
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.suspendedAt)))
  return found ?? null
}

/** Usernames differ in more than their case. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

export async function findUserByName(db: Db, username: string): Promise<UserRow | null> {
  const [found] = await db.read
    .select()
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  return found ?? null
}

/** Public profiles with blocked ranges, for devices. */
export async function findPeople(db: Db, ids: number[]): Promise<Map<number, Person>> {
  const rows = await db.read.select().from(users).where(inArray(users.id, ids))
  const blocks = await db.read
    .select()
    .from(userBlockedDates)
    .where(inArray(userBlockedDates.userId, ids))
    .orderBy(asc(userBlockedDates.startDate))
  const byUser = Map.groupBy(blocks, (block) => block.userId)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...toPublicUser(row),
        blocked: (byUser.get(row.id) ?? []).map((block): [string, string] => [block.startDate, block.endDate]),
      },
    ]),
  )
}

/** The private profile, for its owner's devices. */
export async function findCurrentUsers(db: Db, ids: number[]): Promise<Map<number, CurrentUser>> {
  const rows = await db.read.select().from(users).where(inArray(users.id, ids))
  return new Map(rows.map((row) => [row.id, toCurrentUser(row)]))
}
