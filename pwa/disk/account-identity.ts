import type { AccountIdentity } from './account-db-name'

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ACCOUNT_DB = new RegExp(`^trestle-(${ID})-(${ID})$`)
/** Builds before this one named a database by the number of its user. */
const NUMBERED_DB = /^trestle-u\d+$/

export const isAccountDbName = (name: string): boolean => ACCOUNT_DB.test(name) || NUMBERED_DB.test(name)

/** The owner of a database, read from its name; null for a visitor's database, and for one named by a number. */
export function identityOf({ name }: { name: string }): AccountIdentity | null {
  const [, lifeId, accountId] = ACCOUNT_DB.exec(name) ?? []
  return lifeId && accountId ? { lifeId, accountId } : null
}
