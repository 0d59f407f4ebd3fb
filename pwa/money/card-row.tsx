import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { cardName, type PaymentMethod } from '#schema/payment'
import { StatusChip } from '../ui/status-chip'
import { expiryWords, isExpired } from './card-words'

interface CardRowProps {
  method: PaymentMethod
  /** The buttons of a card that can be changed. */
  children?: ReactNode
}

/** A saved card with its chips. */
export function CardRow({ method, children }: CardRowProps) {
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
      {children}
    </li>
  )
}
