import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { listDrafts } from './draft-queries'
import { deleteDraft, getDraft, putDraft } from './draft-service'

/** Forms that are being written, for their person's other devices. */
export function draftRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.drafts, async ({ user }) => ({ body: await listDrafts(deps.db, user.id) }))

  mount(
    app,
    deps,
    endpoints.putDraft,
    async ({ user, params, body, receipt }) => {
      return putDraft(deps, user.id, params.key, body, receipt)
    },
    ({ user, params }) => getDraft(deps, user.id, params.key),
  )

  mount(app, deps, endpoints.deleteDraft, async ({ user, params, receipt }) => {
    const { seq } = await deleteDraft(deps, user.id, params.key, receipt({}))
    return { body: {}, seq }
  })
}
