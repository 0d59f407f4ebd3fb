import { type ComponentProps, useId } from 'react'
import { FieldError } from './field'

export interface Choice {
  value: string
  label: string
  /** The meaning of the choice, in one sentence. */
  description: string
}

export interface ChoiceFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'className'> {
  label: string
  choices: Choice[]
  error?: string
  /** The choice that is on, where no form library keeps it. */
  checkedValue?: string
}

/** One of a few, each with a sentence that says what it means. Takes what a form library registers. */
export function ChoiceField({ label, choices, error, checkedValue, ...input }: ChoiceFieldProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {choices.map(({ value, label: name, description }) => (
        <label key={value} className="choice-field__choice flush line align-start gap-3">
          <input
            {...input}
            {...(checkedValue !== undefined && { checked: checkedValue === value })}
            type="radio"
            value={value}
            aria-describedby={`${id}-${value}`}
          />
          <span className="choice-field__words stack gap-0">
            <span>{name}</span>
            <span className="fine muted" id={`${id}-${value}`}>
              {description}
            </span>
          </span>
        </label>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
