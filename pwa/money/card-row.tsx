import { CreditCard } from 'lucide-react'
import { cardName, type PaymentMethod } from '#schema/payment'
import { BusyButton } from '../ui/busy-button'
import { ConfirmButton } from '../ui/confirm-button'
import { FieldError } from '../ui/fields/field'
import { StatusChip } from '../ui/status-chip'
import { expiryWords, isExpired } from './card-words'

interface CardRowProps {
  method: PaymentMethod
  /** Left out where the card is only to be looked at. */
  change?: {
    isBusy: boolean
    error: string | undefined
    onPrefer: () => void
    onRemove: () => void
  }
}

/** A saved card with its chips and, where it can be changed, its buttons. */
export function CardRow({ method, change }: CardRowProps) {
  const { card, isDefault } = method
  const now = new Date()
  return (
    <li className="settings-row grid sheet" aria-label={cardName(card)}>
      <CreditCard className="settings-row__icon" />
      <div className="settings-row__words min-0 breaks stack gap-1">
        <strong>{cardName(card)}</strong>
        <span className="row">
          {isExpired(card, now) ? (
            <StatusChip tone="refused">{expiryWords(card, now)}</StatusChip>
          ) : (
            <span className="muted fine">{expiryWords(card, now)}</span>
          )}
          {isDefault && <StatusChip tone="success">Default</StatusChip>}
        </span>
      </div>
      {change && (
        <div className="settings-row__buttons row gap-1 row--end">
          {!isDefault && (
            <BusyButton className="is-quiet" busy={change.isBusy} busyLabel="Saving" onClick={change.onPrefer}>
              Make default
            </BusyButton>
          )}
          <ConfirmButton label="Remove" question={`Remove ${cardName(card)}?`} onConfirm={change.onRemove} />
        </div>
      )}
      {change?.error && (
        <div className="settings-row__below" role="alert">
          <FieldError>{change.error}</FieldError>
        </div>
      )}
    </li>
  )
}
