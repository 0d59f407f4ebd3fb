import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { canTalk, type Message, type NewMessage } from '#schema/message'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { messages } from '../db/tables'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { assertQuota } from '../http/quotas'
import { visiblePurchase } from '../made-to-order/purchases/purchase-service'
import type { About } from '../money/about'
import { aboutColumns } from '../money/payment-commands'
import { visibleBooking } from '../rentals/bookings/booking-service'
import { assertThreadOpen } from '../users/person-block-queries'
import { findMessageByClientId, listMessages, nextMessageId, threadSeenStep, toMessage } from './message-queries'

/** The threads of bookings and of orders, each between its two sides. */
export function messageRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.bookingMessages, async ({ user, params }) => {
    const { id: bookingId } = await visibleBooking(deps, user, params.id)
    return { body: await listMessages(deps.db, { bookingId }, user.id) }
  })

  mount(app, deps, endpoints.sendMessage, async ({ user, params, body, receipt }) => {
    const booking = await visibleBooking(deps, user, params.id)
    const { id: bookingId } = booking
    if (!canTalk(user, { ...booking, visibleToOwner: booking.heldAt !== null }))
      throw new Refusal('not_held', 'You can write once the payment for this offer is in place.')
    if (body.bookingId !== undefined && body.bookingId !== bookingId)
      throw new Refusal('validation', 'The message belongs to another booking.', {
        bookingId: 'The message belongs to another booking.',
      })
    const sides = [booking.userId, booking.ownerId] as const
    return write(deps, { bookingId }, { senderId: user.id, sides }, body, receipt)
  })

  mount(app, deps, endpoints.seeThread, async ({ user, body }) => {
    await deps.db.write(() => [threadSeenStep(user.id, body, deps.now())])
    return { body: {} }
  })

  mount(app, deps, endpoints.purchaseMessages, async ({ user, params }) => {
    const { id: purchaseId } = await visiblePurchase(deps, user, params.id)
    return { body: await listMessages(deps.db, { purchaseId }, user.id) }
  })

  mount(app, deps, endpoints.sendPurchaseMessage, async ({ user, params, body, receipt }) => {
    const { id: purchaseId, stripeChargeId, userId, sellerId } = await visiblePurchase(deps, user, params.id)
    if (stripeChargeId === null) throw new Refusal('not_paid', 'You can write once this order has been paid.')
    const sides = [userId, sellerId] as const
    return write(deps, { purchaseId }, { senderId: user.id, sides }, body, receipt)
  })
}

/**
 * Adds a message to a thread. The same `clientId` again answers the first one.
 * @throws Refusal `daily_limit`, and as `assertThreadOpen`
 */
function write(
  deps: Deps,
  about: About,
  { senderId, sides }: { senderId: number; sides: readonly [number, number] },
  { content, composedAt, clientId }: NewMessage,
  receipt: (answer: Message) => Step[],
): Promise<Written<Message>> {
  return deps.db.write(async (ids) => {
    const earlier = clientId ? await findMessageByClientId(deps.db, senderId, clientId) : null
    if (earlier) {
      const value = toMessage(earlier, senderId)
      return { steps: receipt(value), value }
    }
    await assertThreadOpen(deps.db, ...sides)
    await assertQuota(deps, senderId, 'message')
    const row = {
      id: await nextMessageId(deps.db, ids, threadOf(about)),
      ...aboutColumns(about),
      senderId,
      content,
      createdAt: deps.now().toISOString(),
      composedAt: composedAt ?? null,
      clientId: clientId ?? null,
    }
    const value = toMessage(row, senderId)
    return { steps: [step(build.insert(messages).values(row)), ...receipt(value)], value }
  })
}

const threadOf = (about: About) =>
  'bookingId' in about
    ? ({ about: 'booking', id: about.bookingId } as const)
    : ({ about: 'order', id: about.purchaseId } as const)
