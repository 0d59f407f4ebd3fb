import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../../deps'
import { mount } from '../../http/mount'
import { searchListings } from './search-listings'

/** The search among all listings. */
export function searchRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.searchListings, async ({ query }) => ({
    body: { seq: deps.feed.seq(), ...(await searchListings(deps.db, query, deps.now())) },
  }))
}
