import type { Fault, FaultKind } from './faults'
import type { Answer } from './idempotency'
import { malformed, ProviderError } from './provider-error'

const CONFLICT =
  'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.'
const TOO_MANY = 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.'
const BROKEN = 'An error occurred with our connection to the local provider.'

/** A connection that closes early, as a client sees it: `fetch` rejects. */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('The connection was closed before an answer arrived.')
  }
}

export type Taken = Answer & { replayedFrom?: string }

/** The body of a POST, the query of anything else, as it came. */
export async function readRawForm(request: Request): Promise<string> {
  if (request.method !== 'POST') return new URL(request.url).search.slice(1)
  const raw = await request.text()
  const type = request.headers.get('content-type')
  if (raw !== '' && type && !type.startsWith('application/x-www-form-urlencoded')) {
    throw malformed(
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.`,
    )
  }
  return raw
}

export function unknownAddress(method: string, path: string): ProviderError {
  const message = `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`
  return new ProviderError(404, 'invalid_request_error', message, {}, { kept: false })
}

/** Faults that keep a request from running. */
export function refuseByFault(faults: Map<FaultKind, Fault>): void {
  const options = { kept: false }
  if (faults.has('conflict')) {
    throw new ProviderError(409, 'invalid_request_error', CONFLICT, { code: 'lock_timeout' }, options)
  }
  if (faults.has('rate_limit')) {
    throw new ProviderError(429, 'invalid_request_error', TOO_MANY, { code: 'rate_limit' }, options)
  }
  if (faults.has('error_before')) throw serverError()
}

/** A fault of this provider itself. The caller gets Stripe's 500, whoever runs the server gets the cause. */
export function broken(cause: unknown): ProviderError {
  console.error('The local payment provider failed', cause)
  return serverError()
}

export function serverError(): ProviderError {
  return new ProviderError(500, 'api_error', BROKEN, {}, { kept: false })
}

/** The answer in Stripe's dress. */
export function respond(taken: Taken, requestId: string, request: Request, apiVersion: string): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    'stripe-version': apiVersion,
  })
  const key = request.headers.get('idempotency-key')
  if (key && request.method === 'POST') headers.set('idempotency-key', key)
  if (taken.replayedFrom) {
    headers.set('idempotent-replayed', 'true')
    headers.set('original-request', taken.replayedFrom)
  }
  return new Response(`${JSON.stringify(taken.body, null, 2)}\n`, { status: taken.status, headers })
}
