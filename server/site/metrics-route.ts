import { createHash, timingSafeEqual } from 'node:crypto'
import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { type Env, isLoopbackHost } from '../env'
import { isLoopbackCaller } from '../http/caller'
import { openStreamCount } from '../sync/live'
import { countWaiting } from './count-waiting'

/** Headers that proxies put on what they pass on: behind one on this machine, everybody comes from loopback. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** `GET /metrics` for Prometheus: with the token where there is one, else on this machine alone. */
export function metricsRoute(app: Elysia, deps: Deps): void {
  app.get('/metrics', async ({ request }) => {
    await deps.limits.countAddress('everythingElse', request)
    // The answer to everybody else says as little as that of a page that is not there.
    if (!mayReadMetrics(deps.env, request)) throw new Refusal('not_found')
    await takeGauges(deps)
    const { metrics } = deps
    const headers = { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' }
    return new Response(await metrics.text(), { headers })
  })
}

/** Reads the depths and ages that are looked at only when somebody asks for the metrics. */
export async function takeGauges(deps: Deps): Promise<void> {
  const { metrics } = deps
  metrics.writesWaiting.set(deps.db.waitingWrites())
  metrics.streamsOpen.set(openStreamCount(deps.db))
  for (const [outbox, { rows, since }] of Object.entries(await countWaiting(deps))) {
    metrics.outboxWaiting.set({ outbox }, rows)
    const ageMs = since === null ? 0 : deps.now().getTime() - Date.parse(since)
    metrics.outboxOldest.set({ outbox }, Math.max(0, ageMs / 1000))
  }
}

/** May the sender of this request read the metrics: who has the token, else who asks from this machine? */
export function mayReadMetrics(env: Pick<Env, 'metricsToken'>, request: Request): boolean {
  if (env.metricsToken) return isSame(request.headers.get('authorization') ?? '', `Bearer ${env.metricsToken}`)
  // A page from elsewhere can let a name of its own lead to this machine; its requests bear that name.
  const isAskedHere = isLoopbackHost(new URL(request.url).hostname)
  return isAskedHere && isLoopbackCaller(request) && !FORWARDING.some((name) => request.headers.has(name))
}

/** Takes the same time wherever the two differ. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
