import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { isPlace } from '#schema/places'
import type { Deps } from '../deps'
import { missingKeys } from '../http/idempotency'
import { mount, mountRaw } from '../http/mount'
import { areasAround } from './areas'
import { liveStream } from './live'
import { isPublicScope } from './public-scopes'
import { makeCalls } from './push'
import { snapshotFile, snapshotResponse } from './snapshot'
import { snapshotsOf } from './snapshots'

/** Pull, small writes many at a time, snapshots for a first fill, and the stream that says when to pull. */
export function syncRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.pull, async ({ body, user }) => {
    if (body.drifted?.length) deps.log({ level: 'warn', drifted: body.drifted, user: user?.id ?? null })
    const end = deps.metrics.pullSeconds.startTimer()
    const pulled = await deps.feed.pull(body, user?.id ?? null)
    end()
    return { body: pulled, isLong: true }
  })

  mount(app, deps, endpoints.push, async ({ body, request, user }) => {
    await deps.limits.countWrites(request, user.id, body.writes.length)
    return { body: await makeCalls(app, deps, { request, user, body }) }
  })

  mount(app, deps, endpoints.syncCheck, async ({ body, user }) => ({
    body: { missing: await missingKeys(deps.db, user.id, body.keys) },
  }))

  mount(app, deps, endpoints.areas, async ({ query }) => {
    const places = (query.places ?? '').split(',').filter(isPlace)
    return { body: await areasAround(deps.db, places, { deviceRows: deps.feed.deviceRows(), now: deps.now() }) }
  })

  mountRaw(app, deps, endpoints.snapshot, async ({ params, request }) => {
    assertPublic(params.scope)
    return snapshotResponse(deps, params.scope, request)
  })

  mount(app, deps, endpoints.snapshotName, async ({ params }) => {
    assertPublic(params.scope)
    const isPart = await deps.feed.isPart(params.scope)
    return { body: { name: await snapshotsOf(deps).nameNewest(params.scope), ...(isPart && { isPart }) } }
  })

  mountRaw(app, deps, endpoints.snapshotFile, async ({ params, request }) => {
    assertPublic(params.scope)
    return snapshotFile(deps, params.scope, params.name, request)
  })

  mountRaw(app, deps, endpoints.live, async ({ user, request, server }) => liveStream(deps, user.id, request, server))
}

function assertPublic(scope: string): void {
  if (!isPublicScope(scope)) throw new Refusal('not_found')
}
