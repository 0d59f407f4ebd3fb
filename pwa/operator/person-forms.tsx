import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { callModeration } from '../moderation/call-moderation'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { TextField } from '../ui/fields/text-field'
import { PersonForm } from './operator-forms'
import { useAct } from './use-act'

type Person = z.infer<typeof PersonForm>
const EMPTY: Person = { username: '', note: '' }

function usePersonForm(): UseFormReturn<Person> {
  return useForm<Person>({ defaultValues: EMPTY, resolver: standardSchemaResolver(PersonForm) })
}

/** Keeps somebody out, or lets them in again. */
export function SuspendPerson() {
  const titleId = useId()
  const { reachable, act } = useAct()
  const form = usePersonForm()
  const { isSubmitting } = form.formState
  const submit = (suspended: boolean) =>
    form.handleSubmit(async ({ username, note }) => {
      const isDone = await act(form, async () => {
        await callModeration('operatorSuspend', { body: { username, suspended, note } })
        return { title: suspended ? `${username} is suspended` : `${username} may sign in again` }
      })
      if (isDone) form.reset(EMPTY)
    })
  return (
    <form className="surface stack" noValidate onSubmit={submit(true)} aria-labelledby={titleId}>
      <h2 className="operator__title" id={titleId}>
        Suspend somebody
      </h2>
      <p className="fine muted">
        They are signed out everywhere, and what they have on show is hidden. Their bookings go on as agreed.
      </p>
      <PersonFields form={form} />
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} disabled={!reachable}>
          Suspend
        </SubmitButton>
        <button
          type="button"
          className="is-secondary"
          disabled={!reachable || isSubmitting}
          onClick={() => void submit(false)()}
        >
          Let in again
        </button>
      </div>
    </form>
  )
}

/** A link for somebody who has lost their password, or whose password somebody else knows. */
export function ResetPassword() {
  const titleId = useId()
  const { reachable, act } = useAct()
  const form = usePersonForm()
  const submit = form.handleSubmit(async ({ username, note }) => {
    const isDone = await act(form, async () => {
      await callModeration('operatorPassword', { body: { username, note } })
      return { title: `A link is on its way to ${username}`, description: 'It works once, for 24 hours.' }
    })
    if (isDone) form.reset(EMPTY)
  })
  return (
    <form className="surface stack" noValidate onSubmit={submit} aria-labelledby={titleId}>
      <h2 className="operator__title" id={titleId}>
        Reset a password
      </h2>
      <p className="fine muted">
        Their password ends, they are signed out everywhere, and a mail brings them a link for a new one.
      </p>
      <PersonFields form={form} />
      <div className="form-actions">
        <SubmitButton busy={form.formState.isSubmitting} disabled={!reachable}>
          Reset password
        </SubmitButton>
      </div>
    </form>
  )
}

function PersonFields({ form }: { form: UseFormReturn<Person> }) {
  const field = fieldOf(form)
  return (
    <>
      <TextField label="Username" autoComplete="off" autoCapitalize="none" spellCheck={false} {...field('username')} />
      <TextAreaField label="Why" rows={2} {...field('note')} />
    </>
  )
}
