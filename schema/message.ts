import * as z from 'zod/mini'
import type { BookingStatus } from '#schema/booking'
import { Instant } from '#schema/date-range'
import { visible } from '#schema/edit'
import type { PurchaseStatus } from '#schema/purchase'

export const MESSAGE_MAX = 4000

export const NewMessage = z.object({
  content: z
    .string('Message cannot be empty')
    .check(
      z.trim(),
      visible('Message cannot be empty'),
      z.maxLength(MESSAGE_MAX, 'Please keep a message under 4,000 characters'),
    ),
  bookingId: z.optional(z.int()),
  clientId: z.optional(z.uuid()),
  /** When the person wrote it, on their own clock; shown when it was sent much later. */
  composedAt: z.optional(Instant),
})
export type NewMessage = z.infer<typeof NewMessage>

export const Message = z.object({
  id: z.int(),
  /** A thread belongs to a booking or to an order; the other one is null. */
  bookingId: z.nullable(z.int()),
  purchaseId: z.nullable(z.int()),
  senderId: z.int(),
  content: z.string(),
  createdAt: z.string(),
  composedAt: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
})
export type Message = z.infer<typeof Message>

const words = {
  content: NewMessage.shape.content,
  clientId: NewMessage.shape.clientId,
  composedAt: NewMessage.shape.composedAt,
}

/** A message about a listing or an item to its owner, before there is an offer or an order. The first one opens their thread. */
export const NewQuestion = z.object({ ...words, listingId: z.optional(z.int()), itemId: z.optional(z.int()) }).check(
  z.refine(({ listingId, itemId }) => (listingId === undefined) !== (itemId === undefined), {
    error: 'A question is about a listing or about an item',
    path: ['listingId'],
  }),
)
export type NewQuestion = z.infer<typeof NewQuestion>

export const NewQuestionMessage = z.object(words)
export type NewQuestionMessage = z.infer<typeof NewQuestionMessage>

/** An answer that arrives this long after it was written had no connection: its writer may not have seen what came meanwhile. */
export const LATE_ANSWER_MS = 60_000

/** The thread of a question, on the devices of both sides. The listing or the item is the one that is not null. */
export const Question = z.object({
  id: z.int(),
  listingId: z.nullable(z.int()),
  itemId: z.nullable(z.int()),
  /** The person who asks. */
  userId: z.int(),
  ownerId: z.int(),
  username: z.string(),
  ownerUsername: z.string(),
  title: z.string(),
  createdAt: z.string(),
})
export type Question = z.infer<typeof Question>

export const QuestionMessage = z.object({
  id: z.int(),
  questionId: z.int(),
  senderId: z.int(),
  content: z.string(),
  createdAt: z.string(),
  composedAt: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
})
export type QuestionMessage = z.infer<typeof QuestionMessage>

/** Nobody asks about what is their own. */
export function canAsk(user: { id: number }, thing: { userId: number }): boolean {
  return user.id !== thing.userId
}

/** A question goes on in the thread of an offer that waits for its answer or was agreed, or of an order that was paid. */
export const TALKING_BOOKINGS: readonly BookingStatus[] = ['pending', 'approved', 'paid', 'completed']
export const TALKING_ORDERS: readonly PurchaseStatus[] = ['paid', 'processing', 'shipped', 'delivered']

/** Only the two sides of a booking talk in its thread, and both only once the owner sees the offer. */
export function canTalk(
  user: { id: number },
  booking: { userId: number; ownerId: number; visibleToOwner: boolean },
): boolean {
  return booking.visibleToOwner && (user.id === booking.userId || user.id === booking.ownerId)
}

/** A thread was on its person's screen up to this message. */
export const ThreadSeen = z.object({ about: z.enum(['booking', 'order', 'question']), id: z.int(), messageId: z.int() })
export type ThreadSeen = z.infer<typeof ThreadSeen>
