import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'

/** Registers fields of a form by name: the props of each control, with the words of its error. */
export function fieldOf<Values extends FieldValues>(form: Pick<UseFormReturn<Values>, 'register' | 'formState'>) {
  const { errors } = form.formState
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    error: errors[name]?.message as string | undefined,
    ...form.register(name, options),
  })
}
