import { migrateDatabase } from './db/migrate'
import { pushTriggers } from './push/push-triggers'
import { feedBackfill, feedTriggers, feedWithdrawals } from './sync/feed-triggers'

/** Brings the file at `url` to the current schema, with the triggers of the change feed and of pushes. */
export function prepareDatabase(url: string): Promise<void> {
  return migrateDatabase(url, {
    triggers: [feedTriggers(), pushTriggers()],
    backfill: feedBackfill() + feedWithdrawals(),
  })
}
