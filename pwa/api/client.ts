import type { BodyInput, Endpoint, Output, Params, Query } from '#schema/endpoints'
import { type ErrorBody, specErrorText } from '#schema/errors'
import { fillPath } from '#schema/mutations'
import { KEY_HEADER } from '#schema/sync'
import { httpCall, refusalIn } from './http'

/** A refusal of the server. `message` is for people; `text` is the specification's "status: body". */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly text: string

  constructor(status: number, refusal: ErrorBody, body: string) {
    super(refusal.message)
    this.name = 'ApiError'
    this.status = status
    this.code = refusal.code
    this.fields = refusal.fields ?? {}
    this.text = specErrorText(status, refusal.message, body)
  }
}

/** No answer from our server. Nothing is known about what became of a write. */
export class Unreachable extends Error {
  constructor() {
    super('There is no connection right now. Nothing you typed was lost.')
    this.name = 'Unreachable'
  }
}

type Inputs<E extends Endpoint> = (Params<E> extends undefined ? { params?: undefined } : { params: Params<E> }) &
  (BodyInput<E> extends undefined ? { body?: undefined } : { body: BodyInput<E> }) &
  (Query<E> extends undefined ? { query?: undefined } : { query?: Query<E> }) & {
    /** The idempotency key of a write that may be repeated. */
    key?: string
  }

/** Calls an endpoint of the contract. @throws ApiError when the server refuses, Unreachable when it does not answer. */
export async function call<E extends Endpoint>(endpoint: E, inputs: Inputs<E>): Promise<Output<E>> {
  const answer = await httpCall({
    method: endpoint.method,
    path: fillPath(endpoint.path, (inputs.params ?? {}) as Record<string, string | number>) + queryString(inputs.query),
    ...(inputs.body === undefined ? {} : { body: inputs.body }),
    ...(inputs.key ? { headers: { [KEY_HEADER]: inputs.key } } : {}),
  })
  if (answer.kind === 'unreachable') throw new Unreachable()
  if (!answer.ok) throw new ApiError(answer.status, refusalIn(answer), answer.text)
  return answer.json as Output<E>
}

/** What to tell a person about something thrown. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError || error instanceof Unreachable ? error.message : fallback
}

function queryString(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
