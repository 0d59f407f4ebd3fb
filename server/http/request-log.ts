import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { loggedRoute, requestPath } from './request-path'

const ID_PATTERN = /^[A-Za-z0-9-]{8,64}$/
/** Balancers and supervisors ask these every few seconds: only a refusal is news. */
const ASKED_ALL_DAY: string[] = [endpoints.health.path, endpoints.ready.path]

const persons = new WeakMap<Request, number>()

/** Notes whose session a request brings, for its lines in the log. */
export function notePerson(request: Request, userId: number): void {
  persons.set(request, userId)
}

/** The number of a request's person as a part of a line; nothing for a visitor. */
export function personOf(request: Request): { person?: number } {
  const person = persons.get(request)
  return person === undefined ? {} : { person }
}

/** Counts every request, and writes one JSON line per API request that is news: its id and its person's number; no query, no body, no name. */
export function logRequests(app: Elysia, deps: Deps): void {
  const started = new WeakMap<Request, number>()
  app.onRequest(({ request, set }) => {
    started.set(request, performance.now())
    const given = request.headers.get('x-request-id')
    set.headers['x-request-id'] = given && ID_PATTERN.test(given) ? given : crypto.randomUUID()
  })
  app.onAfterResponse({ as: 'global' }, ({ request, set, route, responseValue }) => {
    const path = requestPath(request)
    const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)
    const tookMs = performance.now() - (started.get(request) ?? performance.now())
    // A stream ends when its page goes: that is no time to answer.
    const isStream = route === endpoints.live.path
    deps.metrics.noteRequest(request.method, route ?? '', status, isStream ? null : tookMs / 1000)
    if (status === 200 && ASKED_ALL_DAY.includes(route)) return
    if (!path?.startsWith('/api/') && !path?.startsWith('/_pay/')) return
    deps.log({
      level: 'info',
      request: set.headers['x-request-id'],
      ...personOf(request),
      method: request.method,
      route: loggedRoute(request, route),
      status,
      ms: Math.round(tookMs * 10) / 10,
    })
  })
}
