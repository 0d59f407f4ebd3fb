import { and, eq, inArray, isNull } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { ratingOf } from '#schema/rating'
import type { CurrentUser, PublicUser } from '#schema/user'
import type { Reads } from '../db/client'
import { findRow } from '../db/find-row'
import { users } from '../db/tables'
import { findUnverified, isUnverified } from '../http/unverified-queries'

export type UserRow = typeof users.$inferSelect

/** The columns that everyone may see. */
export function toPublicUser(row: UserRow): PublicUser {
  return {
    id: row.id,
    username: row.username,
    profilePhoto: row.profilePhoto,
    description: row.description,
    neighborhood: row.neighborhood,
    city: row.city,
    memberSince: row.createdAt,
    ...ratingOf(row),
  }
}

/** The columns that a person sees of themselves. */
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
    ...(row.isOperator ? { operatorRole: row.operatorRole } : {}),
    termsVersion: row.termsVersion,
  }
}

/** The same with what other tables know of them. */
export async function readCurrentUser(db: Reads, row: UserRow): Promise<CurrentUser> {
  return { ...toCurrentUser(row), unverified: await isUnverified(db, row) }
}

/** A person on show, or null. */
export async function findUser(db: Reads, id: number): Promise<UserRow | null> {
  return findRow(db, users, and(eq(users.id, id), isNull(users.suspendedAt)))
}

/** A person, suspended or not, or null. */
export async function findUserRow(db: Reads, id: number): Promise<UserRow | null> {
  return findRow(db, users, eq(users.id, id))
}

/** Has an operator suspended this person? Whoever is closing their account is off show too, and may still come back. */
export function isSuspended(user: Pick<UserRow, 'suspendedAt' | 'closingAt'>): boolean {
  return user.suspendedAt !== null && user.closingAt === null
}

/** @throws Refusal `user_not_found` when nobody on show has this id */
export async function getUser(db: Reads, id: number): Promise<UserRow> {
  const found = await findUser(db, id)
  if (!found) throw new Refusal('user_not_found')
  return found
}

/** Usernames differ in more than their case. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

export async function findUserByName(db: Reads, username: string): Promise<UserRow | null> {
  return findRow(db, users, eq(users.usernameKey, usernameKey(username)))
}

/** Finds these people, but for those who are off show. */
export async function findUsers(db: Reads, ids: number[]): Promise<UserRow[]> {
  return db.read
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.suspendedAt)))
}

/** Public profiles, for devices. */
export async function findPeople(db: Reads, ids: number[]): Promise<Map<number, PublicUser>> {
  const rows = await db.read.select().from(users).where(inArray(users.id, ids))
  return new Map(rows.map((row) => [row.id, toPublicUser(row)]))
}

/** The private profile, for its owner's devices. */
export async function findCurrentUsers(db: Reads, ids: number[]): Promise<Map<number, CurrentUser>> {
  const rows = await db.read.select().from(users).where(inArray(users.id, ids))
  const unverified = await findUnverified(db, ids)
  return new Map(rows.map((row) => [row.id, { ...toCurrentUser(row), unverified: unverified.has(row.id) }]))
}
