import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { KEY_HEADER } from '#schema/sync-scopes'
import type { Deps } from '../../deps'
import { mount, mountRaw } from '../../http/mount'
import { calendarText } from './calendar-file'
import { findCalendarOwner, listCalendarEntries } from './calendar-queries'
import { currentFeed, dropFeed, makeFeed, tokenOf } from './calendar-service'

const CALENDAR_CACHE = 'private, max-age=300'

/** A person's bookings for other calendar programs, behind an address that nobody can guess. */
export function calendarRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.calendarFeed, async ({ user, origin }) => ({
    body: currentFeed(deps, user, origin),
  }))

  mount(app, deps, endpoints.makeCalendarFeed, ({ user, origin, request }) =>
    makeFeed(deps, user.id, origin, request.headers.get(KEY_HEADER)),
  )

  mount(app, deps, endpoints.dropCalendarFeed, ({ user, origin, receipt }) => dropFeed(deps, user.id, origin, receipt))

  mountRaw(app, deps, endpoints.calendarFile, async ({ params, now }) => {
    const token = tokenOf(params.file)
    const ownerId = token && (await findCalendarOwner(deps.db, token))
    if (!ownerId) throw new Refusal('not_found')
    const entries = await listCalendarEntries(deps.db, ownerId, now)
    return new Response(calendarText(entries, deps.env.origin), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="bookings.ics"',
        'cache-control': CALENDAR_CACHE,
        'x-content-type-options': 'nosniff',
      },
    })
  })
}
