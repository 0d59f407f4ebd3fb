import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { callModeration } from '../moderation/call-moderation'
import { fieldOf } from '../ui/fields/field-of'
import { TextAreaField } from '../ui/fields/text-area-field'
import { TextField } from '../ui/fields/text-field'
import { ActCard } from './act-card'
import { PersonForm } from './operator-forms'
import { useKeptNote } from './use-kept-note'

type Person = z.infer<typeof PersonForm>

function usePersonForm(name: string): UseFormReturn<Person> {
  const form = useForm<Person>({
    defaultValues: { username: '', note: '' },
    resolver: standardSchemaResolver(PersonForm),
  })
  useKeptNote(form, name)
  return form
}

/** Keeps somebody out, or lets them in again. */
export function SuspendPerson() {
  const form = usePersonForm('suspend')
  const suspend = async (suspended: boolean, { username, note }: Person) => {
    await callModeration('operatorSuspend', { body: { username, suspended, note } })
    return { title: suspended ? `${username} is suspended` : `${username} may sign in again` }
  }
  return (
    <ActCard
      title="Suspend somebody"
      words="They are signed out everywhere, and what they have on show is hidden. Their bookings go on as agreed."
      form={form}
      press={{ label: 'Suspend', act: (person) => suspend(true, person) }}
      undo={{ label: 'Let in again', act: (person) => suspend(false, person) }}
    >
      <PersonFields form={form} />
    </ActCard>
  )
}

/** A link for somebody who has lost their password, or whose password somebody else knows. */
export function ResetPassword() {
  const form = usePersonForm('password')
  const send = async ({ username, note }: Person) => {
    await callModeration('operatorPassword', { body: { username, note } })
    return { title: `A link is on its way to ${username}`, description: 'It works once, for 24 hours.' }
  }
  return (
    <ActCard
      title="Reset a password"
      words="Their password and passkeys end, they are signed out everywhere, and a mail brings them a link for a new one."
      form={form}
      press={{ label: 'Reset password', act: send }}
    >
      <PersonFields form={form} />
    </ActCard>
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
