import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../../deps'
import { mount } from '../../http/mount'
import { convergeOwnClaims, sweepClaims } from '../damage-reports/damage-sweep'
import { findListing } from '../listings/listing-queries'
import { listBookings, listPublicBookings } from './booking-queries'
import { answerOffer, cancelBooking, createOffer, openPayment, previewCancel } from './booking-service'
import { sweepBookings } from './booking-sweep'

/** Offers: made, answered, cancelled, listed. */
export function bookingRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.listingBookings, async ({ params }) => {
    if (!(await findListing(deps.db, params.id))) throw new Refusal('listing_not_found')
    return { body: await listPublicBookings(deps.db, params.id) }
  })

  mount(app, deps, endpoints.createBooking, async ({ user, body }) => ({ body: await createOffer(deps, user, body) }))

  mount(app, deps, endpoints.bookingPayment, async ({ user, params }) => ({
    body: await openPayment(deps, user, params.id),
  }))

  mount(app, deps, endpoints.updateStatuses, async ({ user }) => {
    await convergeOwnClaims(deps, user.id)
    return { body: { updated: (await sweepBookings(deps, user.id)) + (await sweepClaims(deps, user.id)) } }
  })

  mount(app, deps, endpoints.answerBooking, async ({ user, params, body, queued }) => {
    // Declining may wait in a queue; approving takes money, and is meant at the moment it is pressed.
    if (queued && body.status === 'approved') throw new Refusal('online_only')
    const { booking, seq } = await answerOffer(deps, user, params.id, body.status)
    return { body: booking, ...(seq === undefined ? {} : { seq }) }
  })

  mount(app, deps, endpoints.cancelPreview, async ({ user, params }) => ({
    body: await previewCancel(deps, user, params.id),
  }))

  mount(app, deps, endpoints.cancelBooking, async ({ user, params, body }) => {
    const { booking, seq } = await cancelBooking(deps, user, params.id, body)
    return { body: booking, seq }
  })

  mount(app, deps, endpoints.userBookings, async ({ user, params }) => {
    if (params.id !== user.id) throw new Refusal('forbidden')
    return { body: await listBookings(deps.db, user.id, 'renter') }
  })

  mount(app, deps, endpoints.incomingBookings, async ({ user, params }) => {
    if (params.id !== user.id) throw new Refusal('forbidden')
    return { body: await listBookings(deps.db, user.id, 'owner') }
  })
}
