import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field'

export type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

/** Several lines; grows with what is typed where the browser can. */
export function TextAreaField({ label, mark, hint, error, optional, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} mark={mark} hint={hint} error={error} optional={optional}>
      {(control) => <textarea rows={4} dir="auto" {...area} {...control} />}
    </Field>
  )
}
