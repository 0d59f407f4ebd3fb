import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from './app'
import { openPasswords } from './auth/passwords'
import { openDatabase } from './db/client'
import { migrateDatabase } from './db/migrate'
import { seedIfEmpty } from './db/seed'
import type { Deps } from './deps'
import { type Env, EnvError, parseEnv } from './env'
import { staticFiles } from './http/static-files'
import { startTimers } from './jobs/timers'
import { catchUpLedger } from './payments/catch-up-ledger'
import { openPayments } from './payments/open-payments'
import { sendPushesSoon } from './push/drain-pushes'
import { openPushSender } from './push/push-sender'
import { noticeRestore, writeHighWater } from './sync/clock'
import { openFeed } from './sync/feed'
import { closeLiveStreams } from './sync/live'
import { markOperators } from './users/user-service'

/** A server that is asked to stop waits this long for requests under way. */
const DRAIN_MS = 4_000
const MAX_BODY_BYTES = 60_000_000
const IDLE_TIMEOUT_S = 60

const log = (entry: Record<string, unknown>) => console.log(JSON.stringify({ at: new Date().toISOString(), ...entry }))

await start(readEnv())

function readEnv(): Env {
  try {
    const env = parseEnv(process.env)
    assertUsable(env)
    return env
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Looked at before anything is opened: two servers on one file, or behind one port, would each know half. */
function assertUsable(env: Env): void {
  const faults: string[] = []
  try {
    Bun.listen({ hostname: env.host, port: env.port, socket: { data() {} } }).stop(true)
  } catch {
    faults.push(`PORT ${env.port} cannot be listened on at ${env.host}; perhaps another program does`)
  }
  try {
    mkdirSync(env.dataDir, { recursive: true })
    accessSync(env.dataDir, constants.W_OK)
  } catch {
    faults.push(`DATA_DIR ${env.dataDir} is no folder that can be written`)
  }
  if (faults.length > 0) throw new EnvError(faults)
}

async function start(env: Env): Promise<void> {
  const url = `file:${join(env.dataDir, 'trestle.db')}`
  await migrateDatabase(url)
  const db = await openDatabase(url)
  const now = () => new Date()
  const feed = await openFeed(db)
  const payments = await openPayments({ env, db, now, log, send: (request) => Promise.resolve(app.handle(request)) })
  const deps: Deps = { env, db, now, passwords: openPasswords(), feed, payments, push: openPushSender(env), log }
  const app = createApp(deps)
  staticFiles(app, deps, join(import.meta.dir, '../dist'))
  if (await noticeRestore(deps))
    log({ level: 'warn', what: 'the database is older than it once was; devices will fetch afresh' })
  if (env.demo) await seedIfEmpty(deps)
  await catchUpLedger(deps)
  await markOperators(deps)
  app.listen({
    port: env.port,
    hostname: env.host,
    // The framework's default lets a second server listen behind the same port.
    reusePort: false,
    idleTimeout: IDLE_TIMEOUT_S,
    maxRequestBodySize: MAX_BODY_BYTES,
  })
  const stopTimers = startTimers(deps)
  const stopPushes = sendPushesSoon(deps)
  console.log(`Trestle is ready at ${env.origin}`)

  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(0), DRAIN_MS).unref()
    closeLiveStreams()
    await app.server?.stop()
    await stopTimers()
    await stopPushes()
    await writeHighWater(deps)
    await db.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
