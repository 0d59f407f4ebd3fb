import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** Puts the server's words beside the fields that they are about and goes to the first; names that the form lacks are left out. */
export function showFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  fields: Record<string, string>,
): void {
  const names = Object.keys(form.getValues()) as FieldPath<Values>[]
  const failing = names.filter((name) => fields[name])
  failing.forEach((name, index) => {
    form.setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 })
  })
}
