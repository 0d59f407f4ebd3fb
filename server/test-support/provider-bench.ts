import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { createClient } from '@libsql/client'
import Stripe from 'stripe'
import { PRODUCT_NAME } from '#schema/product'
import type { LocalProvider, SqlPort } from '../local-provider/local-provider'
import { createLocalProvider } from '../local-provider/local-provider'
import { objections } from './provider-oracles'

export const ORIGIN = 'http://localhost:3000'
export const SECRET = 'sk_test_local'

export interface RecordedExchange {
  method: string
  path: string
  raw: string
  status: number
  headers: Record<string, string>
  body: unknown
}

export interface Bench {
  provider: LocalProvider
  stripe: Stripe
  sql: SqlPort
  exchanges: RecordedExchange[]
  webhooks: Request[]
  /** How the product answers webhooks; replaceable. */
  receive: { answer(request: Request): Promise<Response> }
  /** Another client, with repeats of its own. */
  connect(maxNetworkRetries: number): Stripe
  /** A second provider over the same file, as after a restart. */
  restart(): Promise<LocalProvider>
  advance(seconds: number): Promise<void>
  fault(fault: Record<string, string | number>): Promise<void>
  form(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  /** Ends the bench; fails when an exchange was not as Stripe describes its API. */
  close(): Promise<void>
}

/** The provider over a real libSQL file, driven by the real SDK; nothing leaves the process. */
export async function openBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'local-provider-'))
  const url = `file:${join(folder, 'provider.db')}`
  const clients = [createClient({ url, concurrency: 1 }), createClient({ url, concurrency: 1 })] as const
  await clients[1].execute('PRAGMA journal_mode = WAL')
  const sql = sqlPort(clients[0], clients[1])
  const webhooks: Request[] = []
  const exchanges: RecordedExchange[] = []
  const receive = { answer: async (_request: Request) => new Response('ok') }
  const start = async () => {
    const provider = createLocalProvider({
      sql,
      now: () => new Date(),
      origin: ORIGIN,
      secretKey: SECRET,
      hasSwitches: true,
      apiVersion: Stripe.API_VERSION,
      productName: PRODUCT_NAME,
      send: (request) => {
        webhooks.push(request.clone() as Request)
        return receive.answer(request)
      },
    })
    await provider.migrate()
    return provider
  }
  const provider = await start()
  const connectRecorded = (retries: number) => connect((request) => record(provider, request, exchanges), retries)
  const stripe = connectRecorded(0)
  const control = (path: string, body: object) =>
    provider.fetch(
      new Request(`${ORIGIN}/_local${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const settle = async (answer: Promise<Response>) => {
    const response = await answer
    if (!response.ok) throw new Error(`A control failed: ${await response.text()}`)
  }
  return {
    provider,
    stripe,
    sql,
    exchanges,
    webhooks,
    receive,
    connect: connectRecorded,
    restart: start,
    advance: (seconds) => settle(control('/clock', { advance: seconds })),
    fault: (fault) => settle(control('/faults', fault)),
    form: (path, fields, headers = {}) =>
      provider.fetch(new Request(ORIGIN + path, { method: 'POST', headers, body: new URLSearchParams(fields) })),
    close: async () => {
      await provider.tick()
      for (const client of clients) client.close()
      rmSync(folder, { recursive: true, force: true })
      const wrong = await objections(exchanges)
      if (wrong.length > 0) throw new Error(`Not as Stripe would do it:\n${wrong.join('\n')}`)
    },
  }
}

/** The real SDK, in process. */
function connect(send: (request: Request) => Promise<Response>, maxNetworkRetries: number): Stripe {
  const call = (url: string | URL | Request, init?: RequestInit) => send(new Request(url as string, init))
  return new Stripe(SECRET, {
    host: 'local.invalid',
    protocol: 'http',
    port: 80,
    maxNetworkRetries,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(Object.assign(call, { preconnect: () => undefined })),
  })
}

/** Passes a request on to the provider and writes down what was said on both sides. */
export async function record(
  provider: Pick<LocalProvider, 'fetch'>,
  request: Request,
  exchanges: RecordedExchange[],
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const raw = request.method === 'POST' ? await (request.clone() as Request).text() : search.slice(1)
  const response = await provider.fetch(request)
  const body: unknown = JSON.parse(await (response.clone() as Response).text())
  exchanges.push({
    method: request.method,
    path: pathname,
    raw,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
  })
  return response
}

function sqlPort(reader: Client, writer: Client): SqlPort {
  let tail: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>) => {
    const done = tail.then(work)
    tail = done.catch(() => undefined)
    return done
  }
  return {
    read: async (sql, args) => (await reader.execute({ sql, args })).rows.map((row) => ({ ...row })),
    batch: (statements) => inTurn(async () => void (await writer.batch(statements, 'write'))),
    write: (plan) =>
      inTurn(async () => {
        const { value, statements } = await plan()
        if (statements.length > 0) await writer.batch(statements, 'write')
        return value
      }),
  }
}

/** The SDK's error of a call that must be refused. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error(`Expected a refusal, got ${outcome === undefined ? 'success' : String(outcome)}`)
}
