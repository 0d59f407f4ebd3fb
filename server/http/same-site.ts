import { Refusal } from '#schema/errors'
import type { Env } from '../env'

/**
 * Writes must come from our own pages. Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`; a client that sends
 * neither is no browser, carries nobody's cookies by accident, and is let through.
 * @throws Refusal `cross_site`
 */
export function assertSameSite(request: Request, env: Env): void {
  const site = request.headers.get('sec-fetch-site')
  if (site) {
    if (site !== 'same-origin') throw new Refusal('cross_site')
    return
  }
  const origin = request.headers.get('origin')
  if (origin && !configuredOrigins(env).includes(origin)) throw new Refusal('cross_site')
}

/** The origin that the caller's browser sees us at; the configured one when it does not say so credibly. */
export function requestOrigin(request: Request, env: Env): string {
  const origin = request.headers.get('origin')
  const vouched =
    request.headers.get('sec-fetch-site') === 'same-origin' ||
    (origin !== null && configuredOrigins(env).includes(origin))
  return origin && vouched ? origin : env.origin
}

/** A longer one is no address of ours: the payment provider takes none beyond 5,000 characters. */
const RETURN_ADDRESS_MAX = 2_000

/** A return address on our own origin, rebuilt from its path. @throws Refusal when it leads elsewhere. */
export function ownReturnAddress(address: string, origin: string, env: Env, field: string): string {
  const url = URL.parse(address, origin)
  if (
    !url ||
    // The origin of a blob is that of its page.
    url.protocol === 'blob:' ||
    url.href.length > RETURN_ADDRESS_MAX ||
    (url.origin !== origin && !configuredOrigins(env).includes(url.origin))
  )
    throw new Refusal('validation', 'The return address must be on this site.', {
      [field]: 'The return address must be on this site.',
    })
  return `${url.origin}${url.pathname}${url.search}${url.hash}`
}

/** Every origin at which this caller may see us. */
export function ownOrigins(request: Request, env: Env): string[] {
  return [...new Set([requestOrigin(request, env), ...configuredOrigins(env)])]
}

function configuredOrigins(env: Env): string[] {
  const own = [env.origin]
  if (new URL(env.origin).hostname === 'localhost') own.push(env.origin.replace('localhost', '127.0.0.1'))
  return own
}
