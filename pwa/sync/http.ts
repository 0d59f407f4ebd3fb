import type { ErrorBody } from '#schema/errors'
import { EPOCH_HEADER, SCHEMA_HEADER, SEQ_HEADER, SYNC_SCHEMA_VERSION } from '#schema/sync-scopes'
import { noteReachable } from './reachability'
import { noteServerTime } from './server-clock'
import { noteSessionEnd } from './session-end'

/**
 * Why there was no answer of our server: the browser has no network; the connection was refused or broke off; nothing came
 * in time; a network's own page came instead; something in front of the server said that it is not available.
 */
export type NoAnswer = 'offline' | 'broken' | 'timeout' | 'portal' | 'unavailable'

export const JSON_TIMEOUT_MS = 15_000
export const UPLOAD_TIMEOUT_MS = 60_000

export interface HttpRequest {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
  /** In place of a timeout: gives the call up when nothing comes any more, however long the whole takes. */
  patience?: { signal: AbortSignal; heard(): void }
  keepalive?: boolean
}

/** An answer of our own server, or none: whatever else came back (a portal's page, a redirect) is not one. */
export type HttpAnswer =
  | {
      kind: 'answered'
      status: number
      statusText?: string
      ok: boolean
      json: unknown
      text: string
      seq: number
      epoch: string
      retryAfterMs: number | null
    }
  | { kind: 'unreachable'; why?: NoAnswer }

/** One call to our server. It never throws: no answer in time is `unreachable`. */
export async function httpCall(request: HttpRequest): Promise<HttpAnswer> {
  const sentAt = Date.now()
  const isOffline = globalThis.navigator?.onLine === false
  try {
    const response = await fetch(request.path, {
      method: request.method,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'same-origin',
      keepalive: request.keepalive ?? false,
      headers: { ...contentType(request.body), [SCHEMA_HEADER]: String(SYNC_SCHEMA_VERSION), ...request.headers },
      signal: request.patience?.signal ?? AbortSignal.timeout(request.timeoutMs ?? JSON_TIMEOUT_MS),
      body: request.body instanceof FormData ? request.body : JSON.stringify(request.body),
    })
    const epoch = response.headers.get(EPOCH_HEADER)
    if (!epoch) return unreachable(foreignAnswer(response.status))
    const text = await readText(response, request.patience?.heard)
    noteReachable(true)
    const json = parseJson(text)
    if (response.status === 401 && (json as Partial<ErrorBody> | null)?.code === 'unauthenticated') noteSessionEnd()
    noteServerTime(response.headers.get('date'), sentAt)
    return {
      kind: 'answered',
      status: response.status,
      statusText: response.statusText,
      ok: response.ok,
      text,
      json,
      seq: Number(response.headers.get(SEQ_HEADER) ?? 0),
      epoch,
      retryAfterMs: retryAfterOf(response),
    }
  } catch (error) {
    const why = whyFailed(error, isOffline)
    // A photo that takes long says little about the server: a short call finds out.
    return why === 'timeout' && request.timeoutMs ? { kind: 'unreachable', why } : unreachable(why)
  }
}

async function readText(response: Response, onPart?: () => void): Promise<string> {
  if (!onPart || !response.body) return response.text()
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onPart()
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** The server's refusal as it came; of one that cannot be read, the status text. */
export function refusalIn(answer: { status: number; statusText?: string; json: unknown }): ErrorBody {
  const { code, message, ...further } = (answer.json ?? {}) as Partial<ErrorBody>
  return {
    ...further,
    code: typeof code === 'string' ? code : 'internal',
    message: typeof message === 'string' ? message : answer.statusText || `The server answered ${answer.status}.`,
  }
}

/** A server of several markets says so of one that is closed, and of one that it does not know. */
const NO_MARKET = [410, 421]

/** Why no answer came, from the answer of somebody else. */
export function foreignAnswer(status: number): NoAnswer {
  return status >= 500 || NO_MARKET.includes(status) ? 'unavailable' : 'portal'
}

function unreachable(why: NoAnswer): HttpAnswer {
  noteReachable(false)
  return { kind: 'unreachable', why }
}

/**
 * Browsers tell a connection that was refused and one that broke off by the same error, and so does a redirect elsewhere.
 * @param wasOffline before the call: what had left by the time that the network went may have arrived
 */
function whyFailed(error: unknown, wasOffline: boolean): NoAnswer {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  return wasOffline ? 'offline' : 'broken'
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

/** In how many milliseconds the server wants to be asked again, where it says so. */
export function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null
}
