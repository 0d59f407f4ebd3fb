import type { DatabaseSource } from './db/database-source'
import { migrateDatabase } from './db/migrate'
import { linkBackfill, linkTriggers } from './inspiration/link-triggers'
import { mailTriggers } from './mail/mail-triggers'
import { pushTriggers } from './push/push-triggers'
import { reviewTriggers } from './reviews/review-triggers'
import { feedBackfill, feedTriggers, feedWithdrawals } from './sync/feed-triggers'

/** Brings a database to the current schema, with the triggers of the change feed, pushes, mails, counts and links. */
export function prepareDatabase(source: DatabaseSource): Promise<void> {
  return migrateDatabase(source, {
    triggers: [feedTriggers(), pushTriggers(), mailTriggers(), reviewTriggers(), linkTriggers()].join('\n'),
    backfill: feedWithdrawals() + feedBackfill() + linkBackfill(),
  })
}
