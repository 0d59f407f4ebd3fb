import type { Elysia } from 'elysia'
import { type ErrorBody, Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { syncHeaders } from './mount'
import { securityHeaders } from './security-headers'

/** The one place where something thrown becomes an answer; nothing of an unexpected error leaves the server. */
export function answerErrors(app: Elysia, deps: Deps): void {
  app.onError({ as: 'global' }, ({ error, code, request, set }) => {
    const refusal =
      error instanceof Refusal
        ? error
        : code === 'NOT_FOUND'
          ? new Refusal('not_found')
          : code === 'PARSE'
            ? new Refusal('bad_request')
            : null
    if (!refusal) {
      deps.log({
        level: 'error',
        path: new URL(request.url).pathname,
        error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      })
    }
    return errorResponse(deps, refusal ?? new Refusal('internal'), set.headers['x-request-id'])
  })
}

function errorResponse(deps: Deps, refusal: Refusal, requestId: unknown): Response {
  const body: ErrorBody = refusal.body()
  const retry =
    refusal.kind === 'in_progress' || refusal.status === 503
      ? { 'retry-after': '2' }
      : refusal.status === 429
        ? { 'retry-after': '60' }
        : {}
  return new Response(JSON.stringify(body), {
    status: refusal.status,
    headers: {
      // Errors pass by the hook that puts these on every other answer.
      ...securityHeaders(deps.env),
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...syncHeaders(deps),
      ...retry,
      ...(requestId ? { 'x-request-id': String(requestId) } : {}),
    } as Record<string, string>,
  })
}
