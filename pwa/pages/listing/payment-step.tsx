import type { DateRange } from '#schema/date-range'
import { SubmitButton } from '../../forms/submit-button'
import { BankStepPanel } from './bank-step-panel'
import { CardChoice } from './card-choice'
import { priceLine, rangeWords } from './offer-rules'
import type { BankStep } from './use-bank-step'
import type { SavedCards } from './use-saved-cards'

interface PaymentStepProps {
  ownerUsername: string
  range: DateRange
  quantity: number
  note: string
  dollarsPerDay: number
  cards: SavedCards
  error: string | undefined
  reachable: boolean
  isBusy: boolean
  bankStep: BankStep
  loginTo: string
  onBack: () => void
  onAddCard: () => void
  onSubmit: () => void
}

/** Second step of Book Dates: the card, and what pressing the button does. */
export function PaymentStep(props: PaymentStepProps) {
  const { ownerUsername, range, quantity, note, dollarsPerDay, cards, error, reachable, isBusy, bankStep } = props
  const { total, line } = priceLine(range, quantity, dollarsPerDay)
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reachable) props.onSubmit()
      }}
    >
      <div className="offer__summary">
        <div className="stack stack--tight">
          <p>
            <strong>{rangeWords(range)}</strong>
          </p>
          <p className="offer__line">{line}</p>
          {note.trim() && <p className="muted fine offer__note">{note.trim()}</p>}
        </div>
        <button type="button" className="is-quiet" disabled={isBusy} onClick={props.onBack}>
          Change
        </button>
      </div>
      <CardChoice
        saved={cards}
        error={error}
        disabled={isBusy}
        reachable={reachable}
        loginTo={props.loginTo}
        onAdd={props.onAddCard}
      />
      {bankStep && <BankStepPanel onEnd={bankStep.end} />}
      <p className="muted fine">{`A hold of ${total} is placed now and taken only when ${ownerUsername} approves.`}</p>
      <div className="form-actions">
        <SubmitButton
          busy={isBusy || cards.cards.state === 'loading'}
          busyLabel={isBusy ? 'Submitting offer' : 'Submit Offer'}
          disabled={!reachable}
        >
          Submit Offer
        </SubmitButton>
      </div>
      {!reachable && (
        <p className="fine" role="status">
          Not sent. The dates are not held. Connect to send it.
        </p>
      )}
    </form>
  )
}
