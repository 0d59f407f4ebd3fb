import type { Passwords } from './auth/passwords'
import type { Db } from './db/client'
import type { Env } from './env'
import type { Limits } from './http/limits'
import type { MailSender } from './mail/mail-sender'
import type { Metrics } from './metrics/metrics'
import type { CommandSenders } from './money/payment-commands'
import type { Payments } from './money/payments'
import type { PushSender } from './push/push-sender'
import type { Objects } from './storage/objects'
import type { SyncFeed } from './sync/feed'

/** Everything with a side effect, handed in, so that tests choose the clock, the database and the provider. */
export interface Deps {
  env: Env
  db: Db
  /** The wall clock. */
  now(): Date
  passwords: Passwords
  /** How often who may ask. */
  limits: Limits
  feed: SyncFeed
  payments: Payments
  senders: CommandSenders
  /** Web Push. */
  push: PushSender
  /** People's uploads, by the name of the file. */
  photos: Objects
  /** The way out for mails. */
  mail: MailSender
  /** The counts of the server about itself. */
  metrics: Metrics
  log(entry: Record<string, unknown>): void
}
