import type { Day } from '#schema/date-range'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { DateRangeField } from '../../ui/fields/date-range-field'
import type { DayRange } from '../../ui/fields/day-range'
import { bookedWords, markWords } from './block-words'
import { closedRanges } from './blocked-overlay'
import { readBlocked, readTakenDays } from './blocked-queries'

interface DaysOfSeveralProps {
  /** The listings that the days are blocked for. */
  listingIds: readonly number[]
  days: DayRange
  today: Day
  onChange: (days: DayRange) => void
}

/** The days to block for several listings. A day that is blocked for all of them cannot be chosen; a booked one is said to be. */
export function DaysOfSeveral({ listingIds, days, today, onChange }: DaysOfSeveralProps) {
  const { db, userId } = useAccount().engine
  const taken = useLiveQuery(() => readTakenDays(db, userId ?? 0), [db, userId]) ?? []
  const blocks = useLiveQuery(() => readBlocked(db), [db]) ?? []
  const bookings = taken.filter(({ listingId }) => listingIds.includes(listingId))
  const closed = listingIds.map((id) => closedRanges(blocks, id))
  const isClosed = (day: Day) =>
    closed.length > 0 && closed.every((ranges) => ranges.some((r) => r.startDate <= day && day <= r.endDate))
  const { from, to = from } = days
  const covered = from && to ? bookedWords({ startDate: from, endDate: to }, bookings, today) : null
  return (
    <>
      <DateRangeField
        label="Dates"
        value={days}
        onChange={onChange}
        today={today}
        min={today}
        disabledDays={isClosed}
        marked={(day) => markWords(bookings, day)}
      />
      {covered && <output className="settings-note">{covered}</output>}
    </>
  )
}
