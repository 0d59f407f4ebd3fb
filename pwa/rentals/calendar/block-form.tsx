import { CalendarX } from 'lucide-react'
import { useRef, useState } from 'react'
import { NewBlockedDates } from '#schema/blocked-date'
import type { Booking } from '#schema/booking'
import type { Day } from '#schema/date-range'
import { useAccount } from '../../session/account'
import { DateRangeField } from '../../ui/fields/date-range-field'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TextField } from '../../ui/fields/text-field'
import { useToast } from '../../ui/toasts'
import { blockDates, NotAuthenticated } from './block-dates'
import { blockWords, bookedWords, daysWords } from './block-words'
import { closedRanges, type ShownBlock } from './blocked-overlay'
import { useBlockDraft } from './use-block-draft'

interface BlockFormProps {
  blocks: ShownBlock[]
  /** Bookings that take days. */
  bookings: Booking[]
  today: Day
}

/** Which days, and why. A single press chooses one day; a range never spans one that is blocked already. */
export function BlockForm({ blocks, bookings, today }: BlockFormProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const { draft, change, clear } = useBlockDraft(engine.db)
  const [wasPressed, setPressed] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  if (!draft) return null
  const taken = draft

  const closed = closedRanges(blocks)
  const isClosed = (day: Day) => closed.some(({ startDate, endDate }) => startDate <= day && day <= endDate)
  const { from, to = from, reason } = draft
  // Meanwhile the days may have passed, or have been blocked on another device.
  const isFree =
    from !== undefined &&
    to !== undefined &&
    from >= today &&
    !closed.some((r) => r.startDate <= to && from <= r.endDate)
  const range = isFree ? { startDate: from, endDate: to } : null
  const reasonError = NewBlockedDates.shape.reason.safeParse(reason).error?.issues[0]?.message
  const covered = range && bookedWords(range, bookings, today)

  async function submit() {
    setPressed(true)
    if (!range) return box.current?.querySelector<HTMLElement>('.rdp-day_button:not(:disabled)')?.focus()
    if (reasonError) return box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    try {
      await blockDates(engine, range, reason)
      setPressed(false)
      clear(taken)
    } catch (error) {
      const description = 'The dates and the reason are kept here. Please try again.'
      const title = error instanceof NotAuthenticated ? error.message : 'Failed to block the dates'
      toast({ variant: 'destructive', title, description })
    }
  }
  return (
    <form
      ref={box}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <DateRangeField
        label="Dates"
        inline
        placeholder="Pick one day, or the first and the last of several"
        value={range ? { from, to } : {}}
        onChange={change}
        min={today}
        disabledDays={isClosed}
        {...(wasPressed && !range ? { error: 'Please select a date range' } : {})}
      />
      <div className="stack settings__narrow">
        {range && (
          <output className="settings-note">
            <strong>{blockWords(range, today)}</strong>
            <span className="muted">{` ${daysWords(range)}`}</span>
            {covered && <span className="settings-note__line">{covered}</span>}
          </output>
        )}
        <TextField
          label="Reason"
          optional
          placeholder="Holidays"
          value={reason}
          onChange={(event) => change({ reason: event.target.value })}
          {...(reasonError ? { error: reasonError } : {})}
        />
        <div className="form-actions">
          <SubmitButton>
            <CalendarX />
            Block dates
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}
