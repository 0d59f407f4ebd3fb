import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../../deps'
import { mount, type SessionUser } from '../../http/mount'
import { readPressedAt } from '../../http/pressed-at'
import { findUser } from '../../users/user-queries'
import { listBlockedDates } from './blocked-date-queries'
import { blockDates, freeDates } from './blocked-date-service'

/** The days on which an owner rents nothing out. */
export function blockedDateRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.blockedDates, async ({ params, user }) => {
    if (!(await findUser(deps.db, params.id))) throw new Refusal('user_not_found')
    const ranges = await listBlockedDates(deps.db, params.id)
    if (user?.id === params.id) return { body: ranges }
    return {
      body: ranges.map(({ startDate, endDate, listingId }) => ({
        startDate,
        endDate,
        ...(listingId && { listingId }),
      })),
    }
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
