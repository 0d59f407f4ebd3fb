import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Calls back with all values of a form whenever its person changes one; not when the whole form is reset. */
export function useTyped<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'subscribe'>,
  onTyped: (values: Values) => void,
): void {
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback: ({ name, values }) => name !== undefined && onTyped(values),
    }),
  )
}
