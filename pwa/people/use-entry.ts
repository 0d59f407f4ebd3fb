import { useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { SignedInUser } from '#schema/user'
import { hasSessionHint } from '../disk/session-hint'
import { useAccount } from '../session/account'
import { sendFailure } from '../session/use-send'
import { ApiError } from '../sync/client'
import { showFieldErrors } from '../ui/fields/field-errors'
import { errorNotice, useToast } from '../ui/toasts'

const NO_COOKIES = 'This browser refuses cookies, so nobody can stay signed in. Allow cookies for this site and log in.'

/**
 * Takes the answer of a sign-in or registration: the person enters, or reads why not. Typed text stays.
 * @param next see `sendFailure`
 */
export function useEntry<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  failure: string,
  next: string | null,
) {
  const { enter } = useAccount()
  const toast = useToast()
  const hasFailed = useRef(false)
  return async (answer: Promise<SignedInUser>): Promise<void> => {
    try {
      const user = await answer
      if (!hasSessionHint()) {
        toast(errorNotice(failure, NO_COOKIES))
        return
      }
      await enter(user)
      // The notice of a failure would otherwise stay on the next page and be wrong there.
      if (hasFailed.current) toast({ title: `Signed in as ${user.username}` })
    } catch (error) {
      // The form asks for the code beside the password, or whether to take the account back; nothing has failed.
      if (error instanceof ApiError && ['code_required', 'account_closing'].includes(error.code)) return
      hasFailed.current = true
      if (error instanceof ApiError) showFieldErrors(form, error.fields)
      toast(sendFailure(error, failure, next))
    }
  }
}
