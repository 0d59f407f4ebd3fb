import { ACCOUNT_HEADER, LIFE_HEADER, SYNC_USER_HEADER } from '#schema/sync-scopes'
import { identityOf } from '../disk/account-identity'
import type { LocalDb } from '../disk/local-db'

/** Says for whom a call is, so that the server refuses the call when somebody else is signed in, or in another life of it. */
export function accountHeaders(db: LocalDb, userId: number): Record<string, string> {
  const identity = identityOf(db)
  return {
    [SYNC_USER_HEADER]: String(userId),
    ...(identity ? { [ACCOUNT_HEADER]: identity.accountId, [LIFE_HEADER]: identity.lifeId } : {}),
  }
}
