import Stripe from 'stripe'
import { PRODUCT_NAME } from '#schema/product'
import type { Db } from '../db/client'
import type { Env } from '../env'
import { createWebhooks } from './create-webhooks'
import { createLocalProvider } from './local-provider/local-provider'
import type { Payments } from './payments'
import { stripeGateway } from './stripe-gateway'

const LOCAL_KEY = 'sk_test_local'
const LOCAL_PUBLISHABLE_KEY = 'pk_test_local'
interface PaymentsOptions {
  env: Env
  db: Db
  now(): Date
  log(entry: Record<string, unknown>): void
  /** How the built-in provider's webhooks reach our own app. */
  send(request: Request): Promise<Response>
  /** How often the SDK asks again by itself; absent: as it does in the product. */
  maxNetworkRetries?: number | undefined
  /** Takes the place of asking the built-in provider directly: tests listen in on what is said. */
  listenIn?(provider: Provider, request: Request): Promise<Response>
}
type Provider = { fetch(request: Request): Promise<Response> }

/** Stripe when keys are set, else the built-in provider behind the same SDK. */
export async function openPayments({
  env,
  db,
  now,
  send,
  listenIn,
  maxNetworkRetries,
}: PaymentsOptions): Promise<Payments> {
  if (env.stripe) {
    const { secretKey, publishableKey, webhookSecrets } = env.stripe
    return {
      gateway: stripeGateway({ secretKey, webhookSecrets: () => webhookSecrets }),
      config: { mode: 'stripe', publishableKey },
      local: null,
    }
  }
  const provider = createLocalProvider({
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
  const secrets = await ensureWebhooks(new Stripe(LOCAL_KEY, config), env.origin)
  return {
    gateway: stripeGateway({ secretKey: LOCAL_KEY, webhookSecrets: () => secrets, config: { ...config, ...patience } }),
    config: { mode: 'local', publishableKey: LOCAL_PUBLISHABLE_KEY },
    local: provider,
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
