import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../server/test-support/free-port'

export const ROOT = join(import.meta.dirname, '../..')
export const BUN = join(ROOT, 'node_modules/.bin/bun')
const READY_LIMIT_MS = 60_000
/** The server gives its requests four seconds to end; a busy machine adds to that. */
const STOP_LIMIT_MS = 15_000
const PROBE_PAUSE_MS = 50

/** Opens the API of the built-in provider to the stories. */
export const PROVIDER_KEY = 'sk_test_stories'

export interface ServerOptions {
  /** Folder of the database and the uploads; kept over stops and starts. */
  dataDir: string
  /** The product's address for the browser: the proxy's. */
  origin: string
  env?: Record<string, string>
}

/** One product server on a loopback port of its own. */
export interface ServerProcess {
  readonly dataDir: string
  readonly port: number
  readonly isRunning: boolean
  /** Does it serve another build of the app than usual? */
  readonly hasOtherApp: boolean
  /** Starts on the same folder and port as before, with another build of the app if asked; resolves when `/api/ready` answers 200. */
  start(appDir?: string): Promise<void>
  /** SIGTERM, as an operator stops it. @throws when it takes longer than 5 s or ends with a fault. */
  stop(): Promise<void>
  /** SIGKILL, as a power cut ends it. */
  kill9(): Promise<void>
  /** Its log so far, over all its starts. */
  log(): Promise<string>
  /** The audit's words: its findings, or that the books are in order. */
  audit(): Promise<string>
}

/** The audit's words when all is well. */
export const BOOKS_IN_ORDER = 'The books are in order.'

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
  return response?.status === 200
}

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null

/** Looks through the books of the database that the environment names. @returns what is wrong, or that they are in order */
export async function auditBooks(environment: Record<string, string>): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'test', ...environment }
  const run = promisify(execFile)(BUN, ['server/settlement/audit-ledger.ts'], { cwd: ROOT, env })
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => ({
    stdout: `${error.stdout}${error.stderr}`,
  }))
  return stdout.trim()
}

/** Prepares a server; `start` starts it. */
export async function createServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const port = await freePort()
  const logFile = join(options.dataDir, '../server.log')
  let child: ChildProcess | undefined
  let hasOtherApp = false
  await mkdir(options.dataDir, { recursive: true })

  const log = () => readFile(logFile, 'utf8').catch(() => '')

  async function start(appDir = ''): Promise<void> {
    if (isRunning(child)) throw new Error('The server is running already')
    hasOtherApp = appDir !== ''
    // --no-orphans: a killed test run must not leave servers behind.
    child = spawn(BUN, ['--no-orphans', 'server/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(port),
        HOST: '127.0.0.1',
        ORIGIN: options.origin,
        DATA_DIR: options.dataDir,
        APP_DIR: appDir,
        DEMO: '1',
        NEW_SELLER_HOLD_DAYS: '0',
        LOCAL_PROVIDER_KEY: PROVIDER_KEY,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const file = createWriteStream(logFile, { flags: 'a' })
    child.stdout?.pipe(file, { end: false })
    child.stderr?.pipe(file, { end: false })
    child.once('close', () => file.end())
    for (const limit = Date.now() + READY_LIMIT_MS; !(await isReady(port)); await pause(PROBE_PAUSE_MS)) {
      if (!isRunning(child)) throw new Error(`The server ended while starting:\n${await log()}`)
      if (Date.now() > limit) throw new Error(`The server was not ready within ${READY_LIMIT_MS} ms:\n${await log()}`)
    }
  }

  async function stop(): Promise<void> {
    if (!isRunning(child)) return
    const ended = once(child, 'exit') as Promise<[number | null]>
    child.kill('SIGTERM')
    const outcome = await Promise.race([ended, pause(STOP_LIMIT_MS)])
    if (outcome === undefined) {
      await kill9()
      throw new Error(`The server did not stop within ${STOP_LIMIT_MS} ms:\n${await log()}`)
    }
    if (outcome[0] !== 0) throw new Error(`The server stopped with code ${outcome[0]}:\n${await log()}`)
  }

  async function kill9(): Promise<void> {
    if (!isRunning(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  return {
    dataDir: options.dataDir,
    port,
    get isRunning() {
      return isRunning(child)
    },
    get hasOtherApp() {
      return hasOtherApp
    },
    start,
    stop,
    kill9,
    log,
    audit: () => auditBooks({ DATA_DIR: options.dataDir }),
  }
}
