import { CalendarX } from 'lucide-react'
import type { Booking } from '#schema/booking'
import type { Day } from '#schema/date-range'
import { NotAuthenticated } from '../../actions/block-dates'
import { freeDates } from '../../actions/free-dates'
import { discardWrite, retryWrite } from '../../actions/waiting-write'
import { useAccount } from '../../auth/account'
import { ConfirmButton } from '../../components/confirm-button'
import { StatusChip } from '../../components/status-chip'
import type { ShownBlock, WaitingChange } from '../../db/blocked-overlay'
import { FieldError } from '../../forms/field'
import { useToast } from '../../notifications/toasts'
import { WaitingChip } from '../inspiration/waiting-chip'
import { blockWords, bookedWords, daysWords } from './block-words'

interface BlockRowProps {
  block: ShownBlock
  bookings: Booking[]
  today: Day
}

/** A blocked range: its days, its reason, how far it has come, and the way to free it. */
export function BlockRow({ block, bookings, today }: BlockRowProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const { id, reason, change } = block
  const words = blockWords(block, today)
  const covered = bookedWords(block, bookings, today)

  async function free() {
    if (id === null) return
    try {
      await freeDates(engine, id)
    } catch (error) {
      const title = error instanceof NotAuthenticated ? error.message : 'Failed to free the dates'
      toast({ variant: 'destructive', title })
    }
  }
  return (
    <li className="settings-row" aria-label={words} data-leaving={change?.kind === 'remove' || undefined}>
      <CalendarX className="settings-row__icon" />
      <div className="settings-row__words">
        <strong>{words}</strong>
        <span className="muted fine">{[daysWords(block), reason].filter(Boolean).join(' · ')}</span>
        {covered && <span className="muted fine">{covered}</span>}
        {change && (
          <span className="row">
            <ChangeChip change={change} />
          </span>
        )}
      </div>
      <div className="settings-row__buttons">
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
            onClick={() => discardWrite(engine, change.opId)}
          >
            {change.kind === 'add' ? 'Remove' : 'Undo'}
          </button>
        )}
      </div>
      {change?.state === 'attention' && <Refused change={change} />}
    </li>
  )
}

function ChangeChip({ change }: { change: WaitingChange }) {
  if (change.kind === 'remove' && change.state === 'waiting')
    return <StatusChip tone="waiting">Will be freed</StatusChip>
  return <WaitingChip state={change.state} />
}

function Refused({ change }: { change: WaitingChange }) {
  const { engine } = useAccount()
  return (
    <div className="settings-row__below stack stack--tight" role="alert">
      <FieldError>{change.error ?? 'The server did not take this.'}</FieldError>
      <div className="row">
        <button type="button" className="is-secondary" onClick={() => retryWrite(engine, change.opId)}>
          Try again
        </button>
        <ConfirmButton label="Discard" question="Discard this?" onConfirm={() => discardWrite(engine, change.opId)} />
      </div>
    </div>
  )
}
