import { type DateRange, eachDay, rangesOverlap } from '#schema/date-range'
import type { DemoListing, DemoRows } from './demo-basis'

/** The taken days of every listing so far, and the days that owners have blocked. */
export interface DemoCalendar {
  hasRoom(listing: DemoListing, range: DateRange, quantity: number): boolean
  take(listing: DemoListing, range: DateRange, quantity: number): void
  rows(): DemoRows['listingDays']
}

export function openCalendar(blocks: DemoRows['userBlockedDates']): DemoCalendar {
  const taken = new Map<number, Map<string, { taken: number; capacity: number }>>()
  const usedOn = (listing: DemoListing, day: string) => taken.get(listing.id)?.get(day)?.taken ?? 0
  const isBlocked = (listing: DemoListing, range: DateRange) =>
    blocks.some((block) => block.userId === listing.userId && rangesOverlap(block, range))
  return {
    hasRoom: (listing, range, quantity) =>
      !isBlocked(listing, range) && eachDay(range).every((day) => usedOn(listing, day) + quantity <= listing.quantity),
    take(listing, range, quantity) {
      const days = taken.get(listing.id) ?? new Map<string, { taken: number; capacity: number }>()
      for (const day of eachDay(range)) {
        days.set(day, { taken: usedOn(listing, day) + quantity, capacity: listing.quantity })
      }
      taken.set(listing.id, days)
    },
    rows: () =>
      [...taken].flatMap(([listingId, days]) => [...days].map(([day, counts]) => ({ listingId, day, ...counts }))),
  }
}
