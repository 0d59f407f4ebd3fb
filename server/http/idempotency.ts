import { and, eq, inArray } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { Db } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { syncOps } from '../db/tables'

/** Devices may be away for weeks: receipts are kept this long. */
export const RECEIPT_DAYS = 30

export interface Receipt {
  userId: number
  opId: string
  route: string
  bodyHash: string
}

/**
 * The stored first answer to this key.
 * @param bareHash of the same call without content, as it came where an earlier build took none
 * @throws Refusal `key_reused` when the key came with other content before
 */
export async function findReceipt(
  db: Db,
  receipt: Receipt,
  bareHash: string,
): Promise<{ status: number; answer: string } | null> {
  const [found] = await db.read
    .select()
    .from(syncOps)
    .where(and(eq(syncOps.userId, receipt.userId), eq(syncOps.opId, receipt.opId)))
  if (!found) return null
  const isSame = found.bodyHash === receipt.bodyHash || found.bodyHash === bareHash
  if (!isSame || found.route !== receipt.route) throw new Refusal('key_reused')
  return { status: found.status, answer: found.answer }
}

/** Those of the keys under which this person has no receipt. */
export async function missingKeys(db: Db, userId: number, keys: string[]): Promise<string[]> {
  const rows = await db.read
    .select({ opId: syncOps.opId })
    .from(syncOps)
    .where(and(eq(syncOps.userId, userId), inArray(syncOps.opId, keys)))
  const held = new Set(rows.map(({ opId }) => opId))
  return keys.filter((key) => !held.has(key))
}

/** The row that makes a write happen once; it fails the batch when the same key was written meanwhile. */
export function receiptStep(receipt: Receipt, status: number, answer: string, now: Date): Step {
  const row = { ...receipt, status, answer, at: now.toISOString() }
  return step(build.insert(syncOps).values(row), new Refusal('in_progress'))
}
