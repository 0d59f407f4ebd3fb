import { lt } from 'drizzle-orm'
import { oldSignIns } from '../auth/session-list'
import { deleteInPages } from '../db/old-rows'
import { limitRecords, sessions, syncOps } from '../db/tables'
import type { Deps } from '../deps'
import { RECEIPT_DAYS } from '../http/idempotency'
import { oldMails } from '../mail/drain-mails'
import { oldPushes } from '../push/drain-pushes'
import { oldEvents } from '../settlement/webhooks'

const DAY_MS = 86_400_000

/** Deletes what is kept for a time: receipts, sessions, limits, notices, tries to sign in and the provider's events. */
export async function deleteOldRows(deps: Deps): Promise<void> {
  const now = deps.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const old = [
    { table: syncOps, where: lt(syncOps.at, before(RECEIPT_DAYS)) },
    { table: sessions, where: lt(sessions.expiresAt, before(0)) },
    { table: limitRecords, where: lt(limitRecords.until, now.getTime()) },
    oldPushes(now),
    ...oldMails(now),
    oldSignIns(now),
    oldEvents(now),
  ]
  for (const rows of old) await deleteInPages(deps.db, rows)
}
