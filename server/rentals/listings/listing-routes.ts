import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { canEditListing } from '#schema/listing'
import { publicScopes } from '#schema/sync-scopes'
import type { Deps } from '../../deps'
import { keepReplies } from '../../http/kept-replies'
import { noteEdit } from '../../http/last-edit'
import { pressOf } from '../../http/last-press'
import { encodeReply, mount } from '../../http/mount'
import { getUser } from '../../users/user-queries'
import { changeListing, deleteListing, showListing } from './listing-changes'
import { findKeptListing, findListing, listListings, toListing } from './listing-queries'
import { createListing } from './listing-service'

/** Rental listings: shown, posted, edited, paused and deleted. */
export function listingRoutes(app: Elysia, deps: Deps): void {
  const kept = keepReplies(deps.db, publicScopes.listing)
  mount(app, deps, endpoints.listListings, async ({ query }) => {
    const list = () => listListings(deps.db, query)
    // Beginnings of the list are few and asked for all the time; later pages are many and are not.
    if (query.cursor !== undefined) return { body: await list() }
    const encode = async () => encodeReply(endpoints.listListings, await list())
    return { encoded: await kept.get(`limit=${query.limit}`, encode) }
  })

  mount(app, deps, endpoints.getListing, async ({ params, user }) => {
    const found = await findListing(deps.db, params.id)
    if (found) return { body: toListing(found.row, found.ownerUsername) }
    // Its owner alone still sees one that is paused or hidden.
    const kept = user && (await findKeptListing(deps.db, params.id))
    if (!kept || !canEditListing(user, kept)) throw new Refusal('listing_not_found')
    return { body: toListing(kept, user.username) }
  })

  mount(app, deps, endpoints.userListings, async ({ params, query }) => {
    const { id } = await getUser(deps.db, params.id)
    return { body: await listListings(deps.db, query, id) }
  })

  mount(app, deps, endpoints.createListing, ({ user, body, receipt }) => createListing(deps, user.id, body, receipt))

  mount(app, deps, endpoints.changeListing, async ({ user, request, params: { id }, body, receipt }) => {
    const edit = (steps: typeof receipt) => changeListing(deps, user, id, body, steps)
    return noteEdit(deps, { kind: 'listing', id, user, request }, receipt, edit)
  })

  mount(app, deps, endpoints.showListing, ({ user, request, now, params, body, receipt }) =>
    showListing(deps, user, pressOf('listing.show', params.id, { user, request, now }), body.available, receipt),
  )

  mount(app, deps, endpoints.deleteListing, async ({ user, params, receipt }) => {
    const { seq } = await deleteListing(deps, user, params.id, receipt({}))
    return { body: {}, seq }
  })
}
