import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { LOOK_AGAIN, sendFailure } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { ApiError, isOutcomeUnknown } from '../sync/client'
import { showFieldErrors } from '../ui/fields/field-errors'
import { type Notice, useToast } from '../ui/toasts'
import { useLateEnd } from './use-late-end'

interface Acting {
  /** Reads what the act is about once more after it, done or not: the screen shows what stands. */
  again?: () => Promise<void>
  /** The work only reads. */
  isReading?: boolean
}

interface Act<Values extends FieldValues> extends Acting {
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>
  work: () => Promise<Notice | null>
  /** The form's names for the server's fields, where they differ. */
  rename?: (fields: Record<string, string>) => Record<string, string>
  toast: (notice: Notice) => void
  onUnknown?: () => void
}

/**
 * Runs an operator's act from its form: the server's words go beside their fields, or into a notice. An act without an answer has been
 * done once `about` is what it `becomes` by the act: its form is cleared then, for a second press would be another act.
 */
export function useAct({ about, ...acting }: Acting & { about?: unknown } = {}) {
  const reachable = useReachable()
  const toast = useToast()
  const noteLost = useLateEnd(about)
  return {
    reachable,
    /** @returns whether it was done */
    act: <Values extends FieldValues>(
      form: Act<Values>['form'] & Pick<UseFormReturn<Values>, 'reset'>,
      work: Act<Values>['work'],
      { rename, becomes }: Pick<Act<Values>, 'rename'> & { becomes?: unknown } = {},
    ) => {
      const onDone = () => {
        form.reset()
        toast(DONE_ALL_THE_SAME)
      }
      const workOnce = async () => {
        const notice = await work()
        // Before its case is read again: the form may leave the page with it, and its words are to end.
        if (!acting.isReading) form.reset()
        return notice
      }
      noteLost(null)
      return runAct({ form, work: workOnce, toast, rename, onUnknown: () => noteLost({ becomes, onDone }), ...acting })
    },
  }
}

/** @returns whether the act was done */
export async function runAct<Values extends FieldValues>(act: Act<Values>): Promise<boolean> {
  const isDone = await tryAct(act)
  await act.again?.()
  return isDone
}

async function tryAct<Values extends FieldValues>(act: Act<Values>): Promise<boolean> {
  const { form, work, rename = (fields) => fields, toast, isReading = false, onUnknown } = act
  try {
    const done = await work()
    if (done) toast(done)
    return true
  } catch (error) {
    const beside = error instanceof ApiError ? rename(error.fields) : {}
    showFieldErrors(form, beside)
    // Words beside their field are enough: a notice would only stand in the way of the button.
    if (Object.keys(form.getValues()).some((name) => beside[name])) return false
    if (isOutcomeUnknown(error) && !isReading) onUnknown?.()
    toast(sendFailure(error, 'That was not done', isReading ? null : LOOK_AGAIN))
    return false
  }
}

const DONE_ALL_THE_SAME: Notice = {
  title: 'That was done',
  description: 'No answer came, but what you see here has changed since.',
}
