import { type DateRange, type Day, formatFarDay, inclusiveDays, rangesOverlap } from '#schema/date-range'

type Booked = DateRange & { listingTitle: string; renterUsername: string }

/** 'Thu, Dec 24 to Sat, Dec 26, 2026': the year where it is not this one's. */
export function blockWords({ startDate, endDate }: DateRange, today: Day): string {
  const day = (date: Day) => formatFarDay(date, today)
  return startDate === endDate ? day(startDate) : `${day(startDate)} to ${day(endDate)}`
}

/** '1 day', '3 days'. */
export function daysWords(range: DateRange): string {
  const count = inclusiveDays(range)
  return `${count} ${count === 1 ? 'day' : 'days'}`
}

/** The words of a calendar day about the bookings on it; null without any. */
export function markWords(bookings: readonly Booked[], day: Day): string | null {
  const on = bookings.filter(({ startDate, endDate }) => startDate <= day && day <= endDate)
  const [first] = on
  if (!first) return null
  return on.length === 1 ? `${first.renterUsername} has “${first.listingTitle}”` : `${on.length} bookings`
}

/** The meaning of a block for bookings on its days; null when there are none. */
export function bookedWords(range: DateRange, bookings: readonly Booked[], today: Day): string | null {
  const covered = bookings.filter((booking) => rangesOverlap(range, booking))
  const [first] = covered
  if (!first) return null
  const which =
    covered.length === 1
      ? `${first.renterUsername} has “${first.listingTitle}” on ${blockWords(first, today)}.`
      : `There are ${covered.length} bookings on these days.`
  return `${which} It cancels nothing.`
}
