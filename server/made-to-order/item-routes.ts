import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { findItem, listItems } from './item-queries'

/** Made-to-order items, to look at. */
export function itemRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.listItems, async ({ query }) => ({ body: await listItems(deps.db, query) }))

  mount(app, deps, endpoints.getItem, async ({ params }) => {
    const found = await findItem(deps.db, params.id)
    if (!found) throw new Refusal('item_not_found')
    return { body: found }
  })
}
