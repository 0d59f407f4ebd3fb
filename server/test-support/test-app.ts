import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Elysia } from 'elysia'
import { createApp } from '../app'
import { openPasswords } from '../auth/passwords'
import type { DatabaseSource } from '../db/database-source'
import { newEpoch } from '../db/migrate'
import { openDatabase } from '../db/open-database'
import type { Deps } from '../deps'
import { parseEnv } from '../env'
import { originOfCall } from '../http/caller'
import { type Limits, openLimits } from '../http/limits'
import { sharedLimitStore } from '../http/shared-limit-store'
import { createLocalProvider } from '../local-provider/local-provider'
import { createTables } from '../local-provider/store'
import { openMailSender } from '../mail/mail-sender'
import { openMetrics } from '../metrics/metrics'
import type { PaymentGateway } from '../money/gateway'
import { prepareDatabase } from '../prepare-database'
import { openPushSender } from '../push/push-sender'
import { commandSenders } from '../settlement/command-senders'
import { openPayments } from '../settlement/open-payments'
import { openPhotos } from '../storage/open-storage'
import { openFeed } from '../sync/feed'
import { copiesOfFile, copiesOnServer, type DatabaseCopies } from './database-copies'
import { isOverServer, type StartedDatabase, startDatabase } from './database-server'
import { type RecordedExchange, record } from './provider-bench'
import { objections } from './provider-oracles'

export const TEST_ORIGIN = 'http://localhost:3000'
/** Opens the API of the built-in provider. */
const TEST_PROVIDER_KEY = 'sk_test_local'
/** A Tuesday at noon in New York. */
export const TEST_NOW = '2026-12-01T17:00:00.000Z'

export interface TestApp {
  /** Of the server whose turn it is, where there are several. */
  readonly deps: Deps
  readonly app: Elysia
  /** Of every server. */
  readonly servers: readonly Deps[]
  clock: { now: Date; advance(ms: number): void }
  /** Log entries of level error; a test that expects none asserts that it is empty. */
  errors: Record<string, unknown>[]
  /** A request as our own pages send it: JSON body, own origin, the cookie of `as`. Several servers are asked in turn. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>
  fetch(request: Request): Promise<Response>
  /** Starts the server anew on the same files, or on a copy of its database: whatever it had in memory is gone. */
  restart(copy?: string): Promise<void>
  /** Copies the database as it is now. @returns the copy's name */
  backUp(): Promise<string>
  /** The database that a copy is, to open it beside the server. */
  sourceOf(copy: string): DatabaseSource
  close(): Promise<void>
}

export interface CallOptions {
  body?: unknown
  /** Value of the cookie header, as `signUp` and `signIn` return it. */
  as?: string
  headers?: Record<string, string>
  /** The address that the request comes from; without one it is local, and no limit holds it back. */
  from?: string
}

export interface TestAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  body: any
  headers: Headers
}

/** Real hashes, at a cost that suits people who are invented by the thousand. */
const CHEAP_HASHES = { memoryCost: 8, timeCost: 1 }

/** For measurements: they ask over a network, far more often than anybody may. */
const NO_LIMITS: Limits = {
  ...openLimits(() => new Date()),
  count: async () => 0,
  countAddress: async () => {},
  countPerson: async () => {},
}

let migrated: Promise<Uint8Array> | undefined

/** An empty database with the current schema and the provider's tables, made once per run: every app begins with a copy of its own. */
function emptyDatabase(): Promise<Uint8Array> {
  migrated ??= migrateOnce()
  return migrated
}

