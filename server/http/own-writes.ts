import { type Endpoint, endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { callerOf, LOCAL } from './caller'
import { ownWrites } from './limits'
import { createSemaphore, type Semaphore } from './semaphore'

const { pull, push } = endpoints
/** A pull writes nothing, and each write that travels within `push` waits by itself. */
const NO_WRITES = new Set<Endpoint>([pull, push])

const semaphoreOf = new WeakMap<Deps, Semaphore>()
let order = 0

/**
 * Makes a person's write once few of their own are under way. All writes of the database stand in one line, in which a person with very
 * many of them would hold up everybody else's. @throws Refusal `too_many_requests` when too many of the person's wait
 */
export function amongOwnWrites<Value>(
  deps: Deps,
  { endpoint, request, userId }: { endpoint: Endpoint; request: Request; userId: number | undefined },
  make: () => Promise<Value>,
): Promise<Value> {
  const isWrite = endpoint.method !== 'GET' && !NO_WRITES.has(endpoint)
  if (!isWrite || userId === undefined || callerOf(request) === LOCAL) return make()
  const { atOnce, waiting } = ownWrites
  const turns =
    semaphoreOf.get(deps) ?? createSemaphore({ places: Infinity, each: atOnce, line: waiting, waiting: Infinity })
  semaphoreOf.set(deps, turns)
  return turns.take({ key: String(userId), rank: order++, signal: request.signal }, async () => {
    // Requests that came meanwhile are heard between two writes.
    await new Promise((resolve) => setImmediate(resolve))
    return make()
  })
}
