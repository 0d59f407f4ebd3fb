import { useEffect, useId, useRef } from 'react'
import { BankStepPanel } from '../../money/bank-step-panel'
import { CardChoice } from '../../money/card-choice'
import { useReachable } from '../../session/use-sync'
import { FormFailure } from '../../ui/failure'
import { SubmitButton } from '../../ui/fields/submit-button'
import { useFinishPayment, type WantedPayment } from './use-finish-payment'
import { usePayCards } from './use-pay-cards'
import '../../styles/listing.css'

export interface PayFormProps {
  /** 'Pay $73.50' */
  title: string
  wanted: WantedPayment
  onClose: () => void
}

/**
 * The card for a payment that is still open. It lies in the page and not in a modal dialog, which would cover the bank's
 * own page.
 */
export function PaymentForm({ title, wanted, onClose }: PayFormProps) {
  const reachable = useReachable()
  const cards = usePayCards(wanted.path)
  const payment = useFinishPayment(wanted, onClose)
  const titleId = useId()
  const panel = useRef<HTMLFormElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <form
      ref={panel}
      className="booking-card__payment no-ring framed stack"
      aria-labelledby={titleId}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        payment.pay(cards.chosen)
      }}
    >
      <h3 id={titleId}>{title}</h3>
      <CardChoice
        saved={cards}
        error={(cards.chosen === null && payment.error) || undefined}
        disabled={payment.isBusy}
        reachable={reachable}
        loginTo={`/auth?next=${encodeURIComponent(wanted.path)}`}
        onAdd={() => void cards.add()}
      />
      {payment.bankStep && <BankStepPanel onEnd={payment.bankStep.end} />}
      {payment.failure && (
        <FormFailure isQuiet title={payment.failure.title}>
          {payment.failure.description}
        </FormFailure>
      )}
      <div className="form-actions">
        <SubmitButton
          busy={payment.isBusy || cards.cards.state === 'loading'}
          busyLabel={payment.isBusy ? 'Paying' : 'Pay'}
          disabled={!reachable}
        >
          Pay
        </SubmitButton>
        <button type="button" className="is-secondary" disabled={payment.isBusy} onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}
