import { TZDate } from '@date-fns/tz'
import { OFFER_ANSWER_DAYS } from '#schema/booking'
import { addDays, type DateRange, type Day, inclusiveDays } from '#schema/date-range'
import { startOfDayIn } from '#schema/zone'
import type { Situation } from './booking-plan'
import { DAY, type DemoBasis, HOUR } from './demo-basis'

/** When a booking was made, when it was answered (or ended unanswered), and when it last changed. */
export interface Times {
  createdAt: Date
  answeredAt: Date
  changedAt: Date
}

const MINUTE_MS = 60_000
/** First days are mostly Fridays and Saturdays. */
const WEEKEND_SHARE = 0.6
/** From the approval to the captured money. */
export const CAPTURE_SECONDS = 4
const OFFER_LIFE_MINUTES = OFFER_ANSWER_DAYS * DAY
const WAKING_HOUR = 8

/** First day counted from today: earliest and latest, by situation. */
const STARTS: Record<Situation, [number, number]> = {
  pending: [5, 70],
  unpaid: [6, 30],
  paid_ahead: [3, 60],
  paid_now: [-1, 0],
  completed: [-95, -13],
  just_ended: [-2, -1],
  declined: [2, 45],
  dates_taken: [0, 0],
  expired: [-10, 25],
  withdrawn: [4, 40],
  cancelled_by_renter: [3, 20],
  cancelled_by_owner: [5, 25],
  not_paid: [4, 25],
}

/** Days that fit the situation; the caller tries again when they are taken. */
export function rollRange({ dice, today }: DemoBasis, situation: Situation): DateRange {
  const [earliest, latest] = STARTS[situation]
  if (situation === 'just_ended')
    return { startDate: addDays(today, dice.between(earliest, latest)), endDate: addDays(today, -1) }
  const rolled = addDays(today, dice.between(earliest, latest))
  const startDate =
    situation !== 'paid_now' && dice.chance(WEEKEND_SHARE) ? towardsWeekend(rolled, dice.between(5, 6)) : rolled
  const length = dice.pick([1, 1, 2, 2, 2, 3, 3, 4])
  return { startDate, endDate: addDays(startDate, situation === 'paid_now' ? Math.max(length, 2) : length - 1) }
}

/** The first such weekday (0 is Sunday) on or after the day. */
function towardsWeekend(day: Day, weekday: number): Day {
  const current = new Date(`${day}T12:00:00Z`).getUTCDay()
  return addDays(day, (weekday - current + 7) % 7)
}

/** Instants that make sense for the situation and the range, none of them after now. */
export function rollTimes(basis: DemoBasis, situation: Situation, range: DateRange): Times {
  const { dice, zone } = basis
  const createdAt = wakingHour(rollCreation(basis, situation, range), zone, -1)
  const later = (instant: Date, low: number, high: number) =>
    wakingHour(new Date(instant.getTime() + dice.between(low, high) * MINUTE_MS), zone, 1)
  const seconds = (instant: Date, count: number) => new Date(instant.getTime() + count * 1000)
  const answered = () => later(createdAt, 20, 30 * HOUR)
  switch (situation) {
    case 'pending':
      return { createdAt, answeredAt: createdAt, changedAt: createdAt }
    case 'unpaid': {
      const answeredAt = minutesAgo(basis, HOUR, 12 * HOUR)
      return { createdAt, answeredAt, changedAt: answeredAt }
    }
    case 'paid_ahead':
    case 'paid_now': {
      const answeredAt = answered()
      return { createdAt, answeredAt, changedAt: seconds(answeredAt, CAPTURE_SECONDS) }
    }
    case 'completed':
    case 'just_ended':
      return {
        createdAt,
        answeredAt: answered(),
        changedAt: seconds(startOfDayIn(zone, addDays(range.endDate, 1)), 20),
      }
    case 'declined':
    case 'dates_taken':
    case 'withdrawn': {
      const answeredAt = later(createdAt, HOUR, 40 * HOUR)
      return { createdAt, answeredAt, changedAt: answeredAt }
    }
    case 'expired': {
      const answeredAt = seconds(createdAt, OFFER_LIFE_MINUTES * 60)
      return { createdAt, answeredAt, changedAt: answeredAt }
    }
    case 'not_paid': {
      const answeredAt = answered()
      return { createdAt, answeredAt, changedAt: seconds(answeredAt, DAY * 60) }
    }
    case 'cancelled_by_renter':
    case 'cancelled_by_owner': {
      const answeredAt = answered()
      return { createdAt, answeredAt, changedAt: later(answeredAt, DAY, 6 * DAY) }
    }
  }
}

/** How long ago offers were made, in minutes; those of bookings that have begun are counted from their first day. */
const CREATED_AGO: Partial<Record<Situation, [number, number]>> = {
  pending: [HOUR, 40 * HOUR],
  unpaid: [14 * HOUR, 60 * HOUR],
  paid_ahead: [2 * DAY, 20 * DAY],
  declined: [4 * DAY, 30 * DAY],
  withdrawn: [4 * DAY, 30 * DAY],
  expired: [OFFER_LIFE_MINUTES + DAY, 40 * DAY],
  not_paid: [9 * DAY, 35 * DAY],
  cancelled_by_renter: [9 * DAY, 35 * DAY],
  cancelled_by_owner: [9 * DAY, 35 * DAY],
}

function rollCreation(basis: DemoBasis, situation: Situation, range: DateRange): Date {
  const ago = CREATED_AGO[situation]
  if (ago) return minutesAgo(basis, ...ago)
  const firstDay = startOfDayIn(basis.zone, range.startDate)
  return new Date(firstDay.getTime() - basis.dice.between(4 * DAY, 25 * DAY) * MINUTE_MS)
}

function minutesAgo({ dice, now }: DemoBasis, low: number, high: number): Date {
  return new Date(now.getTime() - dice.between(low, high) * MINUTE_MS)
}

/** Nobody rents plates at four in the morning: such an hour moves to the evening before or to the day that follows. */
export function wakingHour(instant: Date, zone: string, direction: 1 | -1): Date {
  const hour = new TZDate(instant, zone).getHours()
  return hour < WAKING_HOUR ? new Date(instant.getTime() + direction * WAKING_HOUR * HOUR * MINUTE_MS) : instant
}

/** Whether the range could be asked for at that moment, and was not over before the answer came. */
export function isPlausible(times: Times, range: DateRange, zone: string): boolean {
  const ahead = inclusiveDays({ startDate: times.createdAt.toISOString().slice(0, 10), endDate: range.endDate })
  return ahead > 1 && ahead <= 88 && startOfDayIn(zone, range.startDate) > times.answeredAt
}
