import { randomBytes } from 'node:crypto'
import { lockSteps } from '../auth/password-steps'
import type { Deps } from '../deps'
import { findUserByName } from '../users/user-queries'
import { DEMO_ACCOUNTS } from './demo-accounts'

/**
 * Ends the passwords of the demo's accounts that are still the published ones, and their sessions. In production nobody signs in with
 * a password that stands in the source, least of all an operator. @returns the names of the accounts
 */
export async function lockDemoAccounts(deps: Deps): Promise<string[]> {
  const locked: string[] = []
  for (const { username, password } of DEMO_ACCOUNTS) {
    const user = await findUserByName(deps.db, username)
    const turn = { key: username, rank: -1 }
    if (!user || !(await deps.passwords.matches(password, async () => user.passwordHash, turn))) continue
    const nobodys = await deps.passwords.hash(randomBytes(32).toString('base64url'))
    await deps.db.write(() => lockSteps(user.id, nobodys))
    locked.push(username)
  }
  return locked
}
