import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AccountSecurity, EmailChange } from '#schema/account'
import type { CurrentUser } from '#schema/user'
import { askPasskey } from '../session/ask-passkey'
import { callAccount } from '../session/call-account'
import { SendVerification } from '../session/confirm-first'
import { useSend } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { serverNow } from '../sync/server-clock'
import { BusyButton } from '../ui/busy-button'
import { fieldOf } from '../ui/fields/field-of'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { NeedsConnection } from '../ui/needs-connection'
import { addressHint } from './address-hint'

const EMPTY: EmailChange = { email: '', password: '' }

const NEXT = 'Look for a mail with a link at the new address before you press once more.'

/** The address that mails go to. Another one counts once the link that goes there is used. */
export function ChangeEmail({ user, security }: { user: CurrentUser; security: AccountSecurity | undefined }) {
  const { passkeys = [], undoUntil } = security ?? {}
  const reachable = useReachable()
  const [asked, setAsked] = useState('')
  const form = useForm<EmailChange>({ resolver: standardSchemaResolver(EmailChange), defaultValues: EMPTY })
  const send = useSend(form, 'The email address was not changed', NEXT)
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const [isAsking, setAsking] = useState(false)
  const change = async (email: string, proof: () => Promise<Omit<EmailChange, 'email'>>) => {
    if (!(await send(async () => callAccount('changeEmail', { body: { email, ...(await proof()) } })))) return
    form.reset(EMPTY)
    setAsked(email)
  }
  const submit = form.handleSubmit(({ email, password }) => change(email, async () => ({ password })))
  const submitByPasskey = async () => {
    if (!(await form.trigger('email', { shouldFocus: true }))) return
    setAsking(true)
    await change(form.getValues('email').trim(), async () => ({ passkey: await askPasskey() }))
    setAsking(false)
  }
  return (
    <section className="stack" aria-labelledby="change-email">
      <h2 id="change-email">Your email address</h2>
      <p>{`Mails go to ${user.email}${user.unverified ? ', which is not confirmed yet.' : '.'}`}</p>
      {user.unverified && (
        <div className="form-actions">
          <SendVerification />
        </div>
      )}
      <form className="stack" noValidate onSubmit={submit}>
        <TextField
          label="New email address"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={addressHint({ unverified: user.unverified, undoUntil }, new Date(serverNow()))}
          {...field('email')}
        />
        <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
        {!reachable && <NeedsConnection what="Changing the address" />}
        <div className="form-actions">
          <SubmitButton busy={isSubmitting} disabled={!reachable || isAsking}>
            Change address
          </SubmitButton>
          {passkeys.length > 0 && (
            <BusyButton
              className="is-secondary"
              busy={isAsking}
              busyLabel="Waiting for your passkey"
              disabled={!reachable}
              onClick={submitByPasskey}
            >
              Confirm with a passkey
            </BusyButton>
          )}
        </div>
        <p role="status">{asked && `A mail with a link is on its way to ${asked}.`}</p>
      </form>
    </section>
  )
}
