import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../../deps'
import { mount, type SessionUser } from '../../http/mount'
import { readPressedAt } from '../../http/pressed-at'
import { findUser } from '../../users/user-queries'
import { listBlockedDates, listShownBlockedDates } from './blocked-date-queries'
import { blockDates, freeDates } from './blocked-date-service'

/** The days on which an owner rents nothing out. */
export function blockedDateRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.blockedDates, async ({ params, user }) => {
    if (!(await findUser(deps.db, params.id))) throw new Refusal('user_not_found')
    const list = user?.id === params.id ? listBlockedDates : listShownBlockedDates
    return { body: await list(deps.db, params.id) }
  })

  mount(app, deps, endpoints.addBlockedDates, async ({ params, user, body, request, now, receipt }) => {
    assertSelf(user, params.id)
    return blockDates(deps, user.id, { ...body, pressedAt: readPressedAt(request, now) }, receipt)
  })

  mount(app, deps, endpoints.removeBlockedDates, async ({ params, user, receipt }) => {
    assertSelf(user, params.id)
    return freeDates(deps, user.id, params.blockId, receipt)
  })
}

function assertSelf(user: SessionUser, id: number): void {
  if (user.id !== id) throw new Refusal('forbidden')
}
