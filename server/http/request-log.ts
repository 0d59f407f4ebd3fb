import type { Elysia } from 'elysia'
import type { Deps } from '../deps'
import { requestPath } from './request-path'

const ID_PATTERN = /^[A-Za-z0-9-]{8,64}$/
/** A path that leads nowhere may be as long as its caller likes. */
const LONGEST_PATH = 100

/** One JSON line per API request with a request id; no query, no body, no person. */
export function logRequests(app: Elysia, deps: Deps): void {
  const started = new WeakMap<Request, number>()
  app.onRequest(({ request, set }) => {
    started.set(request, performance.now())
    const given = request.headers.get('x-request-id')
    set.headers['x-request-id'] = given && ID_PATTERN.test(given) ? given : crypto.randomUUID()
  })
  app.onAfterResponse({ as: 'global' }, ({ request, set, route, responseValue }) => {
    const path = requestPath(request)
    if (!path?.startsWith('/api/') && !path?.startsWith('/_pay/')) return
    const status = responseValue instanceof Response ? responseValue.status : set.status
    const ms = Math.round((performance.now() - (started.get(request) ?? performance.now())) * 10) / 10
    deps.log({
      level: 'info',
      request: set.headers['x-request-id'],
      method: request.method,
      route: route || path.slice(0, LONGEST_PATH).replace(/\d+/g, ':n'),
      status,
      ms,
    })
  })
}
