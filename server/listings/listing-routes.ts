import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { publicScopes } from '#schema/sync-scopes'
import type { Deps } from '../deps'
import { keepReplies } from '../http/kept-replies'
import { encodeReply, mount } from '../http/mount'
import { findListing, listBlockingBookings, listListings, toListing } from './listing-queries'
import { createListing } from './listing-service'

/** Rental listings, and what takes their days. */
export function listingRoutes(app: Elysia, deps: Deps): void {
  const getListing = async (id: number) => {
    const found = await findListing(deps.db, id)
    if (!found) throw new Refusal('listing_not_found')
    return found
  }

  const kept = keepReplies(deps.db, publicScopes.listing)
  mount(app, deps, endpoints.listListings, async ({ query }) => {
    const list = () => listListings(deps.db, query)
    // Beginnings of the list are few and asked for all the time; later pages are many and are not.
    if (query.cursor !== undefined) return { body: await list() }
    const encode = async () => encodeReply(endpoints.listListings, await list())
    return { encoded: await kept.get(`limit=${query.limit}`, encode) }
  })

  mount(app, deps, endpoints.getListing, async ({ params }) => {
    const { row, ownerUsername } = await getListing(params.id)
    return { body: toListing(row, ownerUsername) }
  })

  mount(app, deps, endpoints.createListing, async ({ user, body, receipt }) => {
    const { value, seq } = await createListing(deps, user.id, body, receipt)
    return { body: value, seq }
  })

  mount(app, deps, endpoints.listingBookings, async ({ params }) => {
    const { row } = await getListing(params.id)
    return { body: await listBlockingBookings(deps.db, row.id) }
  })
}
