import { hasSecretKey } from './access'
import { accountRoutes } from './accounts'
import { Api } from './api'
import { balanceRoutes } from './balance'
import { chargeRoutes } from './charges'
import { checkoutSessionRoutes } from './checkout-sessions'
import { serveControl } from './controls'
import { Core } from './core'
import { customerRoutes } from './customers'
import { disputeRoutes } from './disputes'
import { eventRoutes } from './events'
import { notFound } from './pages/page-shell'
import { servePage } from './pages/pages'
import { paymentIntentRoutes } from './payment-intents'
import { paymentMethodRoutes } from './payment-methods'
import { payoutRoutes } from './payouts'
import { refundRoutes } from './refunds'
import type { Route } from './route'
import type { SqlPort } from './sql-port'
import { transferReversalRoutes } from './transfer-reversals'
import { transferRoutes } from './transfers'
import { webhookEndpointRoutes } from './webhook-endpoints'

export type { SqlPort, SqlValue } from './sql-port'

export interface LocalProviderOptions {
  sql: SqlPort
  /** The real clock. The provider adds its own offset, which tests move forward and which is kept. */
  now(): Date
  /** The address of the app, e.g. `http://localhost:3000`; hosted pages are below `/_pay`. */
  origin: string
  apiVersion: string
  productName: string
  /** The key that opens the whole API, `sk_test_…`. */
  secretKey: string
  /** Whether its clock, faults and disputes can be reached under `/_local`: for tests, never in the product. */
  hasSwitches: boolean
  /** How webhooks leave. */
  send(request: Request): Promise<Response>
}

export interface LocalProvider {
  /** Creates the provider's own tables (`lp_…`); safe at every start, needed before anything else. */
  migrate(): Promise<void>
  /**
   * Answers `/v1/*` and `/_pay/v1/*` (the API), `/_pay/*` (hosted pages) and `/_local/*` (controls).
   * Rejects only when a fault was armed that drops the connection.
   */
  fetch(request: Request): Promise<Response>
  /** Answers what comes in over HTTP under `/_pay`: pages, the two calls of a browser, and the API to holders of the key. */
  serve(request: Request): Promise<Response>
  /** Does the work of time: lapsed holds, expired sessions, late refunds, repeated webhooks. */
  tick(): Promise<void>
  /** The secrets of the endpoints that exist: for the servers that share them. */
  webhookSecrets(): Promise<string[]>
}

/** The calls of the page that pays: each opens with the secret of its payment. */
const BROWSER_CALL = /^\/v1\/payment_intents\/[^/]+\/(confirm|authenticate)$/

const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...balanceRoutes,
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...payoutRoutes,
  ...refundRoutes,
  ...transferReversalRoutes,
  ...transferRoutes,
  ...webhookEndpointRoutes,
]

/**
 * A payment provider that speaks Stripe's API for the part that a marketplace needs, moves no money, knows test cards
 * only, and keeps its state in the product's database file, in tables of its own.
 */
export function createLocalProvider(options: LocalProviderOptions): LocalProvider {
  const { sql, now, send, apiVersion, productName, secretKey, hasSwitches } = options
  const site = { pages: `${options.origin.replace(/\/$/, '')}/_pay`, apiVersion, productName, secretKey }
  const core = new Core({ sql, now, send, site })
  const api = new Api(core, ROUTES)
  return {
    migrate: () => core.migrate(),
    tick: () => core.tick(),
    webhookSecrets: () => core.webhookSecrets(),
    fetch: async (request) => {
      const inner = innerPath(request)
      if (inner.startsWith('/v1/')) return api.handle(request, inner)
      if (inner.startsWith('/_local/') && hasSwitches) return serveControl(core, request, inner.slice('/_local'.length))
      return servePage(core, request, inner)
    },
    serve: async (request) => {
      const inner = innerPath(request)
      if (!inner.startsWith('/v1/')) return servePage(core, request, inner)
      const isBrowserCall = request.method === 'POST' && BROWSER_CALL.test(inner)
      return isBrowserCall || hasSecretKey(request, secretKey) ? api.handle(request, inner) : notFound()
    },
  }
}

function innerPath(request: Request): string {
  const path = new URL(request.url).pathname
  return path.startsWith('/_pay/') ? path.slice('/_pay'.length) : path
}
