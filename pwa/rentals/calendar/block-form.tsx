import { CalendarX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { NewBlockedDates } from '#schema/blocked-date'
import type { Booking } from '#schema/booking'
import type { Day } from '#schema/date-range'
import { type BlockDraft, blockDraft } from '../../drafts/settings-drafts'
import { useKeptForm } from '../../drafts/use-kept-form'
import { useAccount } from '../../session/account'
import { NotYetHere } from '../../session/not-here'
import { DateRangeField } from '../../ui/fields/date-range-field'
import { SelectField } from '../../ui/fields/select-field'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TextField } from '../../ui/fields/text-field'
import { useOnePress } from '../../ui/press-dialog'
import { Spinner } from '../../ui/spinner'
import { errorNotice, useToast } from '../../ui/toasts'
import type { ShownOwnListing } from '../listings/own-listing-overlay'
import { blockDates, NotAuthenticated } from './block-dates'
import { blockTarget } from './block-target'
import { blockWords, bookedWords, daysWords, markWords } from './block-words'
import { closedRanges, type ShownBlock } from './blocked-overlay'

const GONE = 'The rental that you chose is not there any more. Please choose again.'
const EMPTY: BlockDraft = { from: undefined, to: undefined, listingId: undefined, reason: '' }

interface BlockFormProps {
  blocks: ShownBlock[]
  /** Bookings that take days. */
  bookings: Booking[]
  /** The person's listings, for a block of one of them alone. */
  listings: ShownOwnListing[]
  /** All of them have come to this device. */
  isComplete: boolean
  today: Day
}

/** The days to block, and the reason. A single press chooses one day; a range never spans one that is blocked already. */
export function BlockForm({ blocks, bookings: all, listings, isComplete, today }: BlockFormProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const keeper = useMemo(() => blockDraft.autosave(engine.db), [engine])
  const { draft, change, latest } = useKeptForm<BlockDraft>(keeper, EMPTY)
  const once = useOnePress()
  const [wasPressed, setPressed] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  if (!draft) return null
  const taken = draft

  const target = blockTarget(draft.listingId, listings, isComplete)
  if (target === 'coming') return <RentalsComing />
  const isGone = target === 'gone'
  const wanted = isGone ? null : target
  const bookings = wanted === null ? all : all.filter(({ listingId }) => listingId === wanted)
  const closed = closedRanges(blocks, wanted)
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

  const focusInvalid = () => box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()

  async function submit() {
    setPressed(true)
    if (isGone) return focusInvalid()
    if (!range) return box.current?.querySelector<HTMLElement>('.rdp-day_button:not(:disabled)')?.focus()
    if (reasonError) return focusInvalid()
    try {
      await blockDates(engine, range, reason, wanted)
      setPressed(false)
      // Text typed during the save stays in the form for the next block.
      if (latest() === taken) change(EMPTY)
    } catch (error) {
      const description = 'The dates and the reason are kept here. Please try again.'
      const title = error instanceof NotAuthenticated ? error.message : 'Failed to block the dates'
      toast(errorNotice(title, description))
    }
  }
  return (
    <form
      ref={box}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void once(submit)
      }}
    >
      {(listings.length > 1 || isGone) && (
        <div className="settings__narrow">
          <SelectField
            label="For"
            options={[
              { value: 'all', label: 'All my rentals' },
              ...listings.map(({ listing }) => ({ value: String(listing.id), label: listing.title })),
            ]}
            value={isGone ? '' : String(wanted ?? 'all')}
            onChange={({ target: { value } }) => change({ listingId: value === 'all' ? null : Number(value) })}
            {...(isGone && { placeholder: 'Please choose', error: GONE })}
          />
        </div>
      )}
      <DateRangeField
        label="Dates"
        inline
        placeholder="Pick one day, or the first and the last of several"
        value={range ? { from, to } : {}}
        // A cleared range comes without its days.
        onChange={(days) => change({ from: undefined, to: undefined, ...days })}
        today={today}
        min={today}
        disabledDays={isClosed}
        marked={(day) => markWords(bookings, day)}
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

function RentalsComing() {
  return (
    <NotYetHere what="Your rentals" isRead>
      <Spinner label="Loading your rentals" />
    </NotYetHere>
  )
}
