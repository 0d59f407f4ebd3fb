import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../../deps'
import { mount } from '../../http/mount'
import { visibleBooking } from '../bookings/booking-service'
import { listHandovers } from './handover-queries'
import { putHandover } from './handover-service'

/** The notes of both sides of a booking when things change hands. */
export function handoverRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.handovers, async ({ user, params }) => {
    const booking = await visibleBooking(deps, user, params.id)
    return { body: await listHandovers(deps.db, booking.id) }
  })

  mount(app, deps, endpoints.putHandover, async ({ user, params, body, receipt }) => {
    const page = { bookingId: params.id, moment: params.moment }
    return putHandover(deps, user, page, body, receipt)
  })
}
