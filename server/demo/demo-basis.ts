import type { Day } from '#schema/date-range'
import type {
  bookingHistory,
  bookings,
  inspirationPosts,
  listingDays,
  listings,
  madeToOrderItems,
  messages,
  postMarks,
  purchaseHistory,
  purchases,
  reviews,
  uploads,
  userBlockedDates,
  users,
} from '../db/tables'
import type { DemoPhotos } from './demo-photos'
import type { Dice } from './dice'

/** The ingredients of every part of the demo. */
export interface DemoBasis {
  dice: Dice
  now: Date
  /** Today on the market's wall clock. */
  today: Day
  zone: string
  photos: DemoPhotos
}

export type DemoUser = typeof users.$inferInsert & { id: number }
export type DemoListing = typeof listings.$inferInsert & { id: number; quantity: number; timezone: string }
export type DemoBooking = typeof bookings.$inferInsert & { id: number; timezone: string }

/** The whole demo marketplace as rows, in the order in which they can be inserted. */
export interface DemoRows {
  users: DemoUser[]
  uploads: (typeof uploads.$inferInsert)[]
  listings: DemoListing[]
  madeToOrderItems: (typeof madeToOrderItems.$inferInsert & { id: number })[]
  inspirationPosts: (typeof inspirationPosts.$inferInsert & { id: number })[]
  postMarks: (typeof postMarks.$inferInsert)[]
  userBlockedDates: (typeof userBlockedDates.$inferInsert)[]
  bookings: DemoBooking[]
  bookingHistory: (typeof bookingHistory.$inferInsert)[]
  listingDays: (typeof listingDays.$inferInsert)[]
  purchases: (typeof purchases.$inferInsert & { id: number; statusChangedAt: string; createdAt: string })[]
  purchaseHistory: (typeof purchaseHistory.$inferInsert)[]
  reviews: (typeof reviews.$inferInsert)[]
  messages: (typeof messages.$inferInsert)[]
}

const MINUTE_MS = 60_000

/** An instant some minutes before (or, negative, after) another, as it is stored. */
export function minutesBefore(instant: Date, minutes: number): string {
  return new Date(instant.getTime() - Math.round(minutes) * MINUTE_MS).toISOString()
}

export const HOUR = 60
export const DAY = 24 * HOUR
