import { accessSync, constants } from 'node:fs'
import { describeAway } from './db/database-away'
import { keepPrivate } from './db/private-files'
import type { Deps } from './deps'
import { type Env, EnvError, obsoleteVariables, parseEnv } from './env'
import { endOnFault } from './jobs/end-on-fault'
import { type Serving, serveMarket } from './markets/serve-market'
import { serveMarkets } from './markets/serve-markets'
import { drain } from './site/drain'
import { describeBucketAway } from './storage/bucket-away'

/** A server that is asked to stop waits this long for requests under way. */
const DRAIN_MS = 4_000

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
  const serving = await serve(env, log)
  console.log(serving.words.join('\n'))

  let stopping = false
  const stop = async (exitCode: number) => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(exitCode), env.drainWaitMs + DRAIN_MS).unref()
    await drain(env.drainWaitMs, serving.spreadStreams)
    await serving.close()
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  endOnFault(log, stop)
}

/** A database server or a bucket that is away is for whoever starts this server: a line of the log, and no stack. */
async function serve(env: Env, log: Deps['log']): Promise<Serving> {
  const { markets } = env
  try {
    return markets
      ? await serveMarkets({ env: { ...env, markets }, variables: process.env, log })
      : await serveMarket(env, log)
  } catch (error) {
    const what = describeAway(error, env) ?? describeBucketAway(error, env)
    if (!what) throw error
    log({ level: 'error', what })
    process.exit(1)
  }
}
