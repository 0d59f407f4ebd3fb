import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'

/** The path of a request; null when its Host header or its target makes no address. */
export function requestPath(request: Request): string | null {
  return URL.parse(request.url)?.pathname ?? null
}

/** A path that leads nowhere may be as long as its caller likes. */
const LONGEST_PATH = 100
/** Any other part of a path may be a number, a name, or a token that opens something. */
const PLAIN_WORD = /^[a-z-]*$/

/** The route of a request for the log; of one that leads nowhere its path, with plain words alone. */
export function loggedRoute(request: Request, route: string | undefined): string {
  if (route) return route
  const parts = (requestPath(request) ?? '').split('/').map((part) => (PLAIN_WORD.test(part) ? part : ':n'))
  return parts.join('/').slice(0, LONGEST_PATH)
}

/**
 * Refuses a request whose address cannot be read, before anything else looks at the request: the framework takes any Host
 * header, and none in HTTP/1.0. @throws Refusal `bad_request`
 */
export function refuseUnreadableAddress(app: Elysia): void {
  app.onRequest(({ request }) => {
    if (requestPath(request) === null) throw new Refusal('bad_request')
  })
}
