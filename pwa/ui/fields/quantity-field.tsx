import { Minus, Plus } from 'lucide-react'
import { type Ref, useState } from 'react'
import { IconButton } from '../icon-button'
import { Field, type FieldProps } from './field'

export interface QuantityFieldProps extends FieldProps {
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  disabled?: boolean
  /** The control that takes the focus when something is wrong. */
  ref?: Ref<HTMLInputElement>
}

/**
 * A whole number between two bounds, by buttons or by typing. A number typed outside of them is brought back inside: one
 * that is too large at once, an empty field or the beginning of a longer number when the field is left. At the ends the buttons stay
 * where they are, so that nobody loses the focus.
 */
export function QuantityField(props: QuantityFieldProps) {
  const { label, hint, error, optional, value, onChange, min = 1, max = Number.MAX_SAFE_INTEGER, disabled, ref } = props
  const [typed, setTyped] = useState<string | null>(null)
  const set = (next: number) => onChange(Math.min(Math.max(Math.trunc(next) || min, min), max))
  const step = (next: number) => {
    setTyped(null)
    set(next)
  }
  const type = (text: string) => {
    const next = Math.trunc(Number(text))
    setTyped(text === '' || next < min ? text : null)
    if (text !== '') set(next)
  }
  const name = label.charAt(0).toLowerCase() + label.slice(1)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} filled>
      {(control) => (
        <div className="quantity">
          <IconButton
            label={`Decrease ${name}`}
            icon={<Minus />}
            aria-disabled={value <= min || undefined}
            disabled={disabled}
            onClick={() => step(value - 1)}
          />
          <input
            {...control}
            ref={ref}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            value={typed ?? value}
            disabled={disabled}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setTyped(null)}
          />
          <IconButton
            label={`Increase ${name}`}
            icon={<Plus />}
            aria-disabled={value >= max || undefined}
            disabled={disabled}
            onClick={() => step(value + 1)}
          />
        </div>
      )}
    </Field>
  )
}
