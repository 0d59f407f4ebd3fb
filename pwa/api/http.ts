import type { ErrorBody } from '#schema/errors'
import { EPOCH_HEADER, SCHEMA_HEADER, SEQ_HEADER, SYNC_SCHEMA_VERSION } from '#schema/sync-scopes'
import { noteReachable } from './reachability'

export const JSON_TIMEOUT_MS = 15_000
export const UPLOAD_TIMEOUT_MS = 60_000

export interface HttpRequest {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
  keepalive?: boolean
}

/** An answer of our own server, or none: whatever else came back (a portal's page, a redirect) is not one. */
export type HttpAnswer =
  | {
      kind: 'answered'
      status: number
      ok: boolean
      json: unknown
      text: string
      seq: number
      epoch: string
      retryAfterMs: number | null
    }
  | { kind: 'unreachable' }

/** One call to our server. It never throws: no answer in time is `unreachable`. */
export async function httpCall(request: HttpRequest): Promise<HttpAnswer> {
  try {
    const response = await fetch(request.path, {
      method: request.method,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'same-origin',
      keepalive: request.keepalive ?? false,
      headers: { ...contentType(request.body), [SCHEMA_HEADER]: String(SYNC_SCHEMA_VERSION), ...request.headers },
      signal: AbortSignal.timeout(request.timeoutMs ?? JSON_TIMEOUT_MS),
      ...(request.body === undefined
        ? {}
        : { body: request.body instanceof FormData ? request.body : JSON.stringify(request.body) }),
    })
    const epoch = response.headers.get(EPOCH_HEADER)
    if (!epoch) return unreachable()
    const text = await response.text()
    noteReachable(true)
    return {
      kind: 'answered',
      status: response.status,
      ok: response.ok,
      text,
      json: parseJson(text),
      seq: Number(response.headers.get(SEQ_HEADER) ?? 0),
      epoch,
      retryAfterMs: retryAfter(response),
    }
  } catch {
    return unreachable()
  }
}

/** The server's refusal as it came, or a stand-in for one that cannot be read. */
export function refusalIn(answer: { status: number; json: unknown }): ErrorBody {
  const body = answer.json as Partial<ErrorBody> | null
  return {
    code: typeof body?.code === 'string' ? body.code : 'internal',
    message: typeof body?.message === 'string' ? body.message : `The server answered ${answer.status}.`,
    ...(body?.fields ? { fields: body.fields } : {}),
  }
}

function unreachable(): HttpAnswer {
  noteReachable(false)
  return { kind: 'unreachable' }
}

function contentType(body: unknown): Record<string, string> {
  return body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }
}

function parseJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null
}
