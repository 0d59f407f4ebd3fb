import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, isOutcomeUnknown, messageOf, Unreachable } from '../sync/client'
import { NO_ANSWER_WORDS } from '../sync/problem-words'
import { showFieldErrors } from '../ui/fields/field-errors'
import { errorNotice, type Notice, useToast } from '../ui/toasts'

export const LOOK_AGAIN = 'Please look at it again before you press once more.'

/**
 * Sends a form that needs the server's word: a refusal goes beside its field, or into a notice. What was typed stays.
 * @param next see `sendFailure`
 */
export function useSend<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  failure: string,
  next: string | null = LOOK_AGAIN,
) {
  const toast = useToast()
  return async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      showFieldErrors(form, fields)
      if (Object.keys(fields).length === 0) toast(sendFailure(error, failure, next))
      return false
    }
  }
}

/**
 * Why something was not done; or, without an answer, that nobody knows whether it was.
 * @param next how its person finds out; null for what only reads
 */
export function sendFailure(error: unknown, failure: string, next: string | null): Notice {
  if (next !== null && isOutcomeUnknown(error)) {
    const isPortal = error instanceof Unreachable && error.why === 'portal'
    return errorNotice(
      'No answer yet',
      `It is not known whether this was done. ${isPortal ? NO_ANSWER_WORDS.portal : next}`,
    )
  }
  return errorNotice(failure, messageOf(error, 'Please try again.'))
}
