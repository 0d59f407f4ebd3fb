import type { Elysia } from 'elysia'
import { type ErrorBody, Refusal } from '#schema/errors'
import { refusalIn } from '../db/refusal-in'
import type { Deps } from '../deps'
import { describeError } from './describe-error'
import { syncHeaders } from './mount'
import { personOf } from './request-log'
import { loggedRoute } from './request-path'
import { securityHeaders } from './security-headers'

/** The one place where something thrown becomes an answer; nothing of an unexpected error leaves the server. */
export function answerErrors(app: Elysia, deps: Deps): void {
  app.onError({ as: 'global' }, ({ error, code, request, route, set }) => {
    const known = refusalOf(error, code)
    // A caller who went away during the answer is no fault of ours.
    const level = request.signal.aborted ? 'info' : known ? 'warn' : 'error'
    const id = set.headers['x-request-id']
    // A refusal with a cause is the fault of a database server or a bucket, which its words do not name.
    if (!known || known.cause)
      deps.log({
        level,
        request: id,
        ...personOf(request),
        route: loggedRoute(request, route),
        ...describeError(known ?? error),
      })
    const refusal = known ?? new Refusal('internal')
    deps.metrics.refusals.inc({ kind: refusal.kind, status: refusal.status })
    // For the line in the log, which is written from this where nothing was routed.
    set.status = refusal.status
    return errorResponse(deps, refusal, id)
  })
}

function refusalOf(error: unknown, code: string | number): Refusal | null {
  const refusal = refusalIn(error)
  if (refusal) return refusal
  if (code === 'NOT_FOUND') return new Refusal('not_found')
  return code === 'PARSE' ? new Refusal('bad_request') : null
}

function errorResponse(deps: Deps, refusal: Refusal, requestId: unknown): Response {
  const body: ErrorBody = refusal.body()
  const seconds = retryAfterS(refusal)
  return new Response(JSON.stringify(body), {
    status: refusal.status,
    headers: {
      // Errors pass by the hook that puts these on every other answer.
      ...securityHeaders(deps.env),
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...syncHeaders(deps),
      ...(seconds ? { 'retry-after': String(seconds) } : {}),
      ...(requestId ? { 'x-request-id': String(requestId) } : {}),
    } as Record<string, string>,
  })
}

function retryAfterS({ kind, status, retryAfterS: own }: Refusal): number | undefined {
  if (own !== undefined) return own
  if (kind === 'in_progress' || status === 503) return 2
  return status === 429 ? 60 : undefined
}
