import type { BodyInput, EndpointName, Endpoints, Output, Params, Query } from '#schema/endpoints'
import { specErrorText } from '#schema/error-text'
import type { ErrorBody } from '#schema/errors'
import { fillPath, type Route, routes } from '#schema/routes'
import { KEY_HEADER } from '#schema/sync-scopes'
import { httpCall, type NoAnswer, refusalIn } from './http'
import { NO_ANSWER_WORDS, refusalWords } from './problem-words'

/** A refusal of the server. `message` is for people; `text` is the specification's "status: body". */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** The conditions of now, where the server names them. */
  readonly now: Record<string, unknown> | undefined
  readonly text: string

  constructor(status: number, refusal: ErrorBody, body: string) {
    super(refusal.message)
    this.name = 'ApiError'
    this.status = status
    this.code = refusal.code
    this.fields = refusal.fields ?? {}
    this.now = refusal.now
    this.text = specErrorText(status, refusal.message, body)
  }
}

/** No answer from our server. Nothing is known about what became of a write. */
export class Unreachable extends Error {
  readonly why: NoAnswer

  constructor(why: NoAnswer = 'offline') {
    super(NO_ANSWER_WORDS[why])
    this.name = 'Unreachable'
    this.why = why
  }
}

type Inputs<E extends Endpoints[EndpointName]> = (Params<E> extends undefined
  ? { params?: undefined }
  : { params: Params<E> }) &
  (BodyInput<E> extends undefined ? { body?: undefined } : { body: BodyInput<E> }) &
  (Query<E> extends undefined ? { query?: undefined } : { query?: Query<E> }) & {
    /** The idempotency key of a write that may be repeated. */
    key?: string
  }

/** Calls an endpoint of the contract. @throws ApiError when the server refuses, Unreachable when it does not answer. */
export const call = callBy(routes)

/** The same for a list of routes, such as one that is not part of every first page load. */
export function callBy<Name extends EndpointName>(list: Record<Name, Route>) {
  return async <One extends Name>(name: One, inputs: Inputs<Endpoints[One]>): Promise<Output<Endpoints[One]>> => {
    const { method, path } = list[name]
    const answer = await httpCall({
      method,
      path: fillPath(path, (inputs.params ?? {}) as Record<string, string | number>) + queryString(inputs.query),
      ...(inputs.body === undefined ? {} : { body: inputs.body }),
      ...(inputs.key ? { headers: { [KEY_HEADER]: inputs.key } } : {}),
    })
    if (answer.kind === 'unreachable') throw new Unreachable(answer.why)
    if (!answer.ok) throw new ApiError(answer.status, refusalIn(answer), answer.text)
    return answer.json as Output<Endpoints[One]>
  }
}

/** The words for a person about something thrown. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return refusalWords(error.code, error.message)
  return error instanceof Unreachable ? error.message : fallback
}

/** Can nobody say what became of a write? It may have left, and no answer tells. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof Unreachable) return error.why !== 'offline'
  return error instanceof ApiError && error.code === 'internal'
}

function queryString(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
