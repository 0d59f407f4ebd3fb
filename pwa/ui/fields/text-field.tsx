import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field'

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>

/** One line of text. Takes every attribute of an input, and what a form library registers (name, ref, onChange, onBlur). */
export function TextField({ label, mark, hint, error, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} mark={mark} hint={hint} error={error} optional={optional} filled={input.readOnly}>
      {(control) => <input type="text" dir="auto" {...input} {...control} />}
    </Field>
  )
}
