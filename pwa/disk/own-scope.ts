import { userScope } from '#schema/sync-scopes'
import type { LocalDb } from './local-db'

/** Has this person's own part of the data ever come to this device completely? Until then an empty list proves nothing. */
export async function isOwnScopeHere(db: LocalDb, userId: number): Promise<boolean> {
  return (await db.scopes.get(userScope(userId))) !== undefined
}
