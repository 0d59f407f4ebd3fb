import type { DatabaseSource } from './db/database-source'
import { migrateDatabase } from './db/migrate'
import { mailTriggers } from './mail/mail-triggers'
import { pushTriggers } from './push/push-triggers'
import { reviewTriggers } from './reviews/review-triggers'
import { feedBackfill, feedTriggers, feedWithdrawals } from './sync/feed-triggers'

/** Brings a database to the current schema, with the triggers of the change feed, pushes, mails and counts. */
export function prepareDatabase(source: DatabaseSource): Promise<void> {
  return migrateDatabase(source, {
    triggers: [feedTriggers(), pushTriggers(), mailTriggers(), reviewTriggers()].join('\n'),
    backfill: feedWithdrawals() + feedBackfill(),
  })
}
