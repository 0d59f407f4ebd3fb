import type { Elysia } from 'elysia'
import { todayIn } from '#schema/date-range'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../../deps'
import { noteEdit } from '../../http/last-edit'
import { pressOf } from '../../http/last-press'
import { mount } from '../../http/mount'
import { getUser } from '../../users/user-queries'
import { findItem, listItems } from './item-queries'
import { archiveItem, changeItem, createItem, pauseItem } from './item-service'
import { searchItems } from './search-items'

/** Made-to-order items: looked at, posted, edited, paused, archived. */
export function itemRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.listItems, async ({ query }) => ({ body: await listItems(deps.db, query) }))

  mount(app, deps, endpoints.searchItems, async ({ query, now }) => ({
    body: { seq: deps.feed.seq(), ...(await searchItems(deps.db, query, todayIn(deps.env.timezone, now))) },
  }))

  mount(app, deps, endpoints.getItem, async ({ params }) => {
    const found = await findItem(deps.db, params.id)
    if (!found) throw new Refusal('item_not_found')
    return { body: found }
  })

  mount(app, deps, endpoints.userItems, async ({ params, query }) => {
    const { id } = await getUser(deps.db, params.id)
    return { body: await listItems(deps.db, query, id) }
  })

  mount(app, deps, endpoints.createItem, ({ user, body, receipt }) => createItem(deps, user.id, body, receipt))

  mount(app, deps, endpoints.changeItem, async ({ user, request, params: { id }, body, receipt }) => {
    const edit = (steps: typeof receipt) => changeItem(deps, user, id, body, steps)
    return noteEdit(deps, { kind: 'item', id, user, request }, receipt, edit)
  })

  mount(app, deps, endpoints.pauseItem, ({ user, request, now, params, body, receipt }) =>
    pauseItem(deps, user, pressOf('item.pause', params.id, { user, request, now }), body.until, receipt),
  )

  mount(app, deps, endpoints.archiveItem, ({ user, request, now, params, body, receipt }) =>
    archiveItem(deps, user, pressOf('item.archive', params.id, { user, request, now }), body.archived, receipt),
  )
}
