import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Elysia } from 'elysia'
import { createApp } from '../app'
import { openDatabase } from '../db/client'
import { migrateDatabase } from '../db/migrate'
import type { Deps } from '../deps'
import { parseEnv } from '../env'
import { openPayments } from '../payments/open-payments'
import { openPushSender } from '../push/push-sender'
import { openFeed } from '../sync/feed'

export const TEST_ORIGIN = 'http://localhost:3000'
/** A Tuesday at noon in New York. */
export const TEST_NOW = '2026-12-01T17:00:00.000Z'

export interface TestApp {
  deps: Deps
  app: Elysia
  clock: { now: Date; advance(ms: number): void }
  /** Log entries of level error; a test that expects none asserts that it is empty. */
  errors: Record<string, unknown>[]
  /** A request as our own pages send it: JSON body, own origin, the cookie of `as`. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>
  fetch(request: Request): Promise<Response>
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

/** The whole server over a fresh libSQL file, the built-in provider and a clock that stands still. */
export async function openTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-test-'))
  const url = `file:${join(folder, 'test.db')}`
  await migrateDatabase(url)
  const db = await openDatabase(url)
  const clock = {
    now: new Date(TEST_NOW),
    advance(ms: number) {
      this.now = new Date(this.now.getTime() + ms)
    },
  }
  const errors: Record<string, unknown>[] = []
  const env = parseEnv({ DATA_DIR: folder, DEMO: '0', ...environment })
  const now = () => clock.now
  const log = (entry: Record<string, unknown>) => {
    if (entry.level === 'error') errors.push(entry)
  }
  const feed = await openFeed(db)
  const handle = (request: Request) => Promise.resolve(app.handle(request))
  const payments = await openPayments({ env, db, now, log, send: handle })
  const deps: Deps = { env, db, now, feed, payments, push: openPushSender(env), log }
  const app = createApp(deps)

  return {
    deps,
    app,
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
    async close() {
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
