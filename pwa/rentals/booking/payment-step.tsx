import type { DateRange } from '#schema/date-range'
import { BankStepPanel } from '../../money/bank-step-panel'
import { CardChoice } from '../../money/card-choice'
import { PriceChanged } from '../../money/price-changed'
import { seenPrices } from '../../money/seen'
import type { BankStep } from '../../money/use-payment-press'
import type { SavedCards } from '../../money/use-saved-cards'
import type { useSeen } from '../../money/use-seen'
import { offerConsent } from '../../offerings/consent-words'
import { ConfirmFirst } from '../../session/confirm-first'
import { FormFailure } from '../../ui/failure'
import { SubmitButton } from '../../ui/fields/submit-button'
import type { Notice } from '../../ui/toasts'
import type { DeliveryDraft } from './offer-drafts'
import { priceLine, rangeWords } from './offer-rules'

interface PaymentStepProps {
  ownerUsername: string
  range: DateRange
  quantity: number
  note: string
  /** The delivery address; null when the renter comes for it. */
  deliverTo: DeliveryDraft | null
  shown: ReturnType<typeof useSeen>
  cards: SavedCards
  error: string | undefined
  /** How the last press failed. */
  failure: Notice | null
  reachable: boolean
  isBusy: boolean
  bankStep: BankStep
  loginTo: string
  onBack: () => void
  onAddCard: () => void
  onSubmit: () => void
  /** Agrees to the conditions of now: the offer goes out under them. */
  onGoOn: () => void
}

/** Second step of Book Dates: the card, and what pressing the button does. */
export function PaymentStep(props: PaymentStepProps) {
  const { ownerUsername, range, quantity, note, deliverTo, shown, cards, error, reachable, isBusy, bankStep } = props
  const { seen, now, isChanged, totals } = shown
  const { total, line } = priceLine(range, quantity, seenPrices(now, deliverTo !== null))
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reachable && !isChanged) props.onSubmit()
      }}
    >
      <div className="offer__summary row align-start gap-3 row--between">
        <div className="stack stack--tight">
          <p>
            <strong>{rangeWords(range)}</strong>
          </p>
          <p className="offer__line">{line}</p>
          {deliverTo && (
            <p className="fine" dir="auto">
              {`Delivered to ${deliverTo.street}, ${deliverTo.city}, ${deliverTo.state} ${deliverTo.zipCode}`}
            </p>
          )}
          {note.trim() && (
            <p className="muted fine offer__note" dir="auto">
              {note.trim()}
            </p>
          )}
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
      {isChanged && (
        <PriceChanged
          seen={seen}
          now={now}
          totals={totals}
          isBusy={isBusy}
          reachable={reachable}
          onGoOn={props.onGoOn}
          onBack={props.onBack}
        />
      )}
      <p className="muted fine">{`A hold of ${total} is placed now and taken only when ${ownerUsername} approves.`}</p>
      <p className="muted fine">{offerConsent(ownerUsername, totals.now)}</p>
      <ConfirmFirst kept="Your dates and your note are kept here." />
      {props.failure && (
        <FormFailure isQuiet title={props.failure.title}>
          {props.failure.description}
        </FormFailure>
      )}
      {!isChanged && (
        <div className="form-actions">
          <SubmitButton
            busy={isBusy || cards.cards.state === 'loading'}
            busyLabel={isBusy ? 'Submitting offer' : 'Submit Offer'}
            disabled={!reachable}
          >
            Submit Offer
          </SubmitButton>
        </div>
      )}
      {!reachable && (
        <p className="fine" role="status">
          Not sent. The dates are not held. Connect to send it.
        </p>
      )}
    </form>
  )
}