async function migrateOnce(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-test-'))
  try {
    const [url, copy] = [`file:${join(folder, 'migrated.db')}`, join(folder, 'empty.db')]
    await prepareDatabase(url)
    const client = createClient({ url })
    await createTables({ batch: async (statements) => void (await client.batch(statements, 'write')) })
    // In one file: what was written last may still lie beside the database.
    await client.execute({ sql: 'VACUUM INTO ?', args: [copy] })
    client.close()
    return readFileSync(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Provider = Parameters<typeof record>[0]

interface TestDatabase {
  source: DatabaseSource
  copies: DatabaseCopies
}

/** An empty database on a database server: for several servers, and for a run of the tests over one (`TEST_DATABASE=server`). */
async function emptyOnServer(): Promise<TestDatabase> {
  const server = await startedDatabase()
  const source = await server.create(`app-${crypto.randomUUID()}`, 'migrated')
  return { source, copies: copiesOnServer(server, source) }
}

async function emptyInFile(file: string): Promise<TestDatabase> {
  writeFileSync(file, await emptyDatabase())
  return { source: `file:${file}`, copies: copiesOfFile(file) }
}

let started: Promise<StartedDatabase> | undefined

function startedDatabase(): Promise<StartedDatabase> {
  started ??= (async () => {
    const server = await startDatabase()
    await prepareDatabase(await server.create('migrated'))
    return server
  })()
  return started
}

interface TestAppOptions {
  maxNetworkRetries?: number
  isUnlimited?: true
  /** More than one of them share a database on a database server, and are asked in turn. */
  servers?: number
}

/** The same port, whose calls go through the servers' own ones in turn: who changes a method changes it for all servers. */
function gatewayInTurn(gateways: PaymentGateway[]): PaymentGateway {
  let turn = 0
  const calls = Object.keys(gateways[0] ?? {}).map((name) => [
    name,
    (...args: unknown[]) => {
      const gateway = gateways[turn++ % gateways.length]
      return Reflect.apply(gateway?.[name as keyof PaymentGateway] as () => unknown, gateway, args)
    },
  ])
  return Object.fromEntries(calls)
}

/** The whole server over a fresh libSQL file, the built-in provider and a clock that stands still. */
export async function openTestApp(
  environment: Record<string, string> = {},
  { maxNetworkRetries, isUnlimited, servers = 1 }: TestAppOptions = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-test-'))
  const { copies, ...empty } = await (isOverServer || servers > 1
    ? emptyOnServer()
    : emptyInFile(join(folder, 'trestle.db')))
  let { source } = empty
  const clock = {
    now: new Date(TEST_NOW),
    advance(ms: number) {
      this.now = new Date(this.now.getTime() + ms)
    },
  }
  const errors: Record<string, unknown>[] = []
  const env = parseEnv({
    DATA_DIR: folder,
    DEMO: '0',
    NEW_SELLER_HOLD_DAYS: '0',
    ...(environment.NODE_ENV === 'production' ? {} : { LOCAL_PROVIDER_KEY: TEST_PROVIDER_KEY }),
    ...environment,
  })
  const now = () => clock.now
  const passwords = openPasswords(CHEAP_HASHES)
  const exchanges: RecordedExchange[] = []
  const listenIn = (provider: Provider, request: Request) => record(provider, request, exchanges)
  const handle = (request: Request) => Promise.resolve(ofTurn().app.handle(request))
  const start = async (epoch?: string) => {
    const life = { isOver: false }
    const log = (entry: Record<string, unknown>) => {
      if (entry.level === 'error' && !life.isOver) errors.push(entry)
    }
    const metrics = openMetrics()
    const own = typeof source === 'string' ? source : { ...source, owner: crypto.randomUUID() }
    const db = await openDatabase(own, metrics)
    if (epoch)
      await db.batch([{ sql: 'UPDATE sync_clock SET epoch = ?, life = ?', args: [epoch, crypto.randomUUID()] }])
    const payments = await openPayments({
      env,
      db,
      now,
      metrics,
      log,
      localProvider: createLocalProvider,
      send: handle,
      hasSwitches: true,
      listenIn,
      maxNetworkRetries,
    })
    const feed = await openFeed(db, now, env.deviceRows)
    const senders = commandSenders(() => deps)
    const deps: Deps = {
      env,
      db,
      now,
      passwords,
      limits: isUnlimited ? NO_LIMITS : openLimits(now, servers > 1 ? sharedLimitStore(db) : undefined),
      feed,
      payments,
      senders,
      push: openPushSender(env),
      photos: openPhotos(env),
      mail: openMailSender(env),
      metrics,
      log,
    }
    return { life, deps, app: createApp(deps) }
  }
  const startAll = async (epoch?: string) => {
    const all = [await start(epoch)]
    while (all.length < servers) all.push(await start())
    if (servers === 1) return all
    const gateway = gatewayInTurn(all.map(({ deps }) => deps.payments.gateway))
    for (const { deps } of all) deps.payments.gateway = gateway
    return all
  }
  let running: Awaited<ReturnType<typeof startAll>> = []
  let turn = 0
  const ofTurn = () => {
    const next = running[turn++ % running.length]
    if (!next) throw new Error('No server is running')
    return next
  }
  running = await startAll(newEpoch())
  return {
    get deps() {
      return ofTurn().deps
    },
    get app() {
      return ofTurn().app
    },
    get servers() {
      return running.map(({ deps }) => deps)
    },
    clock,
    errors,
    fetch: handle,
    async call(method, path, options = {}) {
      const request = new Request(`${TEST_ORIGIN}${path}`, {
        method,
        headers: {
          origin: TEST_ORIGIN,
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.as ? { cookie: options.as } : {}),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      })
      const response = await handle(options.from ? originOfCall(request, options.from) : request)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
    },
    async restart(copy) {
      for (const { life } of running) life.isOver = true
      await Promise.all(running.map(({ deps }) => deps.db.close()))
      if (copy) source = await copies.putBack(copy)
      running = await startAll()
    },
    backUp: copies.take,
    sourceOf: copies.sourceOf,
    async close() {
      await Promise.all(running.map(({ deps }) => deps.db.close()))
      rmSync(folder, { recursive: true, force: true })
      const wrong = await objections(exchanges)
      if (wrong.length > 0) throw new Error(`Not as Stripe describes its API:\n${wrong.join('\n')}`)
    },
  }
}
