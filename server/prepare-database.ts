import type { DatabaseSource } from './db/database-source'
import { migrateDatabase } from './db/migrate'
import { linkBackfill, linkTriggers } from './inspiration/link-triggers'
import { mailTriggers } from './mail/mail-triggers'
import { pushTriggers } from './push/push-triggers'
import { reviewTriggers } from './reviews/review-triggers'
import { feedBackfills, feedTriggers } from './sync/feed-triggers'

/** The triggers of the change feed, of pushes, mails, counts and links, as one SQL script. */
export function allTriggers(): string {
  return [feedTriggers(), pushTriggers(), mailTriggers(), reviewTriggers(), linkTriggers()].join('\n')
}

/** Brings a database to the current schema, with its triggers. @returns whether a newer build has been here: then nothing is changed */
export function prepareDatabase(source: DatabaseSource): Promise<boolean> {
  return migrateDatabase(source, { triggers: allTriggers(), backfills: [...feedBackfills(), linkBackfill] })
}
