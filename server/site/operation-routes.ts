import type { Elysia } from 'elysia'
import { TERMS_VERSION } from '#schema/consent'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { DEMO_ACCOUNTS } from '../demo/demo-accounts'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { openApiDocument } from '../http/open-api'
import { canReadKeptMails } from '../mail/mail-routes'

/** Health, readiness, the app's settings and the contract's own description. */
export function operationRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.health, async () => ({ body: { status: 'live' } }))

  mount(app, deps, endpoints.ready, async () => {
    if (!(await canWrite(deps))) throw new Refusal('busy', 'The database cannot be written.')
    return { body: { status: 'ready' } }
  })

  mount(app, deps, endpoints.appConfig, async () => ({
    body: {
      tagline: deps.env.tagline,
      timezone: deps.env.timezone,
      feeBps: deps.env.feeBps,
      ...(canReadKeptMails(deps) && { keepsMails: true }),
      termsVersion: TERMS_VERSION,
      ...(deps.env.supportContact && { supportContact: deps.env.supportContact }),
      demoAccounts: deps.env.demo && !deps.env.isProduction && deps.payments.local ? DEMO_ACCOUNTS : [],
    },
  }))

  const document = JSON.stringify(openApiDocument())
  app.get('/api/openapi.json', async ({ request }) => {
    await deps.limits.countAddress('search', request)
    return new Response(document, { headers: { 'content-type': 'application/json' } })
  })
}

async function canWrite(deps: Deps): Promise<boolean> {
  try {
    await deps.db.batch([{ sql: 'UPDATE sync_clock SET base = base WHERE id = 1', args: [] }])
    return true
  } catch {
    return false
  }
}
