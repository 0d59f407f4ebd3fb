import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import webPush from 'web-push'
import type { DatabaseServer } from '../env'
import { type StartedDatabase, startDatabase } from './database-server'
import { freePort } from './free-port'
import { openS3Server } from './s3-server'
import { until } from './until'

const MAIN = join(import.meta.dir, '../main.ts')
const AGAIN_MS = 500
const LOOK_MS = 100
const CANARY_MS = 2_000
const CANARY_EVERY_MS = 500
/** For a server that ends to notice that no more comes. */
const DRAIN_WAIT_MS = '1000'

export interface ClusterServer {
  origin: string
  pid(): number
  /** Asks it to stop, waits for its end and starts it again. */
  restart(): Promise<void>
}

/** Servers over one database server and one bucket, behind a balancer; all on loopback. */
export interface Cluster {
  origin: string
  databasePid(): number
  database: DatabaseServer
  /** Empty without one. */
  replicaUrl: string
  servers: ClusterServer[]
  /** The variables that all servers share, for programs beside them too. */
  environment: Record<string, string>
  /** Ends all of it at once, as the loss of the machines would; the files stay. */
  kill(): Promise<void>
  close(): Promise<void>
}

export interface ClusterOptions {
  /** Keeps all data and keys; a second start goes on with them. */
  folder: string
  servers: number
  /** Of the balancer. */
  port: number
  environment?: Record<string, string>
  /** Public reads go to a replica of the database server. */
  hasReplica?: boolean
  /** The database server keeps a copy of itself in the bucket, and comes back from there when its folder is empty. */
  isCopied?: boolean
  /** Runs when the database is there, and before it is told to forget nothing. */
  beforeSafe?(source: DatabaseServer): Promise<void>
  /** After so long a server that was killed is started again. */
  againMs?: number
  onLine?(name: string, line: string): void
  /** Runs when the database server and the bucket are there, before the first server starts. */
  prepare?(environment: Record<string, string>): Promise<void>
}

type MarketOptions = Pick<ClusterOptions, 'folder' | 'environment' | 'prepare'>

/** Starts all of it and waits until each server is ready. A child that is killed is started again. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, port } = options
  for (const name of ['database', 'photos']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  const photos = await openS3Server(join(folder, 'photos'))
  const copying = options.isCopied ? photos.copying : undefined
  const database = await startDatabase({ kept: join(folder, 'database'), copying })
  await options.beforeSafe?.(await database.makeUnsafe('market'))
  const source = await database.create('market')
  const replica = options.hasReplica ? await startReplica(folder, database.grpcPort) : null
  const replicaUrl = replica?.url ?? ''
  const origin = `http://localhost:${port}`
  const shared = {
    ...keysOf(folder),
    ...photos.environment,
    DATABASE_URL: database.url,
    DATABASE_NAMESPACE: source.namespace,
    DATABASE_REPLICA_URL: replicaUrl,
    ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_WAIT_MS,
    // Of programs beside the servers, which have folders of their own.
    DATA_DIR: join(folder, 'beside'),
    ...options.environment,
  }
  await options.prepare?.(shared)
  const servers = await Promise.all(
    Array.from({ length: options.servers }, (_, nth) => startServer(options, `server-${nth + 1}`, shared)),
  )
  const balancer = openBalancer(port, servers)
  const watches = [database, ...(replica ? [replica] : [])].map(watch)
  const endWatches = () => {
    for (const end of watches) end()
  }
  return {
    origin,
    databasePid: database.pid,
    database: source,
    replicaUrl,
    servers,
    environment: shared,
    async kill() {
      endWatches()
      await Promise.all([...servers.map((server) => server.end('SIGKILL')), database.kill(), replica?.kill()])
      await balancer.stop()
      await photos.close()
    },
    async close() {
      endWatches()
      await balancer.stop()
      await Promise.all(servers.map((server) => server.end()))
      await replica?.close()
      await database.close()
      await photos.close()
    },
  }
}

/** One server over a file, with its keys and photos beside it in `folder/server`; else as a cluster. */
export async function openOneServer({ folder, environment, prepare }: MarketOptions) {
  const name = 'server'
  const shared = { TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: join(folder, name), ...environment }
  await prepare?.(shared)
  const server = await startServer({ folder }, name, shared)
  return {
    origin: server.origin,
    database: `file:${join(shared.DATA_DIR, 'trestle.db')}`,
    servers: [server],
    environment: shared,
    kill: () => server.end('SIGKILL'),
    close: () => server.end(),
  }
}

