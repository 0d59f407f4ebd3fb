import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Elysia } from 'elysia'
import { createApp } from './app'
import { openPasswords } from './auth/passwords'
import { databaseSourceOf } from './db/database-source'
import { openDatabase } from './db/open-database'
import { keepDerivedKeys, keepPrivate } from './db/private-files'
import { keepWarningOfClock, warnOfClock } from './db/warn-of-clock'
import { lockDemoAccounts } from './demo/lock-demo-accounts'
import { seedIfEmpty } from './demo/seed'
import type { Deps } from './deps'
import type { Env } from './env'
import { workBehindAnswersEnds } from './http/behind-answer'
import { openLimits } from './http/limits'
import { sharedLimitStore } from './http/shared-limit-store'
import { sendMails, startTimers } from './jobs/timers'
import { createLocalProvider } from './local-provider/local-provider'
import { openMailSender } from './mail/mail-sender'
import { sendMailsSoon } from './mail/send-mails-soon'
import { openMetrics } from './metrics/metrics'
import { prepareDatabase } from './prepare-database'
import { sendPushesSoon } from './push/drain-pushes'
import { openPushSender } from './push/push-sender'
import { hashOldTokens } from './rentals/calendar/calendar-service'
import { catchUpLedger } from './settlement/catch-up-ledger'
import { commandSenders } from './settlement/command-senders'
import { openPayments } from './settlement/open-payments'
import { readStaticFiles, type StaticFiles, staticFiles } from './site/static-files'
import { openPhotos } from './storage/open-storage'
import { noticeRestore, writeHighWater } from './sync/clock'
import { measureDeviceRows } from './sync/device-rows'
import { openFeed } from './sync/feed'
import { closeLiveStreams } from './sync/live'

const OTHERS_MS = 200

export interface OpenMarket {
  app: Elysia
  deps: Deps
  /** Starts the timers, the sending of mails and pushes soon after each write, and the looks at the clock. */
  startWork(): void
  /** Ends the live streams and the work under way, notes how far the database has counted, and closes it. */
  close(): Promise<void>
}

type Log = Deps['log']

/** Opens the database that the environment names, with all that routes and jobs need. No timer runs. */
export async function openDeps(env: Env, log: Log): Promise<{ app: Elysia; deps: Deps }> {
  const source = databaseSourceOf(env)
  keepPrivate(env.dataDir)
  if (env.secretKey) keepDerivedKeys(env.dataDir, env.secretKey)
  const isFirst = !env.database && !existsSync(join(env.dataDir, 'trestle.db'))
  if (await prepareDatabase(source))
    log({ level: 'warn', what: 'a newer build has migrated the database; this build leaves its schema as it is' })
  if (isFirst)
    log({ level: 'warn', what: `DATA_DIR ${env.dataDir} held no database: a new one was made, as at a first start` })
  const metrics = openMetrics()
  const db = await openDatabase(source, metrics)
  try {
    const now = () => new Date()
    await measureDeviceRows(db, { now: now(), most: env.deviceRows })
    const feed = await openFeed(db, now, env.deviceRows)
    const send = (request: Request) => Promise.resolve(app.handle(request))
    const payments = await openPayments({ env, db, now, metrics, log, localProvider: createLocalProvider, send })
    const deps: Deps = {
      env,
      db,
      now,
      passwords: openPasswords(),
      limits: openLimits(now, env.database ? sharedLimitStore(db) : undefined),
      feed,
      payments,
      senders: commandSenders(() => deps),
      push: openPushSender(env),
      photos: openPhotos(env),
      mail: openMailSender(env),
      metrics,
      log,
    }
    const app = createApp(deps)
    return { app, deps }
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * Opens a market: its database brought to the current schema, its app, its books caught up. It does not listen, and its
 * timers run from `startWork` on. `files` is the built app, where several markets serve the same one.
 */
export async function openMarket(
  env: Env,
  log: Log,
  files: StaticFiles = readStaticFiles(env.appDir),
): Promise<OpenMarket> {
  const { app, deps } = await openDeps(env, log)
  staticFiles(app, deps, files)
  try {
    await prepareMarket(deps)
  } catch (error) {
    await deps.db.close()
    throw error
  }
  let stops: (() => Promise<void>)[] = []
  return {
    app,
    deps,
    startWork() {
      stops = [startTimers(deps), sendPushesSoon(deps), sendMailsSoon(deps, sendMails), keepWarningOfClock(deps)]
    },
    async close() {
      closeLiveStreams(deps.db)
      try {
        for (const stop of stops) await stop()
        await workBehindAnswersEnds(deps)
        // Without the database the note of the last minute stays.
        await writeHighWater(deps).catch(() => undefined)
      } finally {
        deps.metrics.close()
        await deps.db.close()
      }
    },
  }
}

async function prepareMarket(deps: Deps): Promise<void> {
  const { db, env, log } = deps
  await warnOfClock(deps)
  // Servers that start together would each begin an epoch, and each fill the market.
  const prepare = async () => {
    if (await noticeRestore(deps))
      log({ level: 'warn', what: 'the database is older than it once was; devices will fetch afresh' })
    if (env.demo) await seedIfEmpty(deps)
  }
  while (!(await db.asOnly('start', prepare))) await Bun.sleep(OTHERS_MS)
  if (env.isProduction) {
    const locked = await lockDemoAccounts(deps)
    if (locked.length > 0)
      log({ level: 'warn', what: `the demo's passwords open nothing in production: ${locked.join(', ')}` })
  }
  await catchUpLedger(deps)
  await hashOldTokens(deps)
}
