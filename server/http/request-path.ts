import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'

/** The path of a request; null when its Host header or its target makes no address. */
export function requestPath(request: Request): string | null {
  return URL.parse(request.url)?.pathname ?? null
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
