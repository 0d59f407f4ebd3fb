import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import webPush from 'web-push'
import { parseEnv } from '../env'
import { type MarketRow, type MarketsDirectory, openMarketsDirectory } from '../markets/markets-directory'
import type { Paces } from '../markets/running-markets'
import type { Serving } from '../markets/serve-market'
import { serveMarkets } from '../markets/serve-markets'
import { isOverServer, SQLD, type StartedDatabase, startDatabase } from './database-server'
import { freePort } from './free-port'
import { openS3Server } from './s3-server'
import { cookieOf, TEST_ADDRESS, TEST_PASSWORD } from './sign-up'
import type { TestAnswer } from './test-app'
import { grayPng } from './test-pictures'

interface MarketsCall {
  body?: unknown
  as?: string
  headers?: Record<string, string>
  /** The caller's address, told by the proxy of this machine. */
  from?: string
}

/** A process that serves several markets, on loopback. */
export interface TestMarkets {
  port: number
  /** The folder of all data. */
  folder: string
  directory: MarketsDirectory
  variables: Record<string, string>
  logged: Record<string, unknown>[]
  /** Lines of the log by their words. */
  told(what: string): Record<string, unknown>[]
  /** A request to a host as that market's own pages send it. */
  call(host: string, method: string, path: string, options?: MarketsCall): Promise<TestAnswer>
  fetch(host: string, path: string, init?: RequestInit): Promise<Response>
  /** The address of a market as its people see it. */
  origin(host: string): string
  close(): Promise<void>
}

export const market = (name: string, further: Partial<MarketRow> = {}): MarketRow => ({
  name,
  host: `${name}.example`,
  zone: 'America/New_York',
  databaseUrl: null,
  namespace: '',
  state: 'open',
  feeBps: 0,
  tagline: '',
  ...further,
})

interface MarketsWish {
  paces?: Partial<Paces>
  idleTimeout?: number
  /** Variables beside those that every such process has. */
  further?: Record<string, string>
}

/** Its markets are in files, or with `TEST_DATABASE=server` on one database server, with their photos in one bucket. */
export async function openMarkets(
  markets: MarketRow[],
  { paces = {}, idleTimeout, further = {} }: MarketsWish = {},
): Promise<TestMarkets> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-markets-'))
  const port = await freePort()
  const isOnServer = isOverServer && SQLD !== null
  const database = isOnServer ? await startDatabase() : null
  const bucket = isOnServer ? await openS3Server() : null
  const variables = {
    DATA_DIR: folder,
    PORT: String(port),
    MARKETS_DATABASE: join(folder, 'markets.db'),
    DEMO: '0',
    MAIL: 'off',
    NEW_SELLER_HOLD_DAYS: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    SECRET_KEY: 'k'.repeat(64),
    LOCAL_PROVIDER_KEY: 'sk_test_markets',
    ...(isOnServer && { VAPID_PUBLIC_KEY: VAPID.publicKey, VAPID_PRIVATE_KEY: VAPID.privateKey }),
    ...bucket?.environment,
    ...further,
  }
  const env = parseEnv(variables)
  if (!env.markets) throw new Error('There is no directory')
  const directory = await openMarketsDirectory(env.markets)
  for (const one of markets) await directory.add(await placed(one, database))
  const logged: Record<string, unknown>[] = []
  const log = (entry: Record<string, unknown>) => void logged.push(entry)
  const serving: Serving = await serveMarkets({
    env: { ...env, markets: env.markets },
    variables,
    log,
    paces,
    ...(idleTimeout && { idleTimeout }),
  })
  const origin = (host: string) => `http://${host}:${port}`
  const ask = (host: string, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...(init.headers as object), host } })
  return {
    port,
    folder,
    directory,
    variables,
    logged,
    told: (what) => logged.filter((entry) => entry.what === what),
    origin,
    fetch: ask,
    async call(host, method, path, { body, as, headers, from } = {}) {
      const answer = await ask(host, path, {
        method,
        headers: {
          origin: origin(host),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(as ? { cookie: as } : {}),
          ...(from ? { 'x-forwarded-for': from } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json')
      return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
    },
    async close() {
      await serving.close()
      directory.close()
      await database?.close()
      await bucket?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A pair of keys that no push service knows. */
const VAPID = webPush.generateVAPIDKeys()

async function placed(one: MarketRow, database: StartedDatabase | null): Promise<MarketRow> {
  if (!database || one.databaseUrl) return one
  await database.create(one.name)
  return { ...one, databaseUrl: database.url, namespace: one.name }
}

/** Somebody who signs up in one market. @returns the cookie of their browser, and their number there */
export async function joinMarket(t: TestMarkets, host: string, username: string): Promise<{ id: number; as: string }> {
  const body = { username, password: TEST_PASSWORD, email: `${username}@example.com`, ...TEST_ADDRESS }
  const answer = await t.call(host, 'POST', '/api/register', { body })
  if (answer.status !== 201) throw new Error(`${username} could not register: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.id, as: cookieOf(answer.headers) }
}

/** Uploads a photo. @returns its path */
export async function uploadIn(t: TestMarkets, host: string, as: string, content = grayPng(60, 40)): Promise<string> {
  const form = new FormData()
  form.append('file', new File([content], 'photo.png', { type: 'image/png' }))
  const headers = { cookie: as, origin: t.origin(host) }
  const answer = await t.fetch(host, '/api/upload', { method: 'POST', headers, body: form })
  if (answer.status !== 201) throw new Error(`The photo was refused: ${await answer.text()}`)
  return new URL(((await answer.json()) as { url: string }).url).pathname
}

/** Sets up payouts through the built-in provider's own form, and posts a listing. @returns the listing's number */
export async function postListing(
  t: TestMarkets,
  host: string,
  as: string,
  listing: Record<string, unknown>,
): Promise<number> {
  const back = { successUrl: `${t.origin(host)}/settings`, cancelUrl: `${t.origin(host)}/settings` }
  const { body } = await t.call(host, 'POST', '/api/stripe/setup-seller', { as, body: back })
  const { pathname, search } = new URL(body.url)
  await t.fetch(host, pathname + search)
  await t.fetch(host, pathname + search, {
    method: 'POST',
    body: new URLSearchParams({ action: 'finish' }),
    redirect: 'manual',
  })
  await t.call(host, 'GET', '/api/stripe/connect-status', { as })
  const wanted = { title: 'Oak table', description: 'Seats eight.', price: 40, category: 'furniture', ...listing }
  const posted = await t.call(host, 'POST', '/api/listings', { as, body: wanted })
  if (posted.status !== 201) throw new Error(`The listing was refused: ${JSON.stringify(posted.body)}`)
  return posted.body.id
}
