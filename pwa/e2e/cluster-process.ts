import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../server/test-support/free-port'
import { auditBooks, BUN, PROVIDER_KEY, ROOT, type ServerProcess } from './server-process'

const PROGRAM = join(import.meta.dirname, 'cluster-program.ts')
const SERVERS = 2
/** So long does a server that was killed stay away: time to look at the screens meanwhile. */
const AWAY_MS = 2_500

/** Starts a cluster; the arguments of `openCluster` that can be written as text. */
export interface ClusterProgramOptions {
  folder: string
  servers: number
  port: number
  againMs: number
  environment: Record<string, string>
}

/** A signal to the database server or to a server by its number, or a question to the database. */
export type ClusterCommand =
  | { signal: NodeJS.Signals; to: 'database' | number }
  | { sql: string; args: (string | number)[] }

/** A cluster of product servers. As a server of stories it is its balancer. */
export interface ClusterProcess extends ServerProcess {
  /** The port of a server by its number. */
  portOf(server: number): number | undefined
  /** Sends a signal; whoever ends by it is started again. */
  signal(signal: NodeJS.Signals, to: 'database' | number): Promise<void>
  /** Asks the database, past all servers. */
  rows<Row>(sql: string, ...args: (string | number)[]): Promise<Row[]>
}

/** Starts a database server, a bucket, two servers and a balancer. */
export async function startCluster(folder: string, origin: string): Promise<ClusterProcess> {
  const port = await freePort()
  const logFile = join(folder, 'server.log')
  const options: ClusterProgramOptions = {
    folder,
    servers: SERVERS,
    port,
    againMs: AWAY_MS,
    environment: {
      NODE_ENV: 'test',
      ORIGIN: origin,
      DEMO: '0',
      NEW_SELLER_HOLD_DAYS: '0',
      LOCAL_PROVIDER_KEY: PROVIDER_KEY,
      DRAIN_WAIT_MS: '0',
    },
  }
  let child: ChildProcess | undefined
  let answers: AsyncIterator<string> | undefined
  let ports: number[] = []
  let environment: Record<string, string> = {}
  // A command is answered before the next one is given.
  let last: Promise<unknown> = Promise.resolve()
  await mkdir(folder, { recursive: true })

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const log = () => readFile(logFile, 'utf8').catch(() => '')

  async function answer<T>(): Promise<T> {
    const line = await answers?.next()
    if (!line || line.done) throw new Error(`The cluster has ended:\n${await log()}`)
    return JSON.parse(line.value) as T
  }

  function command<T>(wanted: ClusterCommand): Promise<T> {
    const answered = last.then(() => {
      child?.stdin?.write(`${JSON.stringify(wanted)}\n`)
      return answer<T>()
    })
    last = answered.catch(() => undefined)
    return answered
  }

  async function start(): Promise<void> {
    const started = spawn(BUN, ['--no-orphans', PROGRAM, JSON.stringify(options)], {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child = started
    started.stderr.pipe(createWriteStream(logFile, { flags: 'a' }))
    answers = createInterface(started.stdout)[Symbol.asyncIterator]()
    const ready = await answer<{ servers: number[]; environment: Record<string, string> }>()
    ports = ready.servers
    environment = ready.environment
  }

  async function end(how: (running: ChildProcess) => void): Promise<void> {
    if (!child || !isRunning()) return
    const ended = once(child, 'exit')
    how(child)
    await ended
  }

  await start()
  return {
    dataDir: folder,
    port,
    get isRunning() {
      return isRunning()
    },
    hasOtherApp: false,
    start,
    stop: () => end((running) => running.stdin?.end()),
    kill9: () => end((running) => running.kill('SIGKILL')),
    log,
    audit: () => auditBooks({ ...environment, DATA_DIR: folder }),
    portOf: (server) => ports[server],
    signal: (signal, to) => command({ signal, to }),
    rows: (sql, ...args) => command({ sql, args }),
  }
}
