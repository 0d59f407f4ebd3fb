import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Elysia } from 'elysia'
import { createApp } from '../app'
import { openPasswords } from '../auth/passwords'
import { openDatabase } from '../db/client'
import { migrateDatabase, newEpoch } from '../db/migrate'
import type { Deps } from '../deps'
import { parseEnv } from '../env'
import { type RecordedExchange, record } from '../payments/local-provider/test-bench'
import { objections } from '../payments/local-provider/test-oracles'
import { openPayments } from '../payments/open-payments'
import { openPushSender } from '../push/push-sender'
import { openFeed } from '../sync/feed'

export const TEST_ORIGIN = 'http://localhost:3000'
/** A Tuesday at noon in New York. */
export const TEST_NOW = '2026-12-01T17:00:00.000Z'

export interface TestApp {
  readonly deps: Deps
  readonly app: Elysia
  clock: { now: Date; advance(ms: number): void }
  /** Log entries of level error; a test that expects none asserts that it is empty. */
  errors: Record<string, unknown>[]
  /** A request as our own pages send it: JSON body, own origin, the cookie of `as`. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>
  fetch(request: Request): Promise<Response>
  /** Starts the server anew on the same files: whatever it had in memory is gone. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface CallOptions {
  body?: unknown
  /** Value of the cookie header, as `signUp` and `signIn` return it. */
  as?: string
  headers?: Record<string, string>
}

export interface TestAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  body: any
  headers: Headers
}

/** Real hashes, at a cost that suits people who are invented by the thousand. */
const CHEAP_HASHES = { memoryCost: 8, timeCost: 1 }

let migrated: Promise<Uint8Array> | undefined

/** An empty database with the current schema, made once per run: every app begins with a copy of its own. */
function emptyDatabase(): Promise<Uint8Array> {
  migrated ??= migrateOnce()
  return migrated
}

async function migrateOnce(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-test-'))
  try {
    const [url, copy] = [`file:${join(folder, 'migrated.db')}`, join(folder, 'empty.db')]
    await migrateDatabase(url)
    // In one file: what was written last may still lie beside the database.
    const client = createClient({ url })
    await client.execute({ sql: 'VACUUM INTO ?', args: [copy] })
    client.close()
    return readFileSync(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Provider = Parameters<typeof record>[0]

/** The whole server over a fresh libSQL file, the built-in provider and a clock that stands still. */
export async function openTestApp(
  environment: Record<string, string> = {},
  { maxNetworkRetries }: { maxNetworkRetries?: number } = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-test-'))
  const file = join(folder, 'test.db')
  writeFileSync(file, await emptyDatabase())
  const clock = {
    now: new Date(TEST_NOW),
    advance(ms: number) {
      this.now = new Date(this.now.getTime() + ms)
    },
  }
  const errors: Record<string, unknown>[] = []
  const env = parseEnv({ DATA_DIR: folder, DEMO: '0', ...environment })
  const now = () => clock.now
  const passwords = openPasswords(CHEAP_HASHES)
  const exchanges: RecordedExchange[] = []
  const listenIn = (provider: Provider, request: Request) => record(provider, request, exchanges)
  const handle = (request: Request) => Promise.resolve(running.app.handle(request))
  const start = async (epoch?: string) => {
    const life = { isOver: false }
    const log = (entry: Record<string, unknown>) => {
      if (entry.level === 'error' && !life.isOver) errors.push(entry)
    }
    const db = await openDatabase(`file:${file}`)
    if (epoch) await db.batch([{ sql: 'UPDATE sync_clock SET epoch = ?', args: [epoch] }])
    const payments = await openPayments({ env, db, now, log, send: handle, listenIn, maxNetworkRetries })
    const feed = await openFeed(db)
    const deps: Deps = { env, db, now, passwords, feed, payments, push: openPushSender(env), log }
    return { life, deps, app: createApp(deps) }
  }
  let running = await start(newEpoch())
  return {
    get deps() {
      return running.deps
    },
    get app() {
      return running.app
    },
    clock,
    errors,
    fetch: handle,
    async call(method, path, options = {}) {
      const response = await handle(
        new Request(`${TEST_ORIGIN}${path}`, {
          method,
          headers: {
            origin: TEST_ORIGIN,
            ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(options.as ? { cookie: options.as } : {}),
            ...options.headers,
          },
          ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        }),
      )
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
    },
    async restart() {
      running.life.isOver = true
      await running.deps.db.close()
      running = await start()
    },
    async close() {
      await running.deps.db.close()
      rmSync(folder, { recursive: true, force: true })
      const wrong = await objections(exchanges)
      if (wrong.length > 0) throw new Error(`Not as Stripe describes its API:\n${wrong.join('\n')}`)
    },
  }
}
