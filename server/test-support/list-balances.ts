import type { Db } from '../db/client'
import { ledgerAccounts } from '../db/tables'

/** Every account that was ever used, with its balance. */
export async function listBalances(db: Db): Promise<Map<string, number>> {
  const { name, balance } = ledgerAccounts
  const rows = await db.read.select({ name, balance }).from(ledgerAccounts)
  return new Map(rows.map((account) => [account.name, account.balance]))
}
