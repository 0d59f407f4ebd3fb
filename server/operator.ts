import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from './app'
import { openPasswords } from './auth/passwords'
import { databaseSourceOf } from './db/database-source'
import { openDatabase } from './db/open-database'
import { keepDerivedKeys, keepPrivate } from './db/private-files'
import type { Deps } from './deps'
import { EnvError, parseEnv } from './env'
import { openLimits } from './http/limits'
import { sharedLimitStore } from './http/shared-limit-store'
import { createLocalProvider } from './local-provider/local-provider'
import { openMailSender } from './mail/mail-sender'
import { openMetrics } from './metrics/metrics'
import { commandFailure, OPERATOR_HELP, runOperatorCommand } from './operator/operator-commands'
import { prepareDatabase } from './prepare-database'
import { openPushSender } from './push/push-sender'
import { commandSenders } from './settlement/command-senders'
import { openPayments } from './settlement/open-payments'
import { openPhotos } from './storage/open-storage'
import { openFeed } from './sync/feed'

/** `bun server/operator.ts <command>`: what operators do, beside a running server or without one. */
const command = process.argv.slice(2)
const log = (entry: Record<string, unknown>) => console.error(JSON.stringify(entry))

process.exit(await run())

async function run(): Promise<number> {
  if (command.length === 0 || command[0] === 'help' || command[0] === '--help') {
    console.log(OPERATOR_HELP)
    return 0
  }
  try {
    const deps = await openDeps()
    try {
      console.log(await runOperatorCommand(deps, command))
      return 0
    } finally {
      await deps.db.close()
    }
  } catch (error) {
    const words = error instanceof EnvError ? error.message : commandFailure(error)
    if (words === null) throw error
    console.error(words)
    return 1
  }
}

async function openDeps(): Promise<Deps> {
  const env = parseEnv(process.env)
  const source = databaseSourceOf(env)
  const file = join(env.dataDir, 'trestle.db')
  if (!env.database && !existsSync(file)) throw new EnvError([`DATA_DIR holds no database: there is no ${file}`])
  keepPrivate(env.dataDir)
  if (env.secretKey) keepDerivedKeys(env.dataDir, env.secretKey)
  await prepareDatabase(source)
  const metrics = openMetrics()
  const db = await openDatabase(source, metrics.noteWrite)
  const now = () => new Date()
  const feed = await openFeed(db, now)
  const send = (request: Request) => Promise.resolve(app.handle(request))
  const payments = await openPayments({ env, db, now, metrics, log, localProvider: createLocalProvider, send })
  const senders = commandSenders(() => deps)
  const push = openPushSender(env)
  const mail = openMailSender(env)
  const deps: Deps = {
    env,
    db,
    now,
    passwords: openPasswords(),
    limits: openLimits(now, env.database ? sharedLimitStore(db) : undefined),
    feed,
    payments,
    senders,
    push,
    photos: openPhotos(env),
    mail,
    metrics,
    log,
  }
  const app = createApp(deps)
  return deps
}
