import type { JsonObject } from './wire'
import { wire } from './wire'

const DOC_ROOT = 'https://stripe.com/docs/error-codes/'

export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** The members of Stripe's `error` object beside type and message; absent ones are left out of the answer. */
export interface ErrorDetails {
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: JsonObject
  payment_method?: JsonObject
  payment_method_type?: string
}

/**
 * A refusal in Stripe's own words.
 * `kept` says whether the idempotency layer remembers the answer; `commits` whether the work done before it stays
 * (a decline leaves its failed charge behind, a bad parameter leaves nothing).
 */
export class ProviderError extends Error {
  readonly kept: boolean
  readonly commits: boolean

  constructor(
    readonly status: number,
    readonly type: ErrorType,
    message: string,
    readonly details: ErrorDetails = {},
    keeping: { kept?: boolean; commits?: boolean } = {},
  ) {
    super(message)
    this.kept = keeping.kept ?? true
    this.commits = keeping.commits ?? false
  }

  /** The answer's body. */
  body(): JsonObject {
    return { error: this.member() }
  }

  /** The `error` object itself, also what an intent keeps as its last error. */
  member(): JsonObject {
    const { payment_intent, payment_method, ...plain } = this.details
    return {
      type: this.type,
      message: this.message,
      doc_url: plain.code && this.type !== 'api_error' ? docUrl(plain.code) : undefined,
      ...plain,
      payment_intent: payment_intent && wire(payment_intent),
      payment_method: payment_method && wire(payment_method),
    }
  }
}

export function docUrl(code: string): string {
  return DOC_ROOT + code.replaceAll('_', '-')
}

/** 400 for a request that ran and was refused. */
export function refused(message: string, details: ErrorDetails = {}): ProviderError {
  return new ProviderError(400, 'invalid_request_error', message, details)
}

/** 400 for a request that never ran; its idempotency key stays free. */
export function malformed(message: string, details: ErrorDetails = {}): ProviderError {
  return new ProviderError(400, 'invalid_request_error', message, details, { kept: false })
}

/** 404 for an id in the path, 400 for an id in a parameter. */
export function missing(label: string, id: string, param?: string): ProviderError {
  const message = `No such ${label}: '${id}'`
  return new ProviderError(param ? 400 : 404, 'invalid_request_error', message, { code: 'resource_missing', param })
}

/** `$1,234.50`, as Stripe's messages write amounts. */
export function dollars(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')
  return `${sign}$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}
