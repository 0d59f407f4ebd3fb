import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useReachable } from '../session/use-sync'
import { ApiError, messageOf } from '../sync/client'
import { showFieldErrors } from '../ui/fields/field-errors'
import { errorNotice, type Notice, useToast } from '../ui/toasts'

/** Runs an operator's act from its form: the server's words go beside their fields, or into a notice. */
export function useAct() {
  const reachable = useReachable()
  const toast = useToast()
  return {
    reachable,
    /** @returns whether it was done */
    async act<Values extends FieldValues>(
      form: UseFormReturn<Values>,
      work: () => Promise<Notice | null>,
      /** The form's names for the server's fields, where they differ. */
      rename: (fields: Record<string, string>) => Record<string, string> = (fields) => fields,
    ): Promise<boolean> {
      try {
        const done = await work()
        if (done) toast(done)
        return true
      } catch (error) {
        const beside = error instanceof ApiError ? rename(error.fields) : {}
        showFieldErrors(form, beside)
        // Words beside their field are enough: a notice would only stand in the way of the button.
        if (Object.keys(form.getValues()).some((name) => beside[name])) return false
        toast(errorNotice('That was not done', messageOf(error, 'Please try again.')))
        return false
      }
    },
  }
}
