import { migrateDatabase } from './db/migrate'
import { mailTriggers } from './mail/mail-triggers'
import { pushTriggers } from './push/push-triggers'
import { feedBackfill, feedTriggers, feedWithdrawals } from './sync/feed-triggers'

/** Brings the file at `url` to the current schema, with the triggers of the change feed, of pushes and of mails. */
export function prepareDatabase(url: string): Promise<void> {
  return migrateDatabase(url, {
    triggers: [feedTriggers(), pushTriggers(), mailTriggers()],
    backfill: feedBackfill() + feedWithdrawals(),
  })
}
