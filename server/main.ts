import { accessSync, constants } from 'node:fs'
import { PRODUCT_NAME } from '#schema/product'
import { createApp } from './app'
import { openPasswords } from './auth/passwords'
import { databaseSourceOf } from './db/database-source'
import { openDatabase } from './db/open-database'
import { keepDerivedKeys, keepPrivate } from './db/private-files'
import { lockDemoAccounts } from './demo/lock-demo-accounts'
import { seedIfEmpty } from './demo/seed'
import type { Deps } from './deps'
import { type Env, EnvError, obsoleteVariables, parseEnv } from './env'
import { bodyLimits, openLimits } from './http/limits'
import { sharedLimitStore } from './http/shared-limit-store'
import { endOnFault } from './jobs/end-on-fault'
import { sendMails, startTimers } from './jobs/timers'
import { createLocalProvider } from './local-provider/local-provider'
import { canReadKeptMails } from './mail/mail-routes'
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
import { beginDrain } from './site/drain'
import { staticFiles } from './site/static-files'
import { openPhotos } from './storage/open-storage'
import { noticeRestore, writeHighWater } from './sync/clock'
import { openFeed } from './sync/feed'
import { closeLiveStreams } from './sync/live'

/** A server that is asked to stop waits this long for requests under way. */
const DRAIN_MS = 4_000
const IDLE_TIMEOUT_S = 60
const OTHERS_MS = 200

const openLog =
  ({ serverName }: Env): Deps['log'] =>
  (entry) =>
    console.log(JSON.stringify({ at: new Date().toISOString(), server: serverName, ...entry }))

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
  const log = openLog(env)
  const faults: string[] = []
  try {
    Bun.listen({ hostname: env.host, port: env.port, socket: { data() {} } }).stop(true)
  } catch {
    faults.push(`PORT ${env.port} cannot be listened on at ${env.host}; perhaps another program does`)
  }
  try {
    const warning = keepPrivate(env.dataDir)
    if (warning) log({ level: 'warn', what: warning })
    accessSync(env.dataDir, constants.W_OK)
  } catch {
    faults.push(`DATA_DIR ${env.dataDir} is no folder that can be written`)
  }
  if (faults.length > 0) throw new EnvError(faults)
}

async function start(env: Env): Promise<void> {
  const log = openLog(env)
  for (const what of obsoleteVariables(process.env)) log({ level: 'warn', what })
  const source = databaseSourceOf(env)
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
  staticFiles(app, deps, env.appDir)
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
  app.listen({
    port: env.port,
    hostname: env.host,
    // The framework's default lets a second server listen behind the same port.
    reusePort: false,
    idleTimeout: IDLE_TIMEOUT_S,
    maxRequestBodySize: bodyLimits.any,
  })
  const stopTimers = startTimers(deps)
  const stopPushes = sendPushesSoon(deps)
  const stopMails = sendMailsSoon(deps, sendMails)
  console.log(`${PRODUCT_NAME} is ready at ${env.origin}`)
  if (canReadKeptMails(deps)) console.log(`No mail is sent: read it at ${env.origin}/mail`)

  let stopping = false
  const stop = async (exitCode: number) => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(exitCode), env.drainWaitMs + DRAIN_MS).unref()
    beginDrain()
    // The balancer notices by /api/ready, and sends nobody here any more.
    await Bun.sleep(env.drainWaitMs)
    closeLiveStreams()
    await app.server?.stop()
    await stopTimers()
    await stopPushes()
    await stopMails()
    await writeHighWater(deps)
    await db.close()
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  endOnFault(log, stop)
}
