import { randomBytes } from 'node:crypto'
import type { InValue } from '@libsql/client'
import Stripe from 'stripe'
import { PRODUCT_NAME } from '#schema/product'
import type { Db } from '../db/client'
import type { Statement } from '../db/steps'
import type { Env } from '../env'
import type { Metrics } from '../metrics/metrics'
import { measureGateway } from '../money/measure-gateway'
import type { Payments } from '../money/payments'
import { createWebhooks } from '../money/stripe/create-webhooks'
import { stripeGateway } from '../money/stripe/stripe-gateway'

const LOCAL_PUBLISHABLE_KEY = 'pk_test_local'
interface PaymentsOptions {
  env: Env
  db: Db
  now(): Date
  metrics: Metrics
  log(entry: Record<string, unknown>): void
  /** Makes the built-in provider, for a server without keys. */
  localProvider(options: BuiltInOptions): BuiltInProvider
  /** How the built-in provider's webhooks reach our own app. */
  send(request: Request): Promise<Response>
  /** How often the SDK asks again by itself; absent: as it does in the product. */
  maxNetworkRetries?: number | undefined
  /** Whether tests may turn the built-in provider's clock, arm its faults and open disputes; the product never may. */
  hasSwitches?: boolean
  /** Takes the place of asking the built-in provider directly: tests listen in on what is said. */
  listenIn?(provider: Provider, request: Request): Promise<Response>
}
type Provider = { fetch(request: Request): Promise<Response> }
type BuiltInProvider = Provider & {
  serve(request: Request): Promise<Response>
  migrate(): Promise<void>
  tick(): Promise<void>
}
interface BuiltInOptions {
  secretKey: string
  hasSwitches: boolean
  sql: {
    read(sql: string, args: InValue[]): Promise<Record<string, unknown>[]>
    batch(statements: Statement[]): Promise<void>
  }
  now(): Date
  origin: string
  apiVersion: string
  productName: string
  send(request: Request): Promise<Response>
}

/** Stripe when keys are set, else the built-in provider behind the same SDK. */
export async function openPayments({
  env,
  db,
  now,
  metrics,
  localProvider,
  send,
  hasSwitches = false,
  listenIn,
  maxNetworkRetries,
}: PaymentsOptions): Promise<Payments> {
  if (env.stripe) {
    const { secretKey, publishableKey, webhookSecrets } = env.stripe
    return {
      gateway: measureGateway(stripeGateway({ secretKey, webhookSecrets: () => webhookSecrets }), metrics),
      config: { mode: 'stripe', publishableKey },
      local: null,
    }
  }
  const secretKey = env.localProviderKey || `sk_test_${randomBytes(32).toString('hex')}`
  const provider = localProvider({
    secretKey,
    hasSwitches,
    sql: {
      read: async (sql, args) => (await db.readBatch([{ sql, args }]))[0]?.rows ?? [],
      batch: async (statements) => void (await db.batch(statements)),
    },
    now,
    origin: env.origin,
    apiVersion: Stripe.API_VERSION,
    productName: PRODUCT_NAME,
    send,
  })
  await provider.migrate()
  const config = {
    host: 'local.invalid',
    protocol: 'http' as const,
    port: 80,
    httpClient: Stripe.createFetchHttpClient(
      fetchFrom(listenIn ? { fetch: (request) => listenIn(provider, request) } : provider),
    ),
  }
  const patience = maxNetworkRetries === undefined ? {} : { maxNetworkRetries }
  const secrets = await ensureWebhooks(new Stripe(secretKey, config), env.origin)
  const gateway = stripeGateway({ secretKey, webhookSecrets: () => secrets, config: { ...config, ...patience } })
  return {
    gateway: measureGateway(gateway, metrics),
    config: { mode: 'local', publishableKey: LOCAL_PUBLISHABLE_KEY },
    local: { ...provider, secretKey },
  }
}

/** A `fetch` that ends in the provider instead of on the network. */
function fetchFrom(provider: Provider): typeof fetch {
  const call = (input: string | URL | Request, init?: RequestInit) =>
    provider.fetch(input instanceof Request ? input : new Request(String(input), init))
  return Object.assign(call, { preconnect: () => undefined })
}

/** A secret is told only once, at creation: endpoints from before are replaced. */
async function ensureWebhooks(stripe: Stripe, origin: string): Promise<string[]> {
  const existing = await stripe.webhookEndpoints.list({ limit: 100 })
  for (const endpoint of existing.data) await stripe.webhookEndpoints.del(endpoint.id)
  return Object.values(await createWebhooks(stripe, origin))
}