function startReplica(folder: string, primaryPort: number): Promise<StartedDatabase> {
  const kept = join(folder, 'replica')
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  return startDatabase({ kept, primaryPort })
}

/** Kills a database server that lives and is silent twice in a row: it comes back as one that has ended. @returns the end */
function watch({ url, pid }: StartedDatabase): () => void {
  let isOver = false
  let misses = 0
  const look = async () => {
    const signal = AbortSignal.timeout(CANARY_MS)
    await fetch(`${url}/health`, { signal }).catch(() => undefined)
    // A refused connection is a server that starts.
    misses = signal.aborted ? misses + 1 : 0
    if (isOver) return
    if (misses === 2) process.kill(pid(), 'SIGKILL')
    setTimeout(look, CANARY_EVERY_MS)
  }
  void look()
  return () => {
    isOver = true
  }
}

/** The keys that all servers share, made at the first start. */
function keysOf(folder: string): Record<string, string> {
  const file = join(folder, 'keys.json')
  if (!existsSync(file)) {
    const vapid = webPush.generateVAPIDKeys()
    const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('hex')
    const keys = {
      SECRET_KEY: random(),
      LOCAL_PROVIDER_KEY: `sk_test_${random()}`,
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
    }
    writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function startServer(
  options: Pick<ClusterOptions, 'folder' | 'onLine' | 'againMs'>,
  name: string,
  shared: Record<string, string>,
) {
  const { folder, onLine, againMs = AGAIN_MS } = options
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  let child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
  let isWanted = true

  async function start(): Promise<void> {
    const env = { PATH: process.env.PATH, ...shared, PORT: String(port), DATA_DIR: dataDir, SERVER_NAME: name }
    // It ends with this process, however that ends.
    const command = [process.execPath, '--no-orphans', MAIN]
    const started = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
    child = started
    void readLines(started.stdout, (line) => onLine?.(name, line))
    started.exited.then(async () => {
      await Bun.sleep(againMs)
      if (isWanted && child === started) await start()
    })
    await until(async () => (await fetch(`${origin}/api/ready`).catch(() => null))?.ok === true || !isWanted)
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    isWanted = false
    child.kill(signal)
    await child.exited
  }

  await start()
  return {
    origin,
    pid: () => child.pid,
    async restart() {
      await end()
      isWanted = true
      await start()
    },
    end,
  }
}

/**
 * A round robin over the servers that are ready. One that takes no connection is passed over; a lost answer is its caller's,
 * who asks again by its key.
 */
function openBalancer(port: number, servers: ClusterServer[]) {
  let turn = 0
  let ready = servers
  const look = setInterval(async () => {
    const answers = servers.map(({ origin }) => fetch(`${origin}/api/ready`).catch(() => null))
    const states = await Promise.all(answers)
    ready = servers.filter((_, nth) => states[nth]?.ok)
  }, LOOK_MS)
  const listening = Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request, balancer) {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', balancer.requestIP(request)?.address ?? '127.0.0.1')
      const body = request.body ? await request.arrayBuffer() : undefined
      const init = { method: request.method, headers, redirect: 'manual', decompress: false, signal: request.signal }
      for (const _ of servers) {
        const server = ready[turn++ % ready.length]
        if (!server) break
        try {
          return await fetch(`${server.origin}${pathname}${search}`, { ...init, ...(body && { body }) } as RequestInit)
        } catch (error) {
          if ((error as { code?: string }).code !== 'ConnectionRefused') return new Response(null, { status: 502 })
        }
      }
      return new Response(null, { status: 503, headers: { 'retry-after': '1' } })
    },
  })
  return {
    async stop() {
      clearInterval(look)
      await listening.stop(true)
    },
  }
}

async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}
