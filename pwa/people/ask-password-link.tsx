import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordRequest } from '#schema/password'
import { callAccount } from '../session/call-account'
import { useSend } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { NeedsConnection } from '../ui/needs-connection'

/** Asks for a mail with a link. Whether there is such an account is told to nobody. */
export function AskPasswordLink() {
  const reachable = useReachable()
  const [asked, setAsked] = useState(false)
  const form = useForm<PasswordRequest>({
    resolver: standardSchemaResolver(PasswordRequest),
    defaultValues: { name: '' },
  })
  const send = useSend(form, 'The link was not requested', 'Look for the mail before you ask for another one.')
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(async (body) => {
    if (await send(() => callAccount('askForPassword', { body }))) setAsked(true)
  })
  return (
    <>
      <h1 id="password-title">Forgot your password?</h1>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="muted">We mail you a link for a new one. It works for 30 minutes.</p>
        <TextField
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('name')}
        />
        {!reachable && <NeedsConnection what="Asking for a link" />}
        <SubmitButton className="is-wide" busy={isSubmitting} disabled={!reachable}>
          {asked ? 'Send another link' : 'Send the link'}
        </SubmitButton>
        <p role="status">
          {asked && 'If there is such an account, a mail with a link is on its way. Only the newest link works.'}
        </p>
      </form>
      <ButtonLink to="/auth" look="secondary" wide>
        Back to the sign-in
      </ButtonLink>
    </>
  )
}
