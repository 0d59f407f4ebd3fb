import { CalendarX } from 'lucide-react'
import type { Booking } from '#schema/booking'
import type { Day } from '#schema/date-range'
import { RefusedChange } from '../../outbox/refused-change'
import { useDiscard } from '../../outbox/use-discard'
import { WaitingChip } from '../../outbox/waiting-chip'
import { useAccount } from '../../session/account'
import { StatusChip } from '../../ui/status-chip'
import { errorNotice, useToast } from '../../ui/toasts'
import { NotAuthenticated } from './block-dates'
import { blockWords, bookedWords, daysWords } from './block-words'
import type { ShownBlock, WaitingChange } from './blocked-overlay'
import { freeDates } from './free-dates'

interface BlockRowProps {
  block: ShownBlock
  bookings: Booking[]
  /** Of the one listing that is meant; null for all of them. */
  listingTitle: string | null
  today: Day
}

/** A blocked range: its days, its reason, how far it has come, and the way to free it. */
export function BlockRow({ block, bookings: all, listingTitle, today }: BlockRowProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const discard = useDiscard()
  const { id, reason, change } = block
  const bookings = block.listingId === null ? all : all.filter(({ listingId }) => listingId === block.listingId)
  const words = `${blockWords(block, today)}${listingTitle ? `, ${listingTitle}` : ''}`
  const covered = bookedWords(block, bookings, today)

  async function free() {
    if (id === null) return
    try {
      await freeDates(engine, id)
    } catch (error) {
      const title = error instanceof NotAuthenticated ? error.message : 'Failed to free the dates'
      toast(errorNotice(title))
    }
  }
  return (
    <li className="settings-row grid sheet" aria-label={words} data-leaving={change?.kind === 'remove' || undefined}>
      <CalendarX className="settings-row__icon" />
      <div className="settings-row__words min-0 breaks stack gap-1">
        <strong>{words}</strong>
        <span className="muted fine">{[daysWords(block), reason].filter(Boolean).join(' · ')}</span>
        {covered && <span className="muted fine">{covered}</span>}
        {change && (
          <span className="row">
            <ChangeChip change={change} />
          </span>
        )}
      </div>
      <div className="settings-row__buttons row gap-1 row--end">
        {id !== null && change === null && (
          <button type="button" className="is-quiet" aria-label={`Remove ${words}`} onClick={() => void free()}>
            Remove
          </button>
        )}
        {change?.isUndoable && (
          <button
            type="button"
            className="is-quiet"
            aria-label={change.kind === 'add' ? `Remove ${words}` : `Undo: keep ${words} blocked`}
            onClick={() => void discard({ opId: change.opId })}
          >
            {change.kind === 'add' ? 'Remove' : 'Undo'}
          </button>
        )}
      </div>
      {change?.state === 'attention' && (
        <div className="settings-row__below">
          <RefusedChange opId={change.opId} error={change.error} question="Discard this?" />
        </div>
      )}
    </li>
  )
}

function ChangeChip({ change }: { change: WaitingChange }) {
  if (change.kind === 'remove' && change.state === 'waiting')
    return <StatusChip tone="waiting">Will be freed</StatusChip>
  return <WaitingChip state={change.state} />
}
