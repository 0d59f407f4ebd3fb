import type { Elysia } from 'elysia'
import ipaddr from 'ipaddr.js'
import type { Env } from '../env'
import { type Network, parseAddress } from '../network'

/** The address of a request that came over no network: tests and the server's own calls. */
export const LOCAL = 'local'

const callers = new WeakMap<Request, string>()
/** One customer of a provider holds all addresses of such a network. */
const IPV6_NETWORK_BITS = 64
const IPV6_CUSTOMER_BITS = 48

/** Notes where each request comes from as soon as it is there: a connection that has ended names nobody. */
export function noteCallers(app: Elysia, { env }: { env: Pick<Env, 'trustedProxies'> }): void {
  app.onRequest(({ request }) => {
    noteCaller(request, app.server, env)
  })
}

/** Notes where a request to this listener comes from, once. */
export function noteCaller(request: Request, server: Elysia['server'], env: Pick<Env, 'trustedProxies'>): void {
  if (callers.has(request)) return
  const peer = server?.requestIP(request)?.address
  callers.set(request, peer ? addressOf(peer, request.headers.get('x-forwarded-for'), env.trustedProxies) : LOCAL)
}

/** The origin of a request: an IPv4 address, an IPv6 network, or `local`. */
export function callerOf(request: Request): string {
  return callers.get(request) ?? LOCAL
}

/** Was a request sent from this machine? Behind a proxy on this machine, that says nothing of who asked the proxy. */
export function isLoopbackCaller(request: Request): boolean {
  // `::1` counts as its network; none of the others in it is ever on a wire.
  return /^127\.|^::\/64$/.test(callerOf(request))
}

/** The IPv6 /48 of a caller, which one customer may hold; null for every other caller. */
export function networkOf(caller: string): string | null {
  const [first = '', bits] = caller.split('/')
  return bits ? `${ipaddr.IPv6.networkAddressFromCIDR(`${first}/${IPV6_CUSTOMER_BITS}`)}/${IPV6_CUSTOMER_BITS}` : null
}

/** Says where a request comes from that did not come over a network. @returns the same request */
export function originOfCall(request: Request, address: string): Request {
  callers.set(request, address)
  return request
}

/**
 * Finds who is asking: the other end of the connection, or behind a trusted proxy the rightmost address of
 * `X-Forwarded-For` that is not a trusted proxy itself. Everybody can write what stands left of it.
 */
export function addressOf(peer: string, forwarded: string | null, trusted: Network[]): string {
  let caller = parseAddress(peer)
  if (!caller) return peer
  for (const entry of forwarded?.split(',').reverse() ?? []) {
    const isProxy = isTrusted(caller, trusted)
    const before = isProxy ? parseAddress(entry) : null
    if (!before) break
    caller = before
  }
  return countedAs(caller)
}

function isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6, trusted: Network[]): boolean {
  return trusted.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits))
}

function countedAs(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK_BITS}`)}/${IPV6_NETWORK_BITS}`
}
