import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { visibleBooking } from '../bookings/booking-service'
import { build, step } from '../db/steps'
import { messages } from '../db/tables'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { findMessageByClientId, listMessages, toMessage } from './message-queries'

/** The thread of a booking between its two sides. */
export function messageRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.bookingMessages, async ({ user, params }) => {
    const booking = await visibleBooking(deps, user, params.id)
    return { body: await listMessages(deps.db, booking.id, user.id) }
  })

  mount(app, deps, endpoints.sendMessage, async ({ user, params, body, now, receipt }) => {
    const booking = await visibleBooking(deps, user, params.id)
    if (body.bookingId !== undefined && body.bookingId !== booking.id)
      throw new Refusal('validation', 'The message belongs to another booking.', {
        bookingId: 'The message belongs to another booking.',
      })
    const { value, seq } = await deps.db.write(async (ids) => {
      const earlier = body.clientId ? await findMessageByClientId(deps.db, user.id, body.clientId) : null
      if (earlier) return { steps: [], value: toMessage(earlier, user.id) }
      const row = {
        id: await ids.next('messages'),
        bookingId: booking.id,
        purchaseId: null,
        senderId: user.id,
        content: body.content,
        createdAt: now.toISOString(),
        composedAt: body.composedAt ?? null,
        clientId: body.clientId ?? null,
      }
      const message = toMessage(row, user.id)
      return { steps: [step(build.insert(messages).values(row)), ...receipt(message)], value: message }
    })
    return { body: value, seq }
  })
}
