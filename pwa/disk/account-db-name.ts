/** The owner of a local database: the permanent ids of the server's database and of the account in it. */
export interface AccountIdentity {
  lifeId: string
  accountId: string
}

/**
 * Each account has a database of its own, so that nobody's rows or writes can ever mix with another's. A user whom a
 * server without permanent ids has signed in has one by number.
 */
export function accountDbName(user: (Partial<AccountIdentity> & { id: number }) | null): string {
  if (!user) return 'trestle-visitor'
  return user.lifeId && user.accountId ? `trestle-${user.lifeId}-${user.accountId}` : numberedDbName(user.id)
}

export const numberedDbName = (userId: number): string => `trestle-u${userId}`
