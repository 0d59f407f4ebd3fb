import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, messageOf } from '../sync/client'
import { showFieldErrors } from '../ui/fields/field-errors'
import { errorNotice, useToast } from '../ui/toasts'

/** Sends a form that needs the server's word: a refusal goes beside its field, or into a notice. What was typed stays. */
export function useSend<Values extends FieldValues>(form: UseFormReturn<Values>, failure: string) {
  const toast = useToast()
  return async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      showFieldErrors(form, fields)
      if (Object.keys(fields).length === 0) toast(errorNotice(failure, messageOf(error, 'Please try again.')))
      return false
    }
  }
}
