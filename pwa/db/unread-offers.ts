import type { Booking } from '#schema/booking'

/** Incoming pending offers made after `readAt`, and own offers that were answered or ended after it. */
export function countUnread(
  bookings: readonly Pick<Booking, 'userId' | 'ownerId' | 'status' | 'createdAt' | 'statusChangedAt'>[],
  userId: number,
  readAt: string,
): number {
  return bookings.filter((booking) =>
    booking.ownerId === userId
      ? booking.status === 'pending' && booking.createdAt > readAt
      : booking.status !== 'pending' && booking.statusChangedAt > readAt,
  ).length
}
