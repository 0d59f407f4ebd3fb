import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field'
import { plainAmount } from './plain-amount'

export type PriceFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>

/** An amount in dollars, as text: the form decides how it becomes cents. */
export function PriceField({ label, hint, error, optional, ...input }: PriceFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className="price-field">
      {(control) => (
        <div className="adorned">
          <span className="adorned__before" aria-hidden="true">
            $
          </span>
          <input
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...control}
            type="text"
            onFocus={(event) => event.target.value === '0' && event.target.select()}
            onChange={(event) => {
              const plain = plainAmount(event.target.value)
              if (plain !== event.target.value) event.target.value = plain
              return input.onChange?.(event)
            }}
          />
        </div>
      )}
    </Field>
  )
}
