import { type Ref, useId } from 'react'
import { FieldError } from '../../ui/fields/field'

interface AcceptChoiceProps {
  owner: string
  /** '$20.00', or null while the owner has not said what the repair costs. */
  amount: string | null
  value: boolean | null
  error: string | undefined
  onChange: (accepts: boolean) => void
  ref?: Ref<HTMLInputElement>
}

/** Yes or no. The price of a yes stands beside it; without an amount there is nothing to say yes to. */
export function AcceptChoice({ owner, amount, value, error, onChange, ref }: AcceptChoiceProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Your answer</legend>
      <label className="check">
        <input
          ref={amount === null ? undefined : ref}
          type="radio"
          name={id}
          checked={value === true}
          disabled={amount === null}
          aria-describedby={`${id}-accept`}
          onChange={() => onChange(true)}
        />
        I accept responsibility
      </label>
      <p className="field__hint muted small accept-choice__hint" id={`${id}-accept`}>
        {amount === null
          ? `${owner} has not said yet what the repair costs. You can accept once there is an estimate.`
          : `${amount} is charged to the card that you rented with.`}
      </p>
      <label className="check">
        <input
          ref={amount === null ? ref : undefined}
          type="radio"
          name={id}
          checked={value === false}
          aria-describedby={`${id}-contest`}
          onChange={() => onChange(false)}
        />
        I contest this
      </label>
      <p className="field__hint muted small accept-choice__hint" id={`${id}-contest`}>
        Nothing is charged now. Both sides are looked at, then it is decided.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
