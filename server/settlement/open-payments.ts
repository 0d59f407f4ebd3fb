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
import { createWebhooks, webhookUrl } from '../money/stripe/create-webhooks'
import { stripeGateway } from '../money/stripe/stripe-gateway'
import { ACCOUNT_EVENTS, CONNECT_EVENTS } from '../money/stripe/webhook-events'

const LOCAL_PUBLISHABLE_KEY = 'pk_test_local'
const OTHERS_MS = 100

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
  webhookSecrets(): Promise<string[]>
}
interface BuiltInOptions {
  secretKey: string
  hasSwitches: boolean
  sql: {
    read(sql: string, args: InValue[]): Promise<Record<string, unknown>[]>
    batch(statements: Statement[]): Promise<void>
    write<T>(plan: () => Promise<{ value: T; statements: Statement[] }>): Promise<T>
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
      write: async (plan) => {
        const planned = async () => {
          const { value, statements } = await plan()
          return {
            value,
            steps: statements.map(({ sql, args }) => ({ query: { toSQL: () => ({ sql, params: args }) } })),
          }
        }
        return (await db.write(planned)).value
      },
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
  let secrets: string[] = []
  const ensure = async () => {
    secrets = await ensureWebhooks(new Stripe(secretKey, config), provider, env.origin)
  }
  // Servers that start together would each remove what the others have made.
  while (!(await db.asOnly('webhooks', ensure))) await Bun.sleep(OTHERS_MS)
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

/** The secrets of our endpoints. Those that are there and listen to the right events stay: other servers know their secrets. */
async function ensureWebhooks(stripe: Stripe, provider: BuiltInProvider, origin: string): Promise<string[]> {
  const existing = (await stripe.webhookEndpoints.list({ limit: 100 })).data
  const isRight = ({ url, api_version, enabled_events }: Stripe.WebhookEndpoint) =>
    url === webhookUrl(origin) &&
    api_version === Stripe.API_VERSION &&
    [ACCOUNT_EVENTS, CONNECT_EVENTS].some((events) => events.join() === enabled_events.join())
  if (existing.length === 2 && existing.every(isRight)) return provider.webhookSecrets()
  for (const endpoint of existing) await stripe.webhookEndpoints.del(endpoint.id)
  return Object.values(await createWebhooks(stripe, origin))
}
