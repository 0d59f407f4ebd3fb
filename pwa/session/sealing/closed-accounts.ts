import { identityOf } from '../../disk/account-identity'
import { deviceDb, lockedAccount } from '../../disk/device-db'
import { LocalDb } from '../../disk/local-db'
import { callAccount } from '../call-account'
import { storeLocked } from './owners'
import { wipeAccount } from './sealed-work'

/** Deletes what is left here of accounts that were closed for good: nobody can ever open it again. Without an answer, the next start asks. */
export async function dropClosedAccounts(): Promise<void> {
  const locked = await lockedAccount()
  const sealed = (await deviceDb.sealed.orderBy('dbName').uniqueKeys()) as string[]
  const names = [...new Set([...sealed, ...(locked?.dbName ? [locked.dbName] : [])])]
  const accountIds = names.flatMap((name) => identityOf({ name })?.accountId ?? [])
  if (accountIds.length === 0) return
  const answer = await callAccount('closedAccounts', { body: { accountIds } }).catch(() => null)
  const closed = new Set(answer?.accountIds)
  for (const name of names) {
    if (!closed.has(identityOf({ name })?.accountId ?? '')) continue
    await deviceDb.sealed.where('dbName').equals(name).delete()
    await wipeAccount(new LocalDb(name))
    // Another account may have been locked while the answer was on its way.
    if ((await lockedAccount())?.dbName === name) await storeLocked(null)
  }
}
