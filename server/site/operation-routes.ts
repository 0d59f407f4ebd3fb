import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { openApiDocument } from '../http/open-api'
import { appConfig } from './app-config'
import { isDraining } from './drain'

const CANARY_MS = 2_000

/** Health, readiness, the app's settings and the contract's own description. */
export function operationRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.health, async () => ({ body: { status: 'live' } }))

  mount(app, deps, endpoints.ready, async () => {
    if (isDraining()) throw new Refusal('busy', 'The server is about to end.')
    if (!(await canWrite(deps))) throw new Refusal('busy', 'The database cannot be written.')
    return { body: { status: 'ready' } }
  })

  mount(app, deps, endpoints.appConfig, async () => ({ body: appConfig(deps) }))

  app.get('/api/openapi.json', async ({ request }) => {
    await deps.limits.countAddress('search', request)
    return new Response(openApiDocument(), { headers: { 'content-type': 'application/json' } })
  })
}

async function canWrite(deps: Deps): Promise<boolean> {
  // In a batch of its own: a database server that is stuck still answers reads.
  const canary = deps.db.batch([{ sql: 'UPDATE sync_clock SET base = base WHERE id = 1', args: [] }])
  return Promise.race([
    canary.then(
      () => true,
      () => false,
    ),
    Bun.sleep(CANARY_MS).then(() => false),
  ])
}
