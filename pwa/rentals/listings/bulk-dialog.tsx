import { useState } from 'react'
import { useAccount } from '../../session/account'
import { useReachable } from '../../session/use-sync'
import { useToday } from '../../session/use-today'
import { CheckboxList } from '../../ui/fields/checkbox-list'
import type { DayRange } from '../../ui/fields/day-range'
import { FieldError } from '../../ui/fields/field'
import { PriceField } from '../../ui/fields/price-field'
import { SelectField } from '../../ui/fields/select-field'
import { TextField } from '../../ui/fields/text-field'
import { Modal } from '../../ui/modal'
import { useToast } from '../../ui/toasts'
import { blockDates, blockForListings } from '../calendar/block-dates'
import { DaysOfSeveral } from '../calendar/days-of-several'
import { changedNotice, changeLine, manyListings, type PriceChange, priceListings, showListings } from './bulk-changes'
import type { ShownOwnListing } from './own-listing-overlay'

type Act = 'pause' | 'reopen' | 'price' | 'percent' | 'block'
const ACTS: { value: Act; label: string }[] = [
  { value: 'pause', label: 'Pause' },
  { value: 'reopen', label: 'Reopen' },
  { value: 'price', label: 'Set the price per day' },
  { value: 'percent', label: 'Change prices by percent' },
  { value: 'block', label: 'Block days' },
]

/** Several of one's own listings are paused, priced or blocked with one press. What it does is said before it is done. */
export function BulkDialog({ listings, onClose }: { listings: readonly ShownOwnListing[]; onClose: () => void }) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const today = useToday()
  const [chosen, setChosen] = useState<string[]>([])
  const [act, setAct] = useState<Act>('pause')
  const [price, setPrice] = useState('')
  const [percent, setPercent] = useState('')
  const [days, setDays] = useState<DayRange>({})
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const some = listings.filter(({ listing }) => chosen.includes(String(listing.id)))
  const isAll = some.length === listings.length
  const change: PriceChange | null =
    act === 'price' && price !== ''
      ? { to: price }
      : act === 'percent' && percent !== ''
        ? { percent: Number(percent) }
        : null
  const left = act === 'price' || act === 'percent' ? some.filter(({ refused }) => refused).length : 0
  const lines = change ? some.map((shown) => ({ shown, ...changeLine(shown, change) })) : []

  function problem(): string | undefined {
    if (some.length === 0) return 'Choose the listings first.'
    if ((act === 'price' || act === 'percent') && !change) return 'Say the new price first.'
    if (lines.some(({ ok }) => !ok)) return 'Some listings cannot have this price. Take them out, or choose another.'
    return act === 'block' && !days.from ? 'Pick the days first.' : undefined
  }
  async function apply() {
    const wrong = problem()
    setError(wrong)
    if (wrong || isBusy) return
    setBusy(true)
    try {
      if (change) await priceListings(engine, some, change)
      else if (act === 'block') await block()
      else await showListings(engine, some, act === 'reopen')
      toast(changedNotice(some.length - left, left, reachable))
      onClose()
    } catch {
      setBusy(false)
      setError('There may be no room on this device. Nothing was changed.')
    }
  }
  async function block() {
    const { from, to = from } = days
    if (!from || !to) return
    const range = { startDate: from, endDate: to }
    // One row for all of them, where all are meant: rows have a limit per day.
    if (isAll) return blockDates(engine, range, reason)
    const ids = some.map(({ listing }) => listing.id)
    await blockForListings(engine, range, reason, ids)
  }
  return (
    <Modal
      open
      size="large"
      title="Change several at once"
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <button type="button" disabled={isBusy} aria-busy={isBusy || undefined} onClick={() => void apply()}>
            {act === 'block' && isAll ? 'Block days of all my rentals' : pressWords(act, some.length - left)}
          </button>
          <button type="button" className="is-secondary" onClick={onClose}>
            Leave them
          </button>
        </>
      }
    >
      <div className="stack">
        <CheckboxList
          label="Listings"
          options={listings.map(({ listing }) => ({ value: String(listing.id), label: listing.title }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <div>
          <button
            type="button"
            className="is-quiet"
            onClick={() =>
              setChosen(chosen.length === listings.length ? [] : listings.map(({ listing }) => String(listing.id)))
            }
          >
            {chosen.length === listings.length ? 'Choose none' : 'Choose all'}
          </button>
        </div>
        <SelectField
          label="What to do"
          options={ACTS}
          value={act}
          onChange={(event) => setAct(event.target.value as Act)}
        />
        {act === 'price' && (
          <PriceField label="New price per day" value={price} onChange={(event) => setPrice(event.target.value)} />
        )}
        {act === 'percent' && (
          <TextField
            label="Percent"
            inputMode="decimal"
            hint="10 makes $20.00 to $22.00; -10 makes it $18.00."
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
        )}
        {act === 'block' && (
          <>
            <DaysOfSeveral
              listingIds={some.map(({ listing }) => listing.id)}
              days={days}
              today={today}
              onChange={setDays}
            />
            <TextField
              label="Reason"
              optional
              hint="Only you see it."
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </>
        )}
        {lines.length > 0 && (
          <ul className="fine">
            {lines.map(({ shown, words }) => (
              <li key={shown.listing.id}>{`${shown.listing.title}: ${words}`}</li>
            ))}
          </ul>
        )}
        {act === 'pause' && some.length > 0 && (
          <p className="muted fine">They take no new offers. Bookings that were made stay as they are.</p>
        )}
        {act === 'block' && isAll && (
          <p className="muted fine">Rentals that you list later are closed on these days, too.</p>
        )}
        {error && <FieldError>{error}</FieldError>}
      </div>
    </Modal>
  )
}

function pressWords(act: Act, count: number): string {
  const many = manyListings(count)
  switch (act) {
    case 'pause':
      return `Pause ${many}`
    case 'reopen':
      return `Reopen ${many}`
    case 'block':
      return `Block days of ${many}`
    default:
      return `Change ${many}`
  }
}
