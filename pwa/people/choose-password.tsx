import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { PasswordOwner } from '#schema/password'
import { Password } from '#schema/user'
import { callAccount } from '../session/call-account'
import { NewPasswordField } from '../session/new-password-field'
import { useSend } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { ApiError } from '../sync/client'
import { ButtonLink } from '../ui/button-link'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { NeedsConnection } from '../ui/needs-connection'

const Form = z.object({ password: Password })
type Form = z.infer<typeof Form>

/** The new password of whoever opened the link. */
export function ChoosePassword({ token }: { token: string }) {
  const reachable = useReachable()
  const [owner, setOwner] = useState<PasswordOwner | null>(null)
  const [isOver, setOver] = useState(false)
  const form = useForm<Form>({ resolver: standardSchemaResolver(Form), defaultValues: { password: '' } })
  const send = useSend(form, 'The password was not changed', 'Try to sign in with the new password.')
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(({ password }) =>
    send(async () => {
      try {
        setOwner(await callAccount('setPassword', { body: { token, password } }))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
        setOver(true)
      }
    }),
  )
  if (owner !== null)
    return (
      <>
        <h1 id="password-title">Your new password is set</h1>
        <p
          role="status"
          dir="auto"
        >{`Sign in as ${owner.username}. Every device was signed out; what they had not sent waits there.`}</p>
        {owner.passkeysRemoved && <p>Your passkeys were removed; add them again in Settings.</p>}
        <ButtonLink to="/auth" wide>
          Sign in
        </ButtonLink>
      </>
    )
  if (isOver)
    return (
      <>
        <h1 id="password-title">This link no longer works</h1>
        <p role="alert">It was used, it has expired, or a newer link replaced it.</p>
        <ButtonLink to="/new-password" wide>
          Ask for a new link
        </ButtonLink>
      </>
    )
  return (
    <>
      <h1 id="password-title">Choose a new password</h1>
      <form className="stack" noValidate onSubmit={submit}>
        <NewPasswordField label="New password" password={form.watch('password')} {...field('password')} />
        {!reachable && <NeedsConnection what="Setting a password" />}
        <SubmitButton className="is-wide" busy={isSubmitting} disabled={!reachable}>
          Set the password
        </SubmitButton>
      </form>
    </>
  )
}
