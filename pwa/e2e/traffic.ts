import { type Endpoint, endpoints } from '#schema/endpoints'
import { limitOf, openLimits, type RequestLimitName, requestLimits } from '../../server/http/limits'
import type { Arrival } from './faults'

/** An honest device stays so far below each limit. */
const TIMES = 5
/** People sign in and register a few times; these two limits are made against strangers. */
const OWN_LIMITS = new Set<Endpoint>([endpoints.login, endpoints.register])

const patterns = Object.values<Endpoint>(endpoints).map((endpoint) => ({
  endpoint,
  method: endpoint.method,
  path: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** Under which limit a request of a browser counts; null for the two that people meet on purpose. */
function limitFor({ method, path }: Arrival): RequestLimitName | null {
  const found = patterns.find((pattern) => pattern.method === method && pattern.path.test(path))
  if (found) return OWN_LIMITS.has(found.endpoint) ? null : limitOf(found.endpoint)
  return path.startsWith('/api/') || path.startsWith('/_pay/') ? 'everythingElse' : 'file'
}

/** Sends what the browsers of a story have sent once more, five times over. @returns the limits that they would have met */
export async function limitsMet(arrivals: readonly Arrival[]): Promise<string[]> {
  let now = 0
  const limits = openLimits(() => new Date(now))
  const met = new Map<string, number>()
  for (const arrival of arrivals) {
    const name = limitFor(arrival)
    if (!name) continue
    now = arrival.at
    const { address, person } = { person: undefined, ...requestLimits[name] }
    for (const [whose, rate] of [
      ['an address', address],
      ['a person', arrival.isSignedIn ? person : undefined],
    ] as const)
      for (let nth = 0; rate && nth < TIMES; nth++)
        if ((await limits.count(`${name}/${whose}/${arrival.address}`, rate)) > 0)
          met.set(`${name} of ${whose}`, (met.get(`${name} of ${whose}`) ?? 0) + 1)
  }
  return [...met].map(([limit, times]) => `${limit}: ${times} of the requests, ${TIMES} times over`)
}
