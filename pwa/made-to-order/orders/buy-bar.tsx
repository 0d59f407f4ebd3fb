import { chargeProblem, formatCents } from '#schema/money'
import { orderConsent } from '../../offerings/consent-words'
import { ConfirmFirst } from '../../session/confirm-first'
import { FormFailure } from '../../ui/failure'
import { SubmitButton } from '../../ui/fields/submit-button'
import type { Notice } from '../../ui/toasts'

interface BuyBarProps {
  seller: string
  /** Another price or other conditions are to be agreed to first. */
  isChanged: boolean
  /** Cents for a piece. */
  price: number
  quantity: number
  isBusy: boolean
  /** How the last press failed. */
  failure: Notice | null
  reachable: boolean
  isSignedIn: boolean
  /** A visitor has pressed. */
  asksSignIn: boolean
  onSignIn: () => void
}

/** The price and the press, and why it has to wait. */
export function BuyBar({
  seller,
  isChanged,
  price,
  quantity,
  isBusy,
  failure,
  reachable,
  isSignedIn,
  asksSignIn,
  onSignIn,
}: BuyBarProps) {
  const total = formatCents(price * quantity)
  const problem = chargeProblem(price * quantity)
  return (
    <div className="stack stack--tight">
      {asksSignIn && (
        <div className="framed framed--gold stack stack--tight" role="alert">
          <h3>Authentication Required</h3>
          <p>Please sign in to purchase this item</p>
          <p className="muted fine">What you have filled in is kept while you sign in.</p>
          <div>
            <button type="button" onClick={onSignIn}>
              Sign In
            </button>
          </div>
        </div>
      )}
      <p className="order__total ruled row align-baseline gap-4 row--between">
        <span>{quantity > 1 ? `Total: ${quantity} x ${formatCents(price)}` : 'Total'}</span>
        <strong>{total}</strong>
      </p>
      {problem ? (
        <p className="field__error">{problem}</p>
      ) : (
        <p className="muted fine">{`${total} is taken from your card when you press ${isChanged ? 'Go on' : 'Buy'}. ${orderConsent(seller)}`}</p>
      )}
      <ConfirmFirst kept="What you have filled in is kept here." />
      {failure && (
        <FormFailure isQuiet title={failure.title}>
          {failure.description}
        </FormFailure>
      )}
      {!isChanged && (
        <div className="form-actions">
          <SubmitButton busy={isBusy} busyLabel="Placing your order" disabled={isSignedIn && !reachable}>
            {`Buy for ${total}`}
          </SubmitButton>
        </div>
      )}
      {!reachable && (
        <p className="fine" role="status">
          Not ordered. Your form is kept on this device; connect to buy it. Nothing is sent by itself.
        </p>
      )}
    </div>
  )
}
